// The games a program knows, by name: all of games.def, or just one's own.
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

  // The game of a spec such as `gomoku:width=8`; the error says which games or keys there are.
  [[nodiscard]] Result<std::shared_ptr<const AnyGame>> make(std::string_view spec) const;

 private:
  std::vector<GameEntry> entries_;
};

}  // namespace banyan
