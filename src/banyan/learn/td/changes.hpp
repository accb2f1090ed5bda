// What several learners have changed in a network that they all began with. Changes are sums, so that they
// can be added up on their way between processes; only changed weights are included.
//
// A weight that one learner alone has changed keeps what it learned. Where several have, it moves by the mean
// of their changes if their errors cancelled, as each has then converged, and by twice that if all errors had
// one sign: temporal coherence over a round. (By their sum four learners diverge:
// docs/notebook/2026-11-cluster.md.) A student of td, which doesn't note errors, moves by the mean. The
// statistics of coherence are evidence, and add up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <banyan/nn/ntuple/student.hpp>

namespace banyan {

struct TdChange {
  std::uint32_t place = 0;     // of the weight
  std::uint32_t learners = 0;  // who changed it
  float weight = 0;
  float errors = 0;
  float sizes = 0;

  friend bool operator==(const TdChange&, const TdChange&) = default;
};
// By rising place.
using TdChanges = std::vector<TdChange>;

// What one learner has changed at these places since both were alike.
TdChanges changes_of(const TdStudent& before, const TdStudent& now, std::size_t first, std::size_t last);

TdChanges add_changes(const TdChanges& some, const TdChanges& more);

// Applies them to `before`, and makes `now` equal to it. They must include all changes of `now`.
void make_changes(const TdChanges& changes, const TdStudent& before, const TdStudent& now);

// Undoes all changes.
void undo_changes(const TdStudent& before, const TdStudent& now);

}  // namespace banyan
