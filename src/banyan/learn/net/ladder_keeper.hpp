// Decides when a training measures its strength on the ladder and for how long, and stores the results.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/learn/net/ladder.hpp>
#include <banyan/nn/network.hpp>
#include <banyan/store/run_reader.hpp>
#include <banyan/store/run_store.hpp>

namespace banyan {

class LadderKeeper {
 public:
  // The share of the time since the last rung that a rung takes, and the most it may take where single games
  // are long.
  static constexpr double share = 0.11;
  static constexpr double most_share = 0.15;

  // Seconds between two rungs if none are given; 0 means no ladder at all.
  static double usual_interval(std::optional<double> minutes);

  LadderKeeper(Ladder ladder, double interval, const RunStore& store, const RunReader& reader)
      : ladder_(std::move(ladder)), interval_(interval), store_(store), reader_(reader) {}

  // Continues after the last rung of the run.
  Result<void> resume();

  [[nodiscard]] bool is_on() const { return interval_ > 0; }
  // How long the last rung of a run will take.
  [[nodiscard]] double last_seconds() const { return share * interval_; }
  [[nodiscard]] bool is_due(double seconds) const;

  // The network plays its matches; the results and the network are stored. Nothing if it was stopped.
  Result<std::optional<StoredRung>> climb(const RungStart& start, const Network& network,
                                          const std::stop_token& stop);

  // Of the last network that was measured, and its generation; NaN and 0 before.
  [[nodiscard]] const StoredRating& rating() const { return rating_; }
  [[nodiscard]] std::uint64_t generation() const { return generation_; }

 private:
  // In long runs rungs become rarer, which bounds the number of networks to rate.
  [[nodiscard]] double interval(double seconds) const;

  Ladder ladder_;
  double interval_;
  const RunStore& store_;
  const RunReader& reader_;
  StoredRating rating_;
  std::uint64_t generation_ = 0;
  double end_ = 0;   // of the last rung: second of the run
  double cost_ = 0;  // seconds it took
};

// The networks among those rated, in order.
std::vector<StoredRating> rated_networks(const std::vector<StoredRating>& ratings);

}  // namespace banyan
