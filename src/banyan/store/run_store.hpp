// Writes what a training run keeps: its settings, every finished game with what there is to learn from it, a
// line of metrics for each generation, and the ladder. One SQLite file; store/run_reader.hpp reads it from
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
  // Makes what is missing, columns that older versions did not have included.
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
  // How far players came back in the games of these generations that nobody might give up.
  Result<std::vector<double>> comebacks(std::uint64_t from_generation, std::uint64_t before_generation) const;

  // Metrics of a generation, and in the same moment that it is done.
  Result<void> finish_generation(const StoredMetrics& metrics) const;
  // Of the last generation that is done.
  Result<std::optional<StoredMetrics>> last_metrics() const;

  // What a rung of the ladder has brought, all of it or nothing; ratings take the place of earlier ones.
  Result<void> add_rung(const StoredRung& rung) const;

 private:
  explicit RunStore(Database database) : database_(std::move(database)) {}
  Result<void> write_rung(const StoredRung& rung) const;
  Database database_;
};

}  // namespace banyan
