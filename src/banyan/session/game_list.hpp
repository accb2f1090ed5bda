// The games of a program, by name: all of games.def, or a user's own.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <banyan/session/any_game.hpp>

namespace banyan {

class GameList {
 public:
  explicit GameList(std::vector<GameEntry> entries) : entries_(std::move(entries)) {}

  [[nodiscard]] const std::vector<GameEntry>& entries() const { return entries_; }

  // Makes the game of a spec such as `gomoku:width=8`; the error lists the valid names or keys.
  [[nodiscard]] Result<std::shared_ptr<const AnyGame>> make(std::string_view spec) const;

 private:
  std::vector<GameEntry> entries_;
};

// The spec of the same game in which nobody claims a draw; empty where no game ends so.
std::string unclaimed_spec(const GameInfo& info);

}  // namespace banyan
