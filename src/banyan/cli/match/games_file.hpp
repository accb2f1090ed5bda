// `match --save`: the games of a match in one file, in the game's usual format.
#pragma once

#include <string>
#include <vector>

#include <banyan/arena/match.hpp>
#include <banyan/session/game_files.hpp>

namespace banyan::cli {

// Gathers games and writes them at the end.
class GamesFile {
 public:
  // An error if the file's ending names no format that can hold several games of this kind.
  static Result<GamesFile> open(const std::string& file, const AnyGame& game,
                                const std::vector<std::string>& agents);

  void add(const PlayedGame& played);
  [[nodiscard]] Result<void> write() const;

 private:
  GamesFile(std::string file, const AnyGame& game, const std::vector<std::string>& agents, RecordStyle style)
      : file_(std::move(file)), game_(&game), agents_(&agents), style_(style) {}

  std::string file_;
  const AnyGame* game_;
  const std::vector<std::string>* agents_;
  RecordStyle style_;
  std::string text_;
};

}  // namespace banyan::cli
