// A rule against itself in a matrix game: every player uses it, and what they come to is the average of the
// strategies played. In a two-player zero-sum game that average tends to an equilibrium as fast as regret
// falls; exploitability measures how far it still is.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <banyan/bandit/experiment.hpp>
#include <banyan/bandit/matrix_game.hpp>

namespace banyan::bandit {

enum class Feedback { full, bandit };
enum class PlayMode { sampled, expected };

struct SelfPlayPlan {
  std::vector<Spec> rules;
  std::uint64_t steps = 1000;
  std::uint64_t seed = 0;
  std::size_t threads = 1;
  Feedback feedback = Feedback::full;  // for the rules that can use it
  PlayMode play = PlayMode::sampled;   // actions are drawn, or strategies meet on average
};

struct ExploitabilityPoint {
  std::uint64_t step;
  double exploitability;
};

struct SelfPlayOutcome {
  std::string rule;
  std::vector<MixedStrategy> strategies;  // the average, for each player
  double value = 0;                       // to the first player
  double exploitability = 0;
  std::uint64_t steps = 0;  // played
  std::vector<ExploitabilityPoint> curve;
};

struct SelfPlayResult {
  std::vector<SelfPlayOutcome> rules;
  double seconds = 0;
  bool stopped = false;
};

namespace detail {

// Rules that ask for rewards in [0,1] play the game scaled to that; the others the game as it is.
template <class R>
inline constexpr bool takes_any_reward = requires {
  requires bool(R::takes_any_reward);
};
// Rules whose average counts step t t-fold.
template <class R>
inline constexpr bool linear_average = requires {
  requires bool(R::linear_average);
};

template <NamedRule R>
class SelfPlay {
 public:
  SelfPlay(const MatrixGame& game, const typename R::Params& params, const SelfPlayPlan& plan)
      : game_(takes_any_reward<R> ? game : game.scaled_to_unit()),
        full_(FullFeedbackRule<R> && (plan.feedback == Feedback::full || plan.play == PlayMode::expected)),
        joint_(game.players(), 0) {
    for (std::size_t player = 0; player < game.players(); ++player) {
      rules_.emplace_back(params, Setting{game.action_count(player), plan.steps, full_});
      randoms_.emplace_back(plan.seed, player);
      sums_.emplace_back(game.action_count(player), 0.0);
    }
  }

  // Everyone draws an action, and is told what came of it.
  void sampled_step() {
    weight_ = linear_average<R> ? weight_ + 1 : 1;
    for (std::size_t player = 0; player < rules_.size(); ++player) {
      joint_[player] = rules_[player].choose(randoms_[player]);
      note_strategy(player);
    }
    for (std::size_t player = 0; player < rules_.size(); ++player)
      inform(rules_[player], game_.utilities(player, joint_), joint_[player], full_);
  }

  // Nothing is drawn: one player after the other is told what each action would pay on average against the
  // strategies the others hold by then.
  void expected_step() requires FullFeedbackRule<R> {
    weight_ = linear_average<R> ? weight_ + 1 : 1;
    for (std::size_t player = 0; player < rules_.size(); ++player) {
      const std::vector<double> utilities = game_.expected_utilities(player, current());
      const std::span<const double> strategy = rules_[player].strategy();
      double got = 0;
      for (std::size_t i = 0; i < utilities.size(); ++i) got += utilities[i] * strategy[i];
      note_strategy(player);
      [[maybe_unused]] const Result<void> told = rules_[player].tell_all(utilities, got);
      assert(told);  // the game was checked
    }
  }

  [[nodiscard]] std::vector<MixedStrategy> average() const {
    std::vector<MixedStrategy> strategies = sums_;
    for (MixedStrategy& strategy : strategies) {
      double sum = 0;
      for (const double weight : strategy) sum += weight;
      for (double& weight : strategy)
        weight = sum > 0 ? weight / sum : 1 / static_cast<double>(strategy.size());
    }
    return strategies;
  }

  // What one step goes over.
  [[nodiscard]] std::uint64_t width(PlayMode play) const {
    std::uint64_t actions = 0;
    std::uint64_t joint = 1;
    for (const MixedStrategy& sums : sums_) {
      actions += sums.size();
      joint *= sums.size();
    }
    return play == PlayMode::expected ? joint * sums_.size() * sums_.size() : actions;
  }

