#include <banyan/learn/td/changes.hpp>

#include <cmath>

namespace banyan {

namespace {
// A weight with its statistics, which a student of td doesn't have.
struct WeightPlace {
  float* weight;
  Coherence* coherence;

  WeightPlace(const TdStudent& student, std::size_t place)
      : weight(&student.network.weights()[place]),
        coherence(student.rule == TdRule::tc ? &student.coherence.entries()[place] : nullptr) {}

  void become(const WeightPlace& other) const {
    *weight = *other.weight;
    if (coherence != nullptr) *coherence = *other.coherence;
  }
};

// How much of the sum of its changes a weight moves by.
float share_of(const TdChange& change) {
  if (change.learners == 1) return 1;
  const float agreement = change.sizes > 0 ? std::abs(change.errors) / change.sizes : 0;
  return (1 + agreement) / static_cast<float>(change.learners);
}
}  // namespace

TdChanges changes_of(const TdStudent& before, const TdStudent& now, std::size_t first, std::size_t last) {
  TdChanges changes;
  for (std::size_t place = first; place < last; ++place) {
    const WeightPlace old(before, place);
    const WeightPlace young(now, place);
    TdChange change{.place = static_cast<std::uint32_t>(place), .weight = *young.weight - *old.weight};
    if (old.coherence != nullptr) {
      change.errors = young.coherence->errors - old.coherence->errors;
      change.sizes = young.coherence->sizes - old.coherence->sizes;
    }
    if (change == TdChange{.place = change.place}) continue;
    change.learners = 1;
    changes.push_back(change);
  }
  return changes;
}

TdChanges add_changes(const TdChanges& some, const TdChanges& more) {
  TdChanges all;
  all.reserve(some.size() + more.size());
  auto a = some.begin();
  auto b = more.begin();
  while (a != some.end() || b != more.end()) {
    if (b == more.end() || (a != some.end() && a->place < b->place)) {
      all.push_back(*a++);
    } else if (a == some.end() || b->place < a->place) {
      all.push_back(*b++);
    } else {
      all.push_back({.place = a->place,
                     .learners = a->learners + b->learners,
                     .weight = a->weight + b->weight,
                     .errors = a->errors + b->errors,
                     .sizes = a->sizes + b->sizes});
      ++a;
      ++b;
    }
  }
  return all;
}

void make_changes(const TdChanges& changes, const TdStudent& before, const TdStudent& now) {
  for (const TdChange& change : changes) {
    const WeightPlace old(before, change.place);
    *old.weight += change.weight * share_of(change);
    if (old.coherence != nullptr) {
      old.coherence->errors += change.errors;
      old.coherence->sizes += change.sizes;
    }
    WeightPlace(now, change.place).become(old);
  }
}

void undo_changes(const TdStudent& before, const TdStudent& now) {
  for (std::size_t place = 0; place < now.network.weights().size(); ++place) {
    const WeightPlace young(now, place);
    const WeightPlace old(before, place);
    // Memory that nobody has touched stays so.
    if (*young.weight != *old.weight ||
        (young.coherence != nullptr && (young.coherence->errors != old.coherence->errors ||
                                        young.coherence->sizes != old.coherence->sizes)))
      young.become(old);
  }
}

}  // namespace banyan
