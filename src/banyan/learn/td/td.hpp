// Temporal-difference learning of an n-tuple network by playing against chance: the value of an afterstate (a
// board after the player's move, before chance moves) is moved towards what the next move pays plus the value
// of the afterstate it leads to, or towards 0 where the game ends.
//
// `td` moves all weights alike, TD(0) of Szubert & Jaśkowski 2014. `tc`, temporal coherence (Beal & Smith
// 1999; Jaśkowski, "Mastering 2048 with Delayed Temporal Coherence Learning …", 2016) moves each by how much
// its past errors agree in sign.
//
// A thread plays several games in turn. While one game's weights are on their way from memory, the others
// compute. Threads share the weights without locks: an update now and then lost does no harm (Niu, Recht, Ré
// & Wright, "Hogwild!", 2011).
#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <vector>

#include <banyan/core/page_block.hpp>
#include <banyan/core/random.hpp>
#include <banyan/game/game.hpp>
#include <banyan/nn/ntuple/file.hpp>
#include <banyan/nn/ntuple/network.hpp>

namespace banyan {

enum class TdRule { td, tc };
template <>
inline constexpr std::array enum_names<TdRule>{std::string_view("td"), std::string_view("tc")};

// For each weight, the sum of its errors and of their sizes.
class CoherenceTable {
 public:
  using Entry = Coherence;
  CoherenceTable() = default;
  explicit CoherenceTable(std::size_t weights) : memory_(weights * sizeof(Entry)), weights_(weights) {}
  [[nodiscard]] std::span<Entry> entries() const { return {static_cast<Entry*>(memory_.data()), weights_}; }

 private:
  PageBlock memory_;
  std::size_t weights_ = 0;
};

// The network under training and what is known about it.
struct TdStudent {
  NTupleNetwork network;
  CoherenceTable coherence;  // empty for td
  TdRule rule;
  float rate;  // of all weights of a board together

  TdStudent(const NTupleShape& shape, TdRule the_rule, double the_rate)
      : network(shape),
        coherence(the_rule == TdRule::tc ? shape.weights() : 0),
        rule(the_rule),
        rate(static_cast<float>(the_rate / static_cast<double>(shape.lookups()))) {}

  void prefetch_update(const NTupleNetwork::Places& places) const {
    if (rule != TdRule::tc) return;
    const CoherenceTable::Entry* entries = coherence.entries().data();
    for (std::size_t i = 0; i < network.lookups(); ++i) __builtin_prefetch(entries + places[i], 1);
  }

  // Moves the value of the board at these places towards the target.
  void update(const NTupleNetwork::Places& places, float target) const {
    const float error = target - network.value(places);
    if (rule == TdRule::tc) {
      update_coherently(places, error);
    } else {
      const float step = rate * error;
      for (std::size_t i = 0; i < network.lookups(); ++i) add(network.weights()[places[i]], step);
    }
  }

 private:
  static float load(float& number) { return std::atomic_ref(number).load(std::memory_order_relaxed); }
  static void store(float& number, float x) { std::atomic_ref(number).store(x, std::memory_order_relaxed); }
  static void add(float& number, float step) { store(number, load(number) + step); }

  void update_coherently(const NTupleNetwork::Places& places, float error) const {
    float* weights = network.weights().data();
    CoherenceTable::Entry* entries = coherence.entries().data();
    const float size = std::abs(error);
    for (std::size_t i = 0; i < network.lookups(); ++i) {
      CoherenceTable::Entry& entry = entries[places[i]];
      const float errors = load(entry.errors);
      const float sizes = load(entry.sizes);
      const float agreement = sizes > 0 ? std::abs(errors) / sizes : 1;
      add(weights[places[i]], rate * error * agreement);
      store(entry.errors, errors + error);
      store(entry.sizes, sizes + size);
    }
  }
};

// What came of a game.
struct TdGame {
  double score = 0;
  std::uint64_t moves = 0;
  std::uint64_t milestone = 0;
};

// One thread's games. Learning is left out to measure play.
template <HasAfterstates G>
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

}  // namespace banyan
