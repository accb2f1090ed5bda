// Writes the data of a training run: its settings, every finished game with its samples, a
// row of metrics for each generation, and the ladder. One SQLite file; store/run_reader.hpp reads it from
// outside.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/store/database.hpp>
#include <banyan/store/run_records.hpp>

namespace banyan {

struct RunTotals {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::uint64_t evaluations = 0;
};

class RunStore {
 public:
  // Creates missing tables, and columns that older versions did not have.
  static Result<RunStore> open(const std::filesystem::path& path);

  // Settings by name.
  Result<std::optional<std::string>> get(std::string_view name) const;
  Result<void> set(std::string_view name, std::string_view value) const;

  // The game is durable once this returns.
  Result<void> add_game(const StoredGame& game) const;
  // The stored games of a generation.
  Result<std::set<std::uint64_t>> numbers(std::uint64_t generation) const;
  // The games from this generation on, in the order of their numbers.
  Result<void> for_each_game(std::uint64_t from_generation,
                             const std::function<void(const StoredGame&)>& visit) const;
  Result<RunTotals> totals() const;
  // How far players came back in the games of these generations without resignation.
  Result<std::vector<double>> comebacks(std::uint64_t from_generation, std::uint64_t before_generation) const;

  // Stores the metrics of a generation, which also marks it as done.
  Result<void> finish_generation(const StoredMetrics& metrics) const;
  // Of the last generation that is done.
  Result<std::optional<StoredMetrics>> last_metrics() const;

  // Stores the results of a ladder rung in one transaction; ratings replace earlier ones.
  Result<void> add_rung(const StoredRung& rung) const;

 private:
  explicit RunStore(Database database) : database_(std::move(database)) {}
  Result<void> write_rung(const StoredRung& rung) const;
  Database database_;
};

}  // namespace banyan
