// What a game in the terminal is started with, by the command line or by the menu.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <banyan/cli/command.hpp>
#include <banyan/cli/options.hpp>

namespace banyan::cli {

struct PlayOptions {
  PositionOptions position;
  std::vector<std::string> seats;  // in order; the others are filled up
  std::string agent;               // for the seats that are not given, and for hints
  std::string load;
  std::string save;
  bool watch = false;
  std::optional<double> speed;  // moves a second that are watched, at most
  std::string replay;
  bool json = false;
};

Result<int> play(const Program& program, PlayOptions& options);

}  // namespace banyan::cli
