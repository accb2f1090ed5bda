// An n-tuple network under training by temporal differences: how one error moves the weights of a board.
//
// `td` moves all weights alike, TD(0) of Szubert & Jaśkowski 2014. `tc`, temporal coherence (Beal & Smith
// 1999; Jaśkowski, "Mastering 2048 with Delayed Temporal Coherence Learning …", 2016) moves each by how much
// its past errors agree in sign. Threads share the weights without locks: an update now and then lost does no
// harm (Niu, Recht, Ré & Wright, "Hogwild!", 2011).
#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <span>

#include <banyan/core/page_block.hpp>
#include <banyan/nn/ntuple/file.hpp>
#include <banyan/nn/ntuple/method.hpp>
#include <banyan/nn/ntuple/network.hpp>

namespace banyan {

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
  TdMethod method;

  TdStudent(const NTupleShape& shape, TdRule the_rule, double the_rate, const TdMethod& the_method = {})
      : network(shape),
        coherence(the_rule == TdRule::tc ? shape.weights() : 0),
        rule(the_rule),
        rate(static_cast<float>(the_rate / static_cast<double>(shape.lookups()))),
        method(the_method) {}

  void prefetch_update(const NTupleNetwork::Places& places) const {
    if (rule != TdRule::tc) return;
    const CoherenceTable::Entry* entries = coherence.entries().data();
    for (std::size_t i = 0; i < network.lookups(); ++i) __builtin_prefetch(entries + places[i], 1);
  }

  // Moves the value of the board at these places towards the target; returns what it is then. (Weights that
  // the board has more than once count once in that.)
  float update(const NTupleNetwork::Places& places, float target) const {
    const float value = network.value(places);
    const float error = target - value;
    if (rule == TdRule::tc) return value + update_coherently(places, error);
    const float step = rate * error;
    for (std::size_t i = 0; i < network.lookups(); ++i) add(network.weights()[places[i]], step);
    return value + step * static_cast<float>(network.lookups());
  }

 private:
  static float load(float& number) { return std::atomic_ref(number).load(std::memory_order_relaxed); }
  static void store(float& number, float x) { std::atomic_ref(number).store(x, std::memory_order_relaxed); }
  static void add(float& number, float step) { store(number, load(number) + step); }

  // The sum of the steps.
  float update_coherently(const NTupleNetwork::Places& places, float error) const {
    float* weights = network.weights().data();
    CoherenceTable::Entry* entries = coherence.entries().data();
    const float size = std::abs(error);
    float sum = 0;
    for (std::size_t i = 0; i < network.lookups(); ++i) {
      CoherenceTable::Entry& entry = entries[places[i]];
      const float errors = load(entry.errors);
      const float sizes = load(entry.sizes);
      const float agreement = sizes > 0 ? std::abs(errors) / sizes : 1;
      const float step = rate * error * agreement;
      add(weights[places[i]], step);
      sum += step;
      store(entry.errors, errors + error);
      store(entry.sizes, sizes + size);
    }
    return sum;
  }
};

}  // namespace banyan
