// `banyan play` without further words on a terminal: a game, an opponent, and off it goes.
#pragma once

#include <banyan/cli/command.hpp>

namespace banyan::cli {

int choose_and_play(const Program& program);

}  // namespace banyan::cli
