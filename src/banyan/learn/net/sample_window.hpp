// The training window: the samples of the latest generations. The store keeps those of every generation; the
// learner has a copy of those within the window, oldest first.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/learn/net/trainer_process.hpp>
#include <banyan/store/run_store.hpp>

namespace banyan {

class SampleWindow {
 public:
  // It grows to `most` generations: games of early, weak networks are dropped soon.
  explicit SampleWindow(std::uint64_t most) : most_(most) {}

  // The learner of a resumed run gets the samples that it had after that many generations.
  Result<void> refill(const RunStore& store, TrainerProcess& trainer, std::uint64_t generations) {
    const std::uint64_t from = generations - std::min(generations, size(generations - 1));
    std::string samples;
    positions_.assign(generations - from, 0);
    const auto read = store.for_each_game(from, [&](const StoredGame& game) {
      if (game.generation >= generations) return;  // of the generation that was under way
      positions_[game.generation - from] += game.positions;
      samples += game.samples;
    });
    return read ? trainer.add_samples(samples) : read;
  }

  // The samples of a generation.
  struct Harvest {
    std::uint64_t positions = 0;
    std::uint64_t plies = 0;
    std::uint64_t resigned = 0;     // games
    std::vector<double> comebacks;  // of games without resignation
  };
  // The generation's games go to the learner, and the oldest that no longer fit are dropped.
  Result<Harvest> add(const RunStore& store, TrainerProcess& trainer, std::uint64_t generation) {
    std::string samples;
    Harvest harvest;
    const auto read = store.for_each_game(generation, [&](const StoredGame& game) {
      harvest.positions += game.positions;
      harvest.plies += game.plies;
      if (game.resigned) ++harvest.resigned;
      if (!std::isnan(game.comeback)) harvest.comebacks.push_back(game.comeback);
      samples += game.samples;
    });
    if (!read) return read.error();
    if (auto added = trainer.add_samples(samples); !added) return added.error();
    positions_.push_back(harvest.positions);
    std::uint64_t dropped = 0;
    for (; positions_.size() > size(generation); positions_.pop_front()) dropped += positions_.front();
    if (dropped > 0)
      if (auto done = trainer.drop_samples(dropped); !done) return done.error();
    return harvest;
  }

 private:
  static constexpr std::uint64_t least = 4;
  [[nodiscard]] std::uint64_t size(std::uint64_t generation) const {
    return std::min(most_, least + generation / 2);
  }

  std::uint64_t most_;
  std::deque<std::uint64_t> positions_;  // of each generation in the window
};

}  // namespace banyan
