// What several learners have changed in a network that they began with alike. Changes are sums, so that they
// can be added up on their way between processes; only weights that somebody changed are among them.
//
// A weight that one learner alone has changed keeps what it learned. Where several have, it moves by the mean
// of their changes if their errors cancelled, as each has then come to where it wants to be, and by twice
// that if all errors had one sign; that is temporal coherence over a round. (By their sum four learners
// diverge: docs/notebook/2026-11-cluster.md.) A student of td, which doesn't note errors, moves by the mean.
// The statistics of coherence are evidence, and add up.
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

// Makes them in `before`, and brings `now` there. All that `now` changed must be among them.
void make_changes(const TdChanges& changes, const TdStudent& before, const TdStudent& now);

// Takes back all that changed.
void undo_changes(const TdStudent& before, const TdStudent& now);

}  // namespace banyan
