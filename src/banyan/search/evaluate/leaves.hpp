// Leaves in flight: simulations that have reached a leaf and wait until the evaluator is called for all of
// them in one batch. Networks evaluate a batch faster than single positions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <banyan/search/evaluate/evaluator.hpp>
#include <banyan/search/path.hpp>

namespace banyan {

// One thread's.
template <Game G>
class LeavesInFlight {
 public:
  void clear() { count_ = 0; }
  [[nodiscard]] std::size_t size() const { return count_; }

  // Whether a simulation that is still under way ends at this child.
  [[nodiscard]] bool has(const Slot& slot) const {
    return std::any_of(ways_.begin(), ways_.begin() + static_cast<std::ptrdiff_t>(count_),
                       [&](const Way& way) { return way.steps.back().slot == slot; });
  }

  // Keeps the way, whose last step leads to this state. `moves` are those to ask about, none at chance; they
  // are complete if no other needs to be searched.
  void add(std::span<const PathStep<G>> steps, const StateOf<G>& state, const MoveListOf<G>& moves,
           bool is_complete) {
    if (count_ == ways_.size()) {
      ways_.emplace_back();
      questions_.emplace_back();
    }
    ways_[count_].steps.assign(steps.begin(), steps.end());
    ways_[count_].is_complete = is_complete;
    questions_[count_] = {.state = state, .legal = moves};
    ++count_;
  }

  // What is to be asked about the leaves, with room for the answers.
  [[nodiscard]] std::span<Question<G>> questions() {
    for (std::size_t i = 0; i < count_; ++i)
      questions_[i].priors = std::span(ways_[i].priors.data(), questions_[i].legal.size());
    return std::span(questions_).first(count_);
  }
  // The way to one of them.
  [[nodiscard]] std::span<const PathStep<G>> steps(std::size_t i) const { return ways_[i].steps; }
  [[nodiscard]] bool is_complete(std::size_t i) const { return ways_[i].is_complete; }

  [[nodiscard]] std::size_t bytes() const {
    std::size_t steps = 0;
    for (const Way& way : ways_) steps += way.steps.capacity();
    return ways_.capacity() * sizeof(Way) + questions_.capacity() * sizeof(Question<G>) +
           steps * sizeof(PathStep<G>);
  }

 private:
  struct Way {
    std::vector<PathStep<G>> steps;
    std::array<float, static_cast<std::size_t>(G::max_legal)> priors{};
    bool is_complete = true;
  };
  static constexpr std::size_t usual_steps = 64;

 public:
  // What so many leaves take, while lists grow.
  static constexpr std::size_t most_bytes(std::size_t leaves) {
    return leaves * (3 * (sizeof(Way) + sizeof(Question<G>)) + usual_steps * sizeof(PathStep<G>));
  }

 private:
  std::vector<Way> ways_;
  std::vector<Question<G>> questions_;
  std::size_t count_ = 0;
};

}  // namespace banyan
