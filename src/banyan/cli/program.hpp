// The program: reads the words, finds the subcommand, runs it, and turns what happened into an exit code.
#pragma once

#include <string_view>

#include <banyan/session/game_list.hpp>

namespace banyan {

// The whole program over these games. Where there is only one game its name may be left out. `prefix` is
// where Banyan is installed, for the programs and files that come with it; empty if that is not known.
int run_program(const GameList& games, int argc, const char* const* argv, std::string_view prefix = {});

}  // namespace banyan
