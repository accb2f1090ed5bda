// `banyan play` without arguments on a terminal: asks for a game, its variant, an opponent and a side.
#pragma once

#include <banyan/cli/command.hpp>

namespace banyan::cli {

int choose_and_play(const Program& program);

}  // namespace banyan::cli
