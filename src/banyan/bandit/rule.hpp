// What a rule is: it chooses an arm and is told what the arm paid. Rewards are scaled to [0,1] unless the
// rule says otherwise. A rule is made from its parameters and the setting it is put into.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/fields.hpp>
#include <banyan/core/random.hpp>

namespace banyan::bandit {

// do_it(0) … do_it(count − 1). Games of three actions are common, and a loop of so few rounds costs more
// than what is done in it.
template <class Do>
[[gnu::always_inline]] inline void for_each_action(std::size_t count, Do&& do_it) {
  if (count == 3) {
    do_it(std::size_t{0}), do_it(std::size_t{1}), do_it(std::size_t{2});
  } else {
    for (std::size_t i = 0; i < count; ++i) do_it(i);
  }
}

struct Setting {
  std::size_t arms;            // at least one
  std::uint64_t horizon;       // how many pulls there will be, for the rules that want to know
  bool full_feedback = false;  // every arm's reward is shown after each pull, not only the pulled one's
};

template <class R>
concept Rule = requires(R rule, Random& random, std::size_t arm, double reward) {
  { rule.choose(random) } -> std::same_as<std::size_t>;
  rule.tell(arm, reward);
};

// A rule with a name, so that a spec like `ucb1:k=2` can make it. problem() says what is missing or does
// not go together; empty when all is well.
template <class R>
concept NamedRule = Rule<R> && Parameters<typename R::Params> &&
    std::constructible_from<R, typename R::Params, Setting> &&
    requires(const typename R::Params& params, const Setting& setting) {
  { R::name } -> std::convertible_to<std::string_view>;
  { R::help } -> std::convertible_to<std::string_view>;
  { R::problem(params, setting) } -> std::convertible_to<std::string>;
};

// A rule that plays a mixed strategy: it can say with what probability it pulls each arm next.
template <class R>
concept MixedRule = Rule<R> && requires(const R& rule) {
  { rule.strategy() } -> std::convertible_to<std::span<const double>>;
};

// A rule that can use what every arm would have paid, beside what it got.
template <class R>
concept FullFeedbackRule = MixedRule<R> && requires(R rule, std::span<const double> rewards, double got) {
  rule.tell_all(rewards, got);
};

// What is known of one arm: all that an index needs.
struct Tally {
  double sum = 0;
  double squares = 0;
  double n = 0;

  void add(double reward) {
    sum += reward;
    squares += reward * reward;
    n += 1;
  }
  [[nodiscard]] double mean() const { return sum / n; }
};

namespace detail {
// The first of the largest.
template <class Score>
std::size_t arg_max(std::size_t count, Score&& score) {
  std::size_t best = 0;
  double highest = score(std::size_t{0});
  for (std::size_t i = 1; i < count; ++i) {
    const double value = score(i);
    if (value > highest) {
      highest = value;
      best = i;
    }
  }
  return best;
}

inline std::string lacks(std::string_view rule, std::string_view key, std::string_view example) {
  return std::string(rule) + " lacks " + std::string(key) + "; write for example " + std::string(rule) + ":" +
         std::string(key) + "=" + std::string(example);
}
}  // namespace detail

}  // namespace banyan::bandit
