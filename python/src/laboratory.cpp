// Bandits and matrix games.
#include <thread>

#include <banyan/bandit/equilibrium.hpp>
#include <banyan/bandit/laboratory.hpp>
#include <banyan/bandit/matrix_text.hpp>

#include "arms.hpp"
#include "running.hpp"
#include "support.hpp"

namespace banyan::python {

bandit::AnyArms arms_of(const std::string& environment, const NumberTable& means) {
  if (means.ndim() == 1)
    return unwrap(bandit::make_arms(unwrap(parse_spec(environment)),
                                    std::vector<double>(means.data(), means.data() + means.size())));
  if (means.ndim() != 2)
    throw py::value_error("arms are a list of means, or a table of what each arm pays at each step");
  std::vector<std::vector<double>> rows;
  for (py::ssize_t i = 0; i < means.shape(0); ++i)
    rows.emplace_back(means.data(i, 0), means.data(i, 0) + means.shape(1));
  return {bandit::AnyArms::Kinds(unwrap(bandit::TableArms::make(std::move(rows))))};
}

namespace {
std::vector<Spec> specs_of(const std::vector<std::string>& texts) {
  std::vector<Spec> specs;
  for (const std::string& text : texts) specs.push_back(unwrap(parse_spec(text)));
  return specs;
}

py::dict curve_of(const bandit::RuleOutcome& rule) {
  const auto column = [&](auto get) {
    using T = decltype(get(rule.curve.front()));
    std::vector<T> numbers;
    for (const bandit::CurvePoint& point : rule.curve) numbers.push_back(get(point));
    return array_of(std::move(numbers));
  };
  using Point = bandit::CurvePoint;
  py::dict curve;
  curve["rule"] = rule.rule;
  curve["step"] = column([](const Point& point) { return point.step; });
  curve["regret"] = column([](const Point& point) { return point.regret.mean(); });
  curve["low"] = column([](const Point& point) { return point.regret.interval().low; });
  curve["high"] = column([](const Point& point) { return point.regret.interval().high; });
  curve["realised"] = column([](const Point& point) { return point.realised.mean(); });
  curve["best_share"] = column([](const Point& point) { return point.best_share.mean(); });
  return curve;
}

py::dict run_bandit(const std::string& environment, const NumberTable& means,
                    const std::vector<std::string>& rules, std::uint64_t steps, std::uint64_t runs,
                    std::uint64_t seed, std::size_t threads) {
  const bandit::AnyArms arms = arms_of(environment, means);
  const bandit::ExperimentPlan plan{
      .rules = specs_of(rules), .steps = steps, .runs = runs, .seed = seed, .threads = threads};
  std::optional<Result<bandit::ExperimentResult>> result;
  run_released([&](const std::stop_token& stop) {
    result.emplace(bandit::run_experiment(arms, plan, {.stop = stop, .progress = {}}));
  });
  const bandit::ExperimentResult found = unwrap(*std::move(result));
  py::list curves;
  for (const bandit::RuleOutcome& rule : found.rules) curves.append(curve_of(rule));
  py::dict all;
  all["curves"] = curves;
  all["seconds"] = found.seconds;
  all["auer_bound"] = arms.auer_bound_at(static_cast<double>(steps));
  all["lai_robbins"] = arms.lai_robbins();
  return all;
}

// Two players' payoffs: one table, for a zero-sum game, or two.
bandit::MatrixGame matrix_of(const NumberTable& first, const std::optional<NumberTable>& second) {
  if (first.ndim() != 2 || first.size() == 0)
    throw py::value_error("payoffs are a table with rows and columns");
  if (second &&
      (second->ndim() != 2 || second->shape(0) != first.shape(0) || second->shape(1) != first.shape(1)))
    throw py::value_error("the second player's payoffs must be a table of the same shape");
  const auto names = [](py::ssize_t count) {
    return bandit::detail::numbered_actions(static_cast<std::size_t>(count));
  };
  bandit::MatrixGame game("the game", {names(first.shape(0)), names(first.shape(1))});
  for (py::ssize_t row = 0; row < first.shape(0); ++row)
    for (py::ssize_t column = 0; column < first.shape(1); ++column) {
      const std::array joint{static_cast<std::size_t>(row), static_cast<std::size_t>(column)};
      game.set_payoff(0, joint, first.at(row, column));
      game.set_payoff(1, joint, second ? second->at(row, column) : 0.0 - first.at(row, column));
    }
  unwrap(game.check());
  return game;
}

py::dict run_matrix(const NumberTable& first, const std::optional<NumberTable>& second,
                    const std::vector<std::string>& rules, std::uint64_t steps, std::uint64_t seed,
                    bool bandit_feedback) {
  const bandit::MatrixGame game = matrix_of(first, second);
  const bandit::SelfPlayPlan plan{
      .rules = specs_of(rules),
      .steps = steps,
      .seed = seed,
      .threads = std::max(1U, std::thread::hardware_concurrency()),
      .feedback = bandit_feedback ? bandit::Feedback::bandit : bandit::Feedback::full};
  std::optional<Result<bandit::SelfPlayResult>> result;
  run_released([&](const std::stop_token& stop) {
    result.emplace(bandit::run_self_play(game, plan, {.stop = stop, .progress = {}}));
  });
  py::list outcomes;
  for (const bandit::SelfPlayOutcome& rule : unwrap(*std::move(result)).rules) {
    std::vector<std::uint64_t> steps_of_curve;
    std::vector<double> exploitability;
    for (const auto& point : rule.curve) {
      steps_of_curve.push_back(point.step);
      exploitability.push_back(point.exploitability);
    }
    py::dict each;
    each["rule"] = rule.rule;
    py::list strategies;
    for (const auto& strategy : rule.strategies) strategies.append(array_of(strategy));
    each["strategies"] = strategies;
    each["value"] = rule.value;
    each["exploitability"] = rule.exploitability;
    each["step"] = array_of(std::move(steps_of_curve));
    each["curve"] = array_of(std::move(exploitability));
    outcomes.append(each);
  }
  py::dict all;
  all["rules"] = outcomes;
  return all;
}

py::tuple find_equilibrium(const NumberTable& payoffs) {
  const bandit::MatrixGame game = matrix_of(payoffs, std::nullopt);
  std::optional<Result<bandit::Equilibrium>> result;
  run_released(
      [&](const std::stop_token& stop) { result.emplace(bandit::zero_sum_equilibrium(game, stop)); });
  bandit::Equilibrium found = unwrap(*std::move(result));
  return py::make_tuple(array_of(std::move(found.strategies[0])), array_of(std::move(found.strategies[1])),
                        found.value);
}

py::list list_bandit_rules() {
  py::list list;
  for (const bandit::RuleInfo& rule : bandit::list_rules(bandit::AllRules{}))
    list.append(py::make_tuple(rule.name, rule.help));
  return list;
}
}  // namespace

void bind_laboratory(py::module_& module) {
  module.def("run_bandit", &run_bandit);
  module.def("run_matrix", &run_matrix);
  module.def("find_equilibrium", &find_equilibrium);
  module.def("list_bandit_rules", &list_bandit_rules);
}

}  // namespace banyan::python
