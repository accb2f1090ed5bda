// Several games in one program: your own beside one that ships with Banyan. Commands take the name of a
// game; the page opens the first, and offers all.
#include <banyan/app.hpp>
#include <banyan/games/tictactoe.hpp>

#include "../own_game/domineering.hpp"

int main(int argc, char** argv) { return banyan::run_app<Domineering, banyan::TicTacToe>(argc, argv); }
