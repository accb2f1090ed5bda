// What a game is. A game is a rules object and a regular, small State value; five functions are enough:
//
//   start()                      the first state
//   current_player(state)        0 … N-1, or chance_player when a die is to be rolled
//   legal_moves(state, list)     pushes every legal move of the player to move
//   apply(state, move)           plays the move, in place (and may return step rewards)
//   outcome(state)               nothing while the game goes on, else a reward for each player
//
// and three names: State, Move, and the constants max_players and max_legal. Everything else is an ability: a
// concept that a game may satisfy, detected at compile time, never required. A player's return is the sum of
// the step rewards plus the outcome.
//
//   concept.hpp      the concept Game: the five functions and the names
//   flow.hpp         players, chance, step rewards, the range of returns, the length of games
//   knowledge.hpp    hash, playouts, moves worth trying, proofs, estimates
//   encoding.hpp     symmetries, inputs and outputs of networks
//   notation.hpp     text of moves and positions, the picture of the board, parameters
//   description.hpp  title, rules in a few lines, usual variants, settings that suit the game
#pragma once

#include <banyan/game/concept.hpp>      // IWYU pragma: export
#include <banyan/game/description.hpp>  // IWYU pragma: export
#include <banyan/game/encoding.hpp>     // IWYU pragma: export
#include <banyan/game/flow.hpp>         // IWYU pragma: export
#include <banyan/game/knowledge.hpp>    // IWYU pragma: export
#include <banyan/game/notation.hpp>     // IWYU pragma: export
