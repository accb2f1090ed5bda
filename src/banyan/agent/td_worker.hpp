// Temporal-difference learning of an n-tuple network by playing against chance: the value of an afterstate (a
// board after the player's move, before chance moves) is moved towards what the next move pays plus the value
// of the afterstate it leads to, or towards 0 where the game ends. A student that learns backward does so
// once the game is over.
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

  // One move in every game, or one step back where a game is over and learnt from its end; calls
  // ended(TdGame) for each game that ends. Returns the moves made.
  template <bool Learn, class Ended>
  std::uint64_t round(Ended&& ended) {
    std::uint64_t moves = 0;
    for (Lane& lane : lanes_) {
      if (lane.steps_back > 0) {
        step_back(lane);
      } else if (move<Learn>(lane)) {
        ++moves;
      } else {
        if (lane.is_whole)
          ended(TdGame{.score = lane.score, .moves = lane.moves, .milestone = milestone(lane.state)});
        turn_back(lane);
      }
    }
    return moves;
  }

 private:
  static constexpr std::size_t games_at_once = 2;
  // A game played again from its middle that is over after so few moves is not played again.
  static constexpr std::size_t few_moves = 10;

  struct Step {
    StateOf<G> state;  // after the player's move
    float paid;
  };

  struct Lane {
    StateOf<G> state;
    AfterstateListOf<G> afterstates;
    std::array<NTupleNetwork::Places, G::max_legal> places;
    NTupleNetwork::Places last;  // of the afterstate the player chose
    double score = 0;
    std::uint64_t moves = 0;
    bool is_whole = true;  // not one that goes on from another's middle
    // Learning backward:
    std::vector<Step> path;      // the game's moves so far
    std::size_t steps_back = 0;  // moves still to be learnt from, once the game is over
    float target = 0;            // of the last of these
  };

  G game_;
  const TdStudent& student_;
  Random random_;
  std::vector<Lane> lanes_ = std::vector<Lane>(games_at_once);

  void begin(Lane& lane) {
    lane.state = game_.start();
    lane.is_whole = true;
    play_on(lane);
  }

  void play_on(Lane& lane) {
    lane.score = 0;
    lane.moves = 0;
    lane.path.clear();
    let_chance_move(lane);
    look_ahead(lane);
  }

  // At the end of a game: learns from it if that is still to be done, else begins another.
  void turn_back(Lane& lane) {
    lane.steps_back = lane.path.size();
    lane.target = 0;
    if (lane.steps_back == 0) return begin(lane);
    find_last(lane);
  }

  // Learns from the last move that is left, and asks for the weights of the one before.
  void step_back(Lane& lane) {
    const Step& step = lane.path[--lane.steps_back];
    const float value = student_.update(lane.last, lane.target);
    const auto lambda = static_cast<float>(student_.method.lambda);
    lane.target = step.paid + lambda * lane.target + (1 - lambda) * value;
    if (lane.steps_back > 0) return find_last(lane);
    if (!student_.method.restarts || lane.path.size() <= few_moves) return begin(lane);
    lane.is_whole = false;
    lane.state = lane.path[lane.path.size() / 2].state;
    play_on(lane);
  }

  void find_last(Lane& lane) {
    student_.network.find(game_.cells(lane.path[lane.steps_back - 1].state), lane.last);
    student_.prefetch_update(lane.last);
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
    const bool forward = Learn && student_.method.order == TdOrder::forward;
    if (forward && lane.moves > 0) student_.update(lane.last, best_target);
    if (lane.afterstates.empty()) return false;
    lane.state = lane.afterstates[best].state;
    lane.score += lane.afterstates[best].paid;
    ++lane.moves;
    if (forward) {
      lane.last = lane.places[best];
      student_.prefetch_update(lane.last);
    } else if (Learn) {
      lane.path.push_back({lane.state, static_cast<float>(lane.afterstates[best].paid)});
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
