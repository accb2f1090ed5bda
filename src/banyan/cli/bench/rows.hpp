// The measurements of `bench`: a table with an entry for each row. A new row is a function and a line.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/session/any_game.hpp>

namespace banyan::cli {

struct BenchSettings {
  std::uint64_t sims = 100'000;
  std::uint32_t threads = 1;
  std::uint32_t repeats = 3;
  std::uint64_t seed = 1;
  std::string net{};  // for td_train and td_play; none: a new network
};

// One measurement; NaN if a row has no such number.
struct Measure {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();
  double per_second = none;
  double per_cpu_second = none;
  double value = none;
  std::optional<std::uint64_t> sims{};  // of its search; fewer than asked for if the root was proven
};

// One game under measurement. Searches that several rows use are run once per repeat.
class BenchGame {
 public:
  BenchGame(std::shared_ptr<const AnyGame> game, const BenchSettings& settings, std::stop_token stop)
      : game_(std::move(game)), settings_(settings), stop_(std::move(stop)), searches_(settings.repeats) {}

  [[nodiscard]] const AnyGame& game() const { return *game_; }
  [[nodiscard]] const BenchSettings& settings() const { return settings_; }
  [[nodiscard]] const std::stop_token& stop() const { return stop_; }
  // `uct` from the start with its default options, within the settings' simulations.
  const Analysis& search(std::uint32_t repeat);
  // The same without playouts, so that all its time is spent in the tree.
  [[nodiscard]] Analysis search_tree_only(std::uint32_t repeat) const;
  // In deterministic mode, whose result does not depend on the number of threads.
  [[nodiscard]] Analysis search_deterministic(std::uint32_t repeat) const;

 private:
  [[nodiscard]] Analysis search_with(const std::string& more_keys, std::uint32_t repeat) const;

  std::shared_ptr<const AnyGame> game_;
  BenchSettings settings_;
  std::stop_token stop_;
  std::vector<std::optional<Analysis>> searches_;
};

struct BenchEntry {
  std::string_view name;
  std::string_view unit;
  std::string_view meaning;
  Measure (*measure)(BenchGame& game, std::uint32_t repeat);
  bool (*applies)(const GameInfo& game) = [](const GameInfo&) { return true; };
};

const std::vector<BenchEntry>& bench_entries();

// On networks (net_rows.cpp).
BenchEntry infer_entry();
BenchEntry self_play_entry();
// On learning by temporal differences (td_rows.cpp).
BenchEntry td_train_entry();
BenchEntry td_play_entry();

// Rows without a game, on one thread.
struct GamelessEntry {
  std::string_view name;
  std::string_view unit;
  std::string_view meaning;
  Measure (*measure)(std::uint64_t seed);
};

const std::vector<GamelessEntry>& gameless_entries();

struct BenchRow {
  std::string name;
  std::optional<std::string> game;  // empty for rows without a game
  std::optional<std::uint64_t> sims;
  std::optional<std::uint32_t> threads;
  Measure median;
  std::string unit;
  std::uint32_t repeats = 0;
  double spread = 0;  // (highest - lowest) / median of the repeats
};

// The repeats that were done before a stop; nothing if there are none.
std::optional<BenchRow> measure_row(const BenchEntry& entry, BenchGame& game, const std::string& game_spec);
std::optional<BenchRow> measure_row(const GamelessEntry& entry, const BenchSettings& settings,
                                    const std::stop_token& stop);

}  // namespace banyan::cli