 private:
  [[nodiscard]] std::vector<MixedStrategy> current() const {
    std::vector<MixedStrategy> strategies;
    for (const R& rule : rules_) strategies.emplace_back(rule.strategy().begin(), rule.strategy().end());
    return strategies;
  }

  // A rule without a mixed strategy is credited with the action it drew.
  void note_strategy(std::size_t player) {
    if constexpr (MixedRule<R>) {
      const std::span<const double> strategy = rules_[player].strategy();
      double* sums = sums_[player].data();
      for_each_action(strategy.size(), [&](std::size_t i) { sums[i] += weight_ * strategy[i]; });
    } else {
      sums_[player][joint_[player]] += weight_;
    }
  }

  MatrixGame game_;
  bool full_;
  std::vector<R> rules_;
  std::vector<Random> randoms_;
  std::vector<std::size_t> joint_;
  std::vector<MixedStrategy> sums_;
  double weight_ = 0;
};

template <NamedRule R>
SelfPlayOutcome play_self(const MatrixGame& game, const typename R::Params& params, const SelfPlayPlan& plan,
                          ProgressMeter& meter) {
  SelfPlay<R> players(game, params, plan);
  SelfPlayOutcome outcome;
  outcome.rule = print_spec(R::name, params);
  const std::uint64_t between_looks = steps_between_looks(players.width(plan.play));
  bool go_on = true;
  for (const std::uint64_t report : log_spaced_steps(plan.steps)) {
    while (go_on && outcome.steps < report) {
      const std::uint64_t chunk = std::min(report - outcome.steps, between_looks);
      for (const std::uint64_t pause = outcome.steps + chunk; outcome.steps < pause; ++outcome.steps) {
        if constexpr (FullFeedbackRule<R>) {
          plan.play == PlayMode::expected ? players.expected_step() : players.sampled_step();
        } else {
          players.sampled_step();
        }
      }
      go_on = meter.add(chunk);
    }
    outcome.strategies = players.average();
    outcome.exploitability = game.exploitability(outcome.strategies);
    if (outcome.steps > 0 && (outcome.curve.empty() || outcome.curve.back().step < outcome.steps))
      outcome.curve.push_back({outcome.steps, outcome.exploitability});
    if (!go_on) break;
  }
  outcome.value = game.expected_payoff(0, outcome.strategies);
  return outcome;
}

}  // namespace detail

// Each rule by itself; with more threads several rules at once. A template only for linkage (laboratory.hpp).
template <class Tag = void>
Result<SelfPlayResult> run_self_play(const MatrixGame& game, const SelfPlayPlan& plan,
                                     const Watch& watch = {}) {
  if (plan.steps == 0) return Error{"steps is 0; a game is played at least 1 time"};
  if (plan.rules.empty()) return Error{"no rule is given; for example regret-matching"};
  if (auto ok = game.check(); !ok) return ok.error();
  detail::ProgressMeter meter(watch, detail::product_at_most(plan.steps, plan.rules.size()));
  std::vector<std::function<SelfPlayOutcome()>> players;
  for (const Spec& spec : plan.rules) {
    Result<void> usable;
    const auto bind = [&]<class R>(std::type_identity<R>, const typename R::Params& params) {
      if (plan.play == PlayMode::expected && !FullFeedbackRule<R>)
        usable = Error{std::string(R::name) +
                       " needs sampled play; expected play is for rules with full feedback: "
                       "hedge, regret-matching, regret-matching+"};
      players.push_back([&, params] { return detail::play_self<R>(game, params, plan, meter); });
    };
    // Players may differ in their number of actions; no rule's parameters depend on it.
    if (auto ok = with_rule(spec, Setting{game.action_count(0), plan.steps, true}, bind); !ok)
      return ok.error();
    if (!usable) return usable.error();
  }
  const Stopwatch clock;
  SelfPlayResult result;
  result.rules.resize(players.size());
  parallel_for(players.size(), plan.threads, {}, [&](std::size_t i) { result.rules[i] = players[i](); });
  result.seconds = clock.seconds();
  result.stopped = watch.stop.stop_requested();
  return result;
}

}  // namespace banyan::bandit
