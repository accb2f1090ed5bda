// The whole program for a game of one's own: show, play, analyze, match, perft and bench.
//
//   int main(int argc, char** argv) { return banyan::run_app<MyGame>(argc, argv); }
//
// Link with banyan::app.
#pragma once

#include <banyan/cli/program.hpp>
#include <banyan/session/game_of.hpp>

namespace banyan {

template <Game G>
int run_app(int argc, const char* const* argv) {
  return run_program(GameList({game_entry<G>()}), argc, argv);
}

}  // namespace banyan
