// Rules of the bandit laboratory for a loop of the user's own, and arms to pull in it.
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <banyan/bandit/rules.hpp>
#include <banyan/bandit/ucb1_learner.hpp>

#include "arms.hpp"
#include "support.hpp"

namespace banyan::python {

namespace {
using Numbers = std::vector<double>;

// A rule of any kind.
class AnyRule {
 public:
  AnyRule() = default;
  AnyRule(const AnyRule&) = delete;
  AnyRule& operator=(const AnyRule&) = delete;
  virtual ~AnyRule() = default;

  virtual std::size_t choose(Random& random) = 0;
  virtual Result<void> tell(std::size_t arm, double reward) = 0;
  virtual Result<void> tell_all(const Numbers& rewards, double got) = 0;
  [[nodiscard]] virtual std::optional<Numbers> strategy() const = 0;
  [[nodiscard]] virtual std::optional<Numbers> regret() const = 0;
};

template <class R>
concept RegretRule = requires(const R& rule) {
  { rule.regret() } -> std::convertible_to<std::span<const double>>;
};

Numbers copy_of(std::span<const double> numbers) { return {numbers.begin(), numbers.end()}; }

template <bandit::NamedRule R>
class OneRule final : public AnyRule {
 public:
  explicit OneRule(R rule) : rule_(std::move(rule)) {}

  std::size_t choose(Random& random) override { return rule_.choose(random); }
  Result<void> tell(std::size_t arm, double reward) override { return rule_.tell(arm, reward); }
  Result<void> tell_all(const Numbers& rewards, double got) override {
    if constexpr (bandit::FullFeedbackRule<R>) {
      return rule_.tell_all(rewards, got);
    } else {
      return Error{std::string(R::name) + " learns from the reward of the arm it chose alone: use tell"};
    }
  }
  [[nodiscard]] std::optional<Numbers> strategy() const override {
    if constexpr (bandit::MixedRule<R>) return copy_of(rule_.strategy());
    return std::nullopt;
  }
  [[nodiscard]] std::optional<Numbers> regret() const override {
    if constexpr (RegretRule<R>) return copy_of(rule_.regret());
    return std::nullopt;
  }

 private:
  R rule_;
};

template <bandit::NamedRule R>
Result<R> make_rule(const typename R::Params& params, const bandit::Setting& setting,
                    const std::optional<Numbers>& regret) {
  if (!regret) return R(params, setting);
  if constexpr (RegretRule<R>) {
    return R::restored(params, setting, *regret);
  } else {
    return Error{std::string(R::name) + " keeps no regrets to go on from"};
  }
}

class BoundLearner {
 public:
  BoundLearner(const std::string& text, const bandit::Setting& setting, std::uint64_t seed,
               const std::optional<Numbers>& regret)
      : arms_(setting.arms), random_(seed) {
    Result<void> made;
    const auto make = [&]<class R>(std::type_identity<R>, const typename R::Params& params) {
      auto rule = make_rule<R>(params, setting, regret);
      if (rule) rule_ = std::make_unique<OneRule<R>>(*std::move(rule));
      if (!rule) made = rule.error();
    };
    unwrap(bandit::with_rule(unwrap(parse_spec(text)), setting, make));
    unwrap(made);
  }

  std::size_t choose() { return rule_->choose(random_); }
  void tell(std::size_t arm, double reward) { unwrap(rule_->tell(arm, reward)); }
  void tell_all(const Numbers& rewards, std::size_t chosen) {
    unwrap(bandit::check_telling(arms_, chosen, 0));
    if (rewards.size() != arms_) unwrap(bandit::check_telling(arms_, rewards, 0));
    unwrap(rule_->tell_all(rewards, rewards[chosen]));
  }
  [[nodiscard]] std::optional<py::array_t<double>> strategy() const {
    return array_or_none(rule_->strategy());
  }
  [[nodiscard]] std::optional<py::array_t<double>> regret() const { return array_or_none(rule_->regret()); }

 private:
  static std::optional<py::array_t<double>> array_or_none(std::optional<Numbers> numbers) {
    return numbers ? std::optional(array_of(*std::move(numbers))) : std::nullopt;
  }

