// The options of a game in the terminal, from the command line or the menu.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <banyan/cli/command.hpp>
#include <banyan/cli/options.hpp>

namespace banyan::cli {

struct PlayOptions {
  PositionOptions position;
  std::vector<std::string> seats;  // in order; missing ones are filled up
  std::string agent;               // for the seats that are not given and for hints
  std::string load;
  std::string save;
  bool watch = false;
  std::optional<double> speed;  // moves per second when watching, at most
  std::string replay;
  bool json = false;
};

Result<int> play(const Program& program, PlayOptions& options);

}  // namespace banyan::cli
