// `match --save`: the games of a match in one file, in the game's usual format.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <banyan/arena/match.hpp>
#include <banyan/core/file_writer.hpp>
#include <banyan/session/game_files.hpp>

namespace banyan::cli {

// Writes games as they end, beside the file, which they replace at the end: no more memory than for one game,
// and a kill leaves the file as it was.
class GamesFile {
 public:
  // An error if the file's ending names no format that can hold several games of this kind.
  static Result<GamesFile> open(const std::string& file, const AnyGame& game,
                                const std::vector<std::string>& agents);

  void add(const PlayedGame& played);
  [[nodiscard]] std::uint64_t games() const { return games_; }
  // Puts the file in place, unless no game has ended.
  [[nodiscard]] Result<void> commit();

 private:
  GamesFile(const std::string& file, const AnyGame& game, const std::vector<std::string>& agents,
            RecordStyle style)
      : file_(std::make_unique<FileWriter>(file)), game_(&game), agents_(&agents), style_(style) {}

  std::unique_ptr<FileWriter> file_;
  const AnyGame* game_;
  const std::vector<std::string>* agents_;
  RecordStyle style_;
  std::uint64_t games_ = 0;
};

}  // namespace banyan::cli
