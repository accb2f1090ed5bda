// What a game knows beyond its rules, for faster or stronger play: hashes, playouts of its own, moves worth
// trying, proofs, estimates, and cells for n-tuple networks.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <banyan/core/fixed_list.hpp>
#include <banyan/core/random.hpp>
#include <banyan/game/flow.hpp>

namespace banyan {

// A hash: equal states share it, different states (almost surely) don't.
template <class G>
concept HasHash = requires(const G& game, const StateOf<G>& state) {
  { game.hash(state) } -> std::same_as<std::uint64_t>;
};

// A uniformly random game to its end, faster than move by move: returns the rewards from here on. From a
// finished state it returns the outcome.
template <class G>
concept HasPlayout = requires(const G& game, StateOf<G> state, Random& random) {
  { game.playout(state, random) } -> std::same_as<RewardsOf<G>>;
};

// The same, and counts the players' moves.
template <class G>
concept HasCountedPlayout = requires(const G& game, StateOf<G> state, Random& random, std::uint64_t& moves) {
  { game.playout(state, random, moves) } -> std::same_as<RewardsOf<G>>;
};

// The moves worth trying in a playout: a non-empty subset of the legal ones.
template <class G>
concept HasPlayoutMoves = requires(const G& game, const StateOf<G>& state, MoveListOf<G>& moves) {
  { game.playout_moves(state, moves) } -> std::same_as<void>;
};

// A random game in which every move is one of playout_moves(), all equally likely, faster than move by move.
// Calls note(player, move) for each.
template <class G>
concept HasGamePlayout = HasPlayoutMoves<G> &&
    requires(const G& game, const StateOf<G>& state, Random& random, void (&note)(Player, MoveOf<G>)) {
  { game.game_playout(state, random, note) } -> std::same_as<RewardsOf<G>>;
};

// A random game in which players prefer moves that somebody who knows the game would look at first, such as
// answers to the last move. Calls note(player, move) for each.
template <class G>
concept HasExpertPlayout = requires(const G& game, const StateOf<G>& state, Random& random,
                                    void (&note)(Player, MoveOf<G>)) {
  { game.expert_playout(state, random, note) } -> std::same_as<RewardsOf<G>>;
};

// Every move a player could ever make, legal now or not; for random walks in which an illegal move changes
// nothing.
template <class G>
concept HasAllMoves = requires(const G& game, MoveListOf<G>& moves) {
  { game.all_moves(moves) } -> std::same_as<void>;
};

// Forced moves: those that win at once; otherwise, if some moves let the next player win at once, those that
// don't (Teytaud & Teytaud, "On the Huge Benefit of Decisive Moves in Monte-Carlo Tree Search Algorithms",
// 2010). If all of them do, the game is lost, and the list has some of them; if none does, the list is empty.
enum class Urgency { none, block, lost, win };
template <class G>
concept HasDecisiveMoves = WinDrawLoss<G> &&
    requires(const G& game, const StateOf<G>& state, MoveListOf<G>& moves) {
  { game.decisive_moves(state, moves) } -> std::same_as<Urgency>;
};

// A random game in which players make decisive moves, faster than move by move.
template <class G>
concept HasDecisivePlayout = requires(const G& game, StateOf<G> state, Random& random) {
  { game.decisive_playout(state, random) } -> std::same_as<RewardsOf<G>>;
};

// Candidate moves: those worth searching, the most promising first, each with a weight; the weights are not
// negative and add up to 1. For games with many more legal moves than a player would think of. What is known
// for certain is returned with them, and prospect() returns that alone:
//
//   open    moves that are left out may be as good as these; nothing that must be played is left out
//   forced  every legal move that is left out loses
//   lost    every legal move loses; the list has some that hold out
//   won     each move of the list wins by force; if any wins at once, all of them do
//
// Claims must be consistent: after a move that loses, the game is over or `won` for the other; and after a
// listed move of `won` and any reply, it is `won` again. The conformance checks verify this.
//
// An empty list (and `open`) says that the game knows nothing here: all legal moves are searched. Equal
// states have equal lists, in the same order, as they have equal lists of legal moves: a network's answers
// are remembered by their places.
enum class Prospect { open, forced, lost, won };
template <class Move>
struct Candidate {
  Move move;
  float weight;
};
template <class G>
using CandidateListOf = FixedList<Candidate<MoveOf<G>>, static_cast<std::size_t>(G::max_legal)>;
template <class G>
concept HasCandidates = WinDrawLoss<G> &&
    requires(const G& game, const StateOf<G>& state, CandidateListOf<G>& moves) {
  requires(G::max_players == 2);
  { game.prospect(state) } -> std::same_as<Prospect>;
  { game.candidate_moves(state, moves) } -> std::same_as<Prospect>;
};

// How the game ends under best play from a state that is not over, where that takes no longer to find out
// than a few random games: near the end of Othello. The search takes it for a proof.
template <class G>
concept HasForesight = WinDrawLoss<G> && requires(const G& game, const StateOf<G>& state) {
  requires(G::max_players == 2);
  { game.foresee(state) } -> std::same_as<std::optional<RewardsOf<G>>>;
};

// A solver of the game's own, for the agent `exact`: what every legal move is worth under best play. solve()
// answers why it can't, and an empty text when it has.
template <class Move>
struct SolvedMove {
  Move move;
  int value;            // 1, 0 or -1, for the player to move
  std::uint32_t plies;  // that the game goes on under best play, this move included; 0 if it is not known
};
template <class G>
using SolvedListOf = FixedList<SolvedMove<MoveOf<G>>, static_cast<std::size_t>(G::max_legal)>;
// Whether to stop. A solver asks this every few ten thousand positions, on the thread that called it; whoever
// waits for the solver learns then how far it has come. An empty function is never called.
using StopDue = std::function<bool()>;
template <class G>
concept HasSolver = WinDrawLoss<G> && std::default_initializable<typename G::Solver> &&
    requires(typename G::Solver& solver, const typename G::Solver& idle, const StateOf<G>& state,
             SolvedListOf<G>& moves, const StopDue& stop_due) {
  { solver.solve(state, moves, stop_due) } -> std::same_as<std::string>;
  { idle.positions() } -> std::convertible_to<std::uint64_t>;  // searched so far
  { idle.bytes() } -> std::convertible_to<std::uint64_t>;      // of memory in use
};

// An estimate of the returns from a state that is not over.
template <class G>
concept HasHeuristic = requires(const G& game, const StateOf<G>& state) {
  { game.heuristic(state) } -> std::same_as<RewardsOf<G>>;
};

// The progress of a game, as a number that never decreases: 2048's highest tile. Matches report how many
// games reached each value.
template <class G>
concept HasMilestones = requires(const G& game, const StateOf<G>& state) {
  { game.milestone(state) } -> std::same_as<std::uint64_t>;
};

// A position that is played alike, with a lower milestone where it had at least this one: what a network has
// seldom seen, seen as what it knows (2048).
template <class G>
concept HasDowngrade = HasMilestones<G> &&
    requires(const G& game, const StateOf<G>& state, std::uint64_t milestone) {
  { game.downgraded(state, milestone) } -> std::same_as<StateOf<G>>;
};

// How many points player 0 leads by if the board were counted as it stands, in games of two players that
// count points: the area of Go less komi, the discs of Othello.
template <class G>
concept HasScore = requires(const G& game, const StateOf<G>& state) {
  { game.score(state) } -> std::same_as<double>;
};

// The state after each legal move of a single player and the move's reward, before chance moves; all in one
// call.
template <class Move, class State>
struct Afterstate {
  Move move;
  State state;
  double paid;
};
template <class G>
using AfterstateListOf = FixedList<Afterstate<MoveOf<G>, StateOf<G>>, static_cast<std::size_t>(G::max_legal)>;
template <class G>
concept HasAfterstates = requires(const G& game, const StateOf<G>& state, AfterstateListOf<G>& list) {
  { game.afterstates(state, list) } -> std::same_as<void>;
};

// The board as 4 × 4 cells of four bits (core/nibble_board.hpp), for n-tuple networks.
template <class G>
concept HasCells = requires(const G& game, const StateOf<G>& state) {
  { game.cells(state) } -> std::same_as<std::uint64_t>;
};

}  // namespace banyan
