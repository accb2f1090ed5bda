// Temporal-difference learning of an n-tuple network by playing against chance: the value of an afterstate (a
// board after the player's move, before chance moves) is moved towards what the next move pays plus the value
// of the afterstate it leads to, or towards 0 where the game ends.
//
// A thread plays several games in turn. While one game's weights are on their way from memory, the others
// compute.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <banyan/agent/td_player.hpp>
#include <banyan/core/random.hpp>
#include <banyan/game/game.hpp>
#include <banyan/nn/ntuple/evaluator.hpp>
#include <banyan/nn/ntuple/student.hpp>

namespace banyan {

// One thread's games. Learning is left out to measure play.
template <NTuplePlayable G>
class TdWorker {
 public:
  TdWorker(const G& game, const TdStudent& student, std::uint64_t seed, std::uint64_t stream)
      : game_(game), student_(student), random_(seed, stream) {
    for (Lane& lane : lanes_) begin(lane);
  }

  // One move in every game; calls ended(TdGame) for each that ends. Answers the moves made.
  template <bool Learn, class Ended>
  std::uint64_t round(Ended&& ended) {
    std::uint64_t moves = 0;
    for (Lane& lane : lanes_) {
      if (move<Learn>(lane)) {
        ++moves;
        continue;
      }
      ended(TdGame{.score = lane.score, .moves = lane.moves, .milestone = milestone(lane.state)});
      begin(lane);
    }
    return moves;
  }

 private:
  static constexpr std::size_t games_at_once = 2;

  struct Lane {
    StateOf<G> state;
    AfterstateListOf<G> afterstates;
    std::array<NTupleNetwork::Places, G::max_legal> places;
    NTupleNetwork::Places last;  // of the afterstate the player chose
    double score = 0;
    std::uint64_t moves = 0;
  };

  G game_;
  const TdStudent& student_;
  Random random_;
  std::vector<Lane> lanes_ = std::vector<Lane>(games_at_once);

  void begin(Lane& lane) {
    lane.state = game_.start();
    lane.score = 0;
    lane.moves = 0;
    let_chance_move(lane);
    look_ahead(lane);
  }

  // Chooses among the afterstates that look_ahead() found, learns from the choice, and looks ahead again.
  // False at the end of the game.
  template <bool Learn>
  bool move(Lane& lane) {
    float best_target = 0;  // where nothing is left to choose, nothing is left to gain
    std::size_t best = 0;
    for (std::size_t i = 0; i < lane.afterstates.size(); ++i) {
      const float target =
          static_cast<float>(lane.afterstates[i].paid) + student_.network.value(lane.places[i]);
      if (i > 0 && target <= best_target) continue;
      best_target = target;
      best = i;
    }
    if constexpr (Learn)
      if (lane.moves > 0) student_.update(lane.last, best_target);
    if (lane.afterstates.empty()) return false;
    lane.state = lane.afterstates[best].state;
    lane.score += lane.afterstates[best].paid;
    ++lane.moves;
    if constexpr (Learn) {
      lane.last = lane.places[best];
      student_.prefetch_update(lane.last);
    }
    let_chance_move(lane);
    look_ahead(lane);
    return true;
  }

  void let_chance_move(Lane& lane) {
    while (game_.current_player(lane.state) == chance_player)
      game_.apply(lane.state, sample_chance(game_, lane.state, random_));
  }

  void look_ahead(Lane& lane) {
    lane.afterstates.clear();
    game_.afterstates(lane.state, lane.afterstates);
    for (std::size_t i = 0; i < lane.afterstates.size(); ++i)
      student_.network.find(game_.cells(lane.afterstates[i].state), lane.places[i]);
  }

  std::uint64_t milestone(const StateOf<G>& state) const {
    if constexpr (HasMilestones<G>) {
      return game_.milestone(state);
    } else {
      return 0;
    }
  }
};

template <NTuplePlayable G>
class TdPlayerOf final : public TdPlayer {
 public:
  TdPlayerOf(const G& game, const TdStudent& student, std::uint64_t seed, std::uint64_t stream)
      : worker_(game, student, seed, stream) {}

  std::uint64_t learn(int rounds, std::vector<TdGame>& ended) override { return run<true>(rounds, ended); }
  std::uint64_t play(int rounds, std::vector<TdGame>& ended) override { return run<false>(rounds, ended); }

 private:
  template <bool Learn>
  std::uint64_t run(int rounds, std::vector<TdGame>& ended) {
    std::uint64_t moves = 0;
    for (int i = 0; i < rounds; ++i)
      moves += worker_.template round<Learn>([&](const TdGame& game) { ended.push_back(game); });
    return moves;
  }

  TdWorker<G> worker_;
};

}  // namespace banyan