  std::size_t arms_;
  Random random_;
  std::unique_ptr<AnyRule> rule_;
};

// ---- UCB1 in a game.

using Tallies = std::vector<std::array<double, 5>>;

bandit::Ucb1Learner make_ucb1(std::size_t actions, std::optional<double> c,
                              const std::optional<std::array<double, 2>>& range,
                              const std::optional<Tallies>& known) {
  std::vector<bandit::ActionTally> tallies(known ? known->size() : actions);
  for (std::size_t i = 0; known && i < known->size(); ++i) {
    const auto& [n, sum, squares, low, high] = (*known)[i];
    bandit::ActionTally& tally = tallies[i];
    tally.n = n;
    tally.sum = sum;
    tally.squares = squares;
    tally.low = low;
    tally.high = high;
  }
  std::optional<bandit::UtilityRange> declared;
  if (range) declared = {.low = (*range)[0], .high = (*range)[1]};
  bandit::Ucb1Learner learner(std::move(tallies), c.value_or(bandit::auer_weight<double>), declared);
  unwrap(learner.check());
  return learner;
}

Tallies tallies_of(const bandit::Ucb1Learner& learner) {
  Tallies list;
  for (const bandit::ActionTally& tally : learner.tallies())
    list.push_back({tally.n, tally.sum, tally.squares, tally.low, tally.high});
  return list;
}

// ---- Arms.

class BoundArms {
 public:
  BoundArms(const std::string& environment, const NumberTable& means, std::uint64_t seed)
      : arms_(arms_of(environment, means)), random_(seed, stream_of_arms) {}

  double pull(std::size_t arm) {
    unwrap(bandit::check_telling(arms_.size(), arm, 0));
    const double reward = arms_.pull(arm, random_);
    arms_.advance(random_);
    return reward;
  }
  Numbers pull_all() {
    Numbers rewards;
    for (std::size_t arm = 0; arm < arms_.size(); ++arm) rewards.push_back(arms_.pull(arm, random_));
    arms_.advance(random_);
    return rewards;
  }
  [[nodiscard]] std::size_t size() const { return arms_.size(); }
  [[nodiscard]] py::array_t<double> means() const {
    return each([&](std::size_t arm) { return arms_.mean(arm); });
  }
  [[nodiscard]] py::array_t<double> gaps() const {
    return each([&](std::size_t arm) { return arms_.gap(arm); });
  }

 private:
  template <class Get>
  [[nodiscard]] py::array_t<double> each(Get&& get) const {
    Numbers numbers;
    for (std::size_t arm = 0; arm < arms_.size(); ++arm) numbers.push_back(get(arm));
    return array_of(std::move(numbers));
  }

  // Not that of a learner, which may have the same seed: its draws would tell what the arms will pay.
  static constexpr std::uint64_t stream_of_arms = 1;
  bandit::AnyArms arms_;
  Random random_;
};
}  // namespace

void bind_learners(py::module_& module) {
  py::class_<BoundLearner>(module, "Learner")
      .def(py::init([](const std::string& rule, std::size_t arms, std::uint64_t steps, bool full,
                       std::uint64_t seed, const std::optional<Numbers>& regret) {
        return std::make_unique<BoundLearner>(
            rule, bandit::Setting{.arms = arms, .horizon = steps, .full_feedback = full}, seed, regret);
      }))
      .def("choose", &BoundLearner::choose)
      .def("tell", &BoundLearner::tell)
      .def("tell_all", &BoundLearner::tell_all)
      .def_property_readonly("strategy", &BoundLearner::strategy)
      .def_property_readonly("regret", &BoundLearner::regret);
  py::class_<bandit::Ucb1Learner>(module, "Ucb1")
      .def(py::init(&make_ucb1))
      .def("choose", &bandit::Ucb1Learner::choose)
      .def("tell", [](bandit::Ucb1Learner& learner, std::size_t action,
                      double utility) { unwrap(learner.tell(action, utility)); })
      .def_property_readonly("best", &bandit::Ucb1Learner::best)
      .def_property_readonly("tallies", &tallies_of);
  py::class_<BoundArms>(module, "Arms")
      .def(py::init<const std::string&, const NumberTable&, std::uint64_t>())
      .def("pull", &BoundArms::pull)
      .def("pull_all", &BoundArms::pull_all)
      .def_property_readonly("size", &BoundArms::size)
      .def_property_readonly("means", &BoundArms::means)
      .def_property_readonly("gaps", &BoundArms::gaps);
}

}  // namespace banyan::python
