// What a training run keeps: its settings, every finished game with what there is to learn from it, and a
// line of metrics for each generation. One SQLite file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <banyan/core/result.hpp>
#include <banyan/store/database.hpp>

namespace banyan {

struct StoredGame {
  std::uint64_t number = 0;
  std::uint64_t generation = 0;
  std::string_view moves;
  double outcome = 0;  // for the player who began
  std::uint64_t plies = 0;
  std::uint64_t positions = 0;
  std::uint64_t evaluations = 0;
  std::string_view samples;
};

struct StoredMetrics {
  std::uint64_t generation = 0;
  double seconds = 0;  // of the whole run so far
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::uint64_t evaluations = 0;
  double policy_loss = 0;
  double value_loss = 0;
};

struct RunTotals {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::uint64_t evaluations = 0;
};

class RunStore {
 public:
  static Result<RunStore> open(const std::filesystem::path& path);

  // Settings by name.
  Result<std::optional<std::string>> get(std::string_view name) const;
  Result<void> set(std::string_view name, std::string_view value) const;

  // Each is there for good once this returns.
  Result<void> add_game(const StoredGame& game) const;
  // The games of a generation that are there already.
  Result<std::set<std::uint64_t>> numbers(std::uint64_t generation) const;
  // The games from this generation on, in the order of their numbers.
  Result<void> for_each_game(std::uint64_t from_generation,
                             const std::function<void(const StoredGame&)>& visit) const;
  Result<RunTotals> totals() const;

  // Metrics of a generation, and in the same moment that it is done.
  Result<void> finish_generation(const StoredMetrics& metrics) const;
  // Of the last generation that is done.
  Result<std::optional<StoredMetrics>> last_metrics() const;

 private:
  explicit RunStore(Database database) : database_(std::move(database)) {}
  Database database_;
};

}  // namespace banyan
