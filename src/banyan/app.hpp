// The whole program for games of one's own: the page, play, analyze, match, train and the rest.
//
//   int main(int argc, char** argv) { return banyan::run_app<MyGame>(argc, argv); }
//
// With several games, as run_app<MyGame, OtherGame>, commands take the game's name; the page opens the first.
// Link with banyan::app.
#pragma once

#include <banyan/cli/program.hpp>
#include <banyan/session/game_of.hpp>

// Where Banyan is installed: banyan::app and banyan-app.pc define it.
#ifndef BANYAN_PREFIX
#define BANYAN_PREFIX ""
#endif

namespace banyan {

template <Game... Games>
requires(sizeof...(Games) > 0) int run_app(int argc, const char* const* argv) {
  return run_program(GameList({game_entry<Games>()...}), argc, argv, BANYAN_PREFIX);
}

}  // namespace banyan
