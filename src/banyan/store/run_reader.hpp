// Reads a training run, during or after it: settings, curves, ladder and games. Read-only;
// also reads runs of older versions, in which some tables and columns are missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/store/database.hpp>
#include <banyan/store/run_records.hpp>

namespace banyan {

class RunReader {
 public:
  // The file of a run (FOLDER/run.db); an error if it is not there or is something else.
  static Result<RunReader> open(const std::filesystem::path& path);

  // Of the run: game, learner, seed, version; more by newer versions.
  [[nodiscard]] Result<std::optional<std::string>> setting(std::string_view name) const;

  // In the order of generations, and from this one on.
  [[nodiscard]] Result<std::vector<StoredMetrics>> metrics(std::uint64_t from_generation = 0) const;
  // In the order in which they were played.
  [[nodiscard]] Result<std::vector<StoredMatch>> ladder() const;
  [[nodiscard]] Result<std::vector<StoredRating>> ratings() const;
  [[nodiscard]] Result<std::vector<StoredAccuracy>> accuracy() const;

  // So many games, spread evenly from the first to the latest.
  [[nodiscard]] Result<std::vector<SampleGame>> spread_games(std::size_t count) const;
  [[nodiscard]] Result<std::vector<SampleGame>> latest_games(std::size_t count) const;
  [[nodiscard]] Result<std::optional<SampleGame>> game(std::uint64_t number) const;
  // None if there is no such game.
  [[nodiscard]] Result<StoredSamples> samples(std::uint64_t number) const;
  // The game of that number, or the last one before it: those under way leave gaps.
  [[nodiscard]] Result<std::optional<SampleGame>> last_game_until(std::uint64_t number) const;

 private:
  explicit RunReader(Database database) : database_(std::move(database)) {}
  Database database_;
};

}  // namespace banyan
