// The program: parses the arguments, runs the subcommand, and returns the exit code.
#pragma once

#include <string_view>

#include <banyan/session/game_list.hpp>

namespace banyan {

// Runs the whole program over these games. If there is only one game, its name may be left out. `prefix` is
// where Banyan is installed, to find its programs and files; empty if unknown.
int run_program(const GameList& games, int argc, const char* const* argv, std::string_view prefix = {});

}  // namespace banyan
