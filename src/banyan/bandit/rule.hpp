// What a rule is: it chooses an arm and is told what the arm paid. A rule is made from its parameters and the
// setting it is put into.
//
// Rules may be called from a user's loop, so tell() validates its arguments in every build: the arm exists,
// and the reward is a number no larger than largest_reward. Otherwise it returns an error and learns nothing.
// What is proven of a rule holds for rewards in [0,1], unless the rule says otherwise; rewards outside of it
// void the bound on regret, but the rule stays sound: it never chooses an arm that does not exist, and no
// probability becomes NaN. Without arms choose() gives 0 and tell() says that there are none.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/fields.hpp>
#include <banyan/core/random.hpp>
#include <banyan/core/result.hpp>
#include <banyan/core/value.hpp>

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
  { rule.tell(arm, reward) } -> std::same_as<Result<void>>;
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
  { rule.tell_all(rewards, got) } -> std::same_as<Result<void>>;
};

// Rewards, utilities and payoffs are at most this large in size: their squares, and the sums and differences
// of any number of them, stay finite.
inline constexpr double largest_reward = 1e100;

// False for NaN, too. An average of the largest may exceed them by rounding.
inline bool usable_reward(double reward) { return std::abs(reward) <= largest_reward * (1 + 1e-9); }

namespace detail {
[[gnu::cold, gnu::noinline]] inline Error explain_telling(std::size_t arms, std::size_t arm, double reward) {
  if (arms == 0) return Error{"there are no arms to choose among"};
  if (arm >= arms)
    return Error{"arm " + std::to_string(arm) + " is unknown; there are " + std::to_string(arms) +
                 ", counted from 0"};
  return Error{"the reward of arm " + std::to_string(arm) + " is " + print_number(reward) +
               "; a reward is a finite number, at most 1e100 in size"};
}
[[gnu::cold, gnu::noinline]] inline Error explain_telling(std::size_t arms, std::span<const double> rewards,
                                                          double got) {
  if (arms == 0) return Error{"there are no arms to choose among"};
  if (rewards.size() != arms)
    return Error{std::to_string(rewards.size()) + " rewards were told for " + std::to_string(arms) + " arms"};
  for (std::size_t arm = 0; arm < arms; ++arm)
    if (!usable_reward(rewards[arm])) return explain_telling(arms, arm, rewards[arm]);
  return Error{"the reward got is " + print_number(got) +
               "; a reward is a finite number, at most 1e100 in size"};
}
}  // namespace detail

// What tell(arm, reward) checks, and tell_all(rewards, got).
inline Result<void> check_telling(std::size_t arms, std::size_t arm, double reward) {
  if (arm < arms && usable_reward(reward)) [[likely]]
    return {};
  return detail::explain_telling(arms, arm, reward);
}
inline Result<void> check_telling(std::size_t arms, std::span<const double> rewards, double got) {
  bool usable = arms > 0 && rewards.size() == arms && usable_reward(got);
  if (usable) for_each_action(arms, [&](std::size_t i) { usable &= usable_reward(rewards[i]); });
  if (usable) [[likely]]
    return {};
  return detail::explain_telling(arms, rewards, got);
}

// Tells a rule what came of its choice: what every arm would have paid where the rule can use that and `full`
// allows it, else only what the chosen one paid. Precondition: the rewards are usable, as the payoffs of a
// game that passed its check() are.
template <Rule R>
void inform(R& rule, std::span<const double> rewards, std::size_t chosen, bool full = true) {
  Result<void> told;
  if constexpr (FullFeedbackRule<R>) {
    told = full ? rule.tell_all(rewards, rewards[chosen]) : rule.tell(chosen, rewards[chosen]);
  } else {
    (void)full;
    told = rule.tell(chosen, rewards[chosen]);
  }
  assert(told);
}

// What is known of one arm: all that an index needs.
struct ArmTally {
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
// The first of the largest; 0 where there are none.
template <class Score>
std::size_t arg_max(std::size_t count, Score&& score) {
  if (count == 0) return 0;
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

// What 1/p-fold rewards are divided by. Draws are multiples of 2^-53, so an arm with a smaller probability
// is only told about by rounding or by the user's choice; the estimate then stays finite.
inline double seen_with(double probability) { return std::max(probability, 0x1p-53); }

inline std::string lacks(std::string_view rule, std::string_view key, std::string_view example) {
  return std::string(rule) + " lacks " + std::string(key) + "; write for example " + std::string(rule) + ":" +
         std::string(key) + "=" + std::string(example);
}
}  // namespace detail

}  // namespace banyan::bandit
