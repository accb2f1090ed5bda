// `banyan bandit matrix`: rules in self-play in a matrix game, and their exploitability.
#include <cmath>
#include <memory>

#include <banyan/bandit/equilibrium.hpp>
#include <banyan/bandit/laboratory.hpp>
#include <banyan/cli/bandit/bandit.hpp>
#include <banyan/cli/bandit/laboratory.hpp>
#include <banyan/cli/bandit/matrix_games.hpp>
#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/output.hpp>

namespace banyan::cli {

namespace {

struct MatrixOptions {
  LaboratoryOptions laboratory;
  std::string game;
  std::vector<std::string> rules;
  std::uint64_t steps = 100'000;
  bool bandit_feedback = false;
  bool expected = false;
};

// The results and how to report them.
struct MatrixReport {
  const bandit::MatrixGame& game;
  const bandit::SelfPlayPlan& plan;
  const Result<bandit::Equilibrium>& equilibrium;
  const bandit::SelfPlayResult& result;
};

Json document_of(const MatrixReport& report) {
  const auto& [game, plan, equilibrium, result] = report;
  Json document = json_document();
  document["seed"] = plan.seed;
  document["game"] = game.name();
  document["actions"] = Json::array();
  for (std::size_t player = 0; player < game.players(); ++player)
    document["actions"].push_back(game.actions(player));
  document["steps"] = plan.steps;
  document["rules"] = Json::array();
  for (const bandit::SelfPlayOutcome& rule : result.rules) {
    Json curve = Json::array();
    for (const auto& point : rule.curve)
      curve.push_back({{"step", point.step}, {"exploitability", json_number(point.exploitability)}});
    document["rules"].push_back({{"rule", rule.rule},
                                 {"strategies", rule.strategies},
                                 {"value", json_number(rule.value)},
                                 {"exploitability", json_number(rule.exploitability)},
                                 {"steps", rule.steps},
                                 {"curve", curve}});
  }
  document["equilibrium"] = nullptr;
  if (equilibrium)
    document["equilibrium"] = {{"strategies", equilibrium->strategies},
                               {"value", json_number(equilibrium->value)}};
  document["seconds"] = json_number(result.seconds);
  document["interrupted"] = result.stopped;
  return document;
}

void print_csv(const bandit::SelfPlayResult& result) {
  out("rule,step,exploitability\n");
  for (const bandit::SelfPlayOutcome& rule : result.rules)
    for (const auto& point : rule.curve)
      out("{},{},{}\n", csv_cell(rule.rule), point.step, csv_number(point.exploitability));
}

// Four digits, without "-0".
std::string value_text(double value) { return fmt::format("{:.4f}", std::abs(value) < 5e-5 ? 0.0 : value); }

void print_strategies(const bandit::MatrixGame& game, const std::vector<bandit::MixedStrategy>& strategies) {
  for (std::size_t player = 0; player < strategies.size(); ++player) {
    out("  player {}:", player);
    for (std::size_t i = 0; i < strategies[player].size(); ++i)
      out(" {} {:.4f}", game.actions(player)[i], strategies[player][i]);
    out("\n");
  }
}

void print_text(const MatrixReport& report) {
  const auto& [game, plan, equilibrium, result] = report;
  out("{}, {} steps, seed {}; {:.1f} s{}\n", game.name(), plan.steps, plan.seed, result.seconds,
      result.stopped ? ", interrupted: what is known" : "");
  for (const bandit::SelfPlayOutcome& rule : result.rules) {
    out("\n{}: exploitability {:.2e}, value {} to player 0, after {} steps\n", rule.rule, rule.exploitability,
        value_text(rule.value), rule.steps);
    print_strategies(game, rule.strategies);
  }
  if (equilibrium) {
    out("\nequilibrium (linear program): value {} to player 0\n", value_text(equilibrium->value));
    print_strategies(game, equilibrium->strategies);
  } else if (!game.zero_sum()) {
    out("\nno equilibrium by linear programming: not a zero-sum game of two players\n");
  } else {
    out("\nno equilibrium: {}\n", equilibrium.error().message);
  }
}

Plot picture_of(const MatrixReport& report) {
  const auto& [game, plan, equilibrium, result] = report;
  PlotPanel panel{
      .y_label = "exploitability (payoff a step)", .lines = {}, .log_y = true, .key = "bottom left"};
  double highest = 0;  // the first may be 0: the first strategy is uniform, which is the equilibrium of
                       // rock-paper-scissors
  for (const bandit::SelfPlayOutcome& rule : result.rules) {
    PlotLine line{.title = rule.rule, .points = {}};
    for (const auto& point : rule.curve) {
      line.points.push_back({static_cast<double>(point.step), point.exploitability});
      highest = std::max(highest, point.exploitability);
    }
    panel.lines.push_back(std::move(line));
  }
  const auto last = static_cast<double>(plan.steps);
  panel.lines.push_back(
      {.title = "1/√t", .points = {{1, highest}, {last, highest / std::sqrt(last)}}, .reference = true});
  return {.title = fmt::format("{}: a rule against itself, average strategies", game.name()),
          .x_label = "step",
          .panels = {panel}};
}

Result<int> matrix(MatrixOptions& options) {
  const LaboratoryOptions& laboratory = options.laboratory;
  if (auto ok = laboratory.check(); !ok) return ok.error();
  const auto game = matrix_game_from(options.game);
  if (!game) return game.error();
  auto rules =
      parse_specs(options.rules.empty() ? std::vector<std::string>{"regret-matching"} : options.rules);
  if (!rules) return rules.error();
  if (!laboratory.can_plot()) return exit_failed;
  const bandit::SelfPlayPlan plan{
      .rules = *std::move(rules),
      .steps = options.steps,
      .seed = options.laboratory.seed.get(),
      .threads = laboratory.thread_count(),
      .feedback = options.bandit_feedback ? bandit::Feedback::bandit : bandit::Feedback::full,
      .play = options.expected ? bandit::PlayMode::expected : bandit::PlayMode::sampled};
  const Interrupt interrupt;
  // Computed first, so that an interrupted run still reports it. In a large game it takes a while itself.
  const auto equilibrium = bandit::zero_sum_equilibrium(*game, interrupt.token());
  auto line = std::make_unique<ProgressLine>();
  const auto result = bandit::run_self_play(*game, plan, watch_with(interrupt.token(), *line, "steps"));
  line.reset();
  if (!result) return result.error();
  const MatrixReport report{*game, plan, equilibrium, *result};
  if (laboratory.json) {
    out_json(document_of(report));
  } else if (laboratory.csv) {
    print_csv(*result);
  } else {
    print_text(report);
  }
  const bool drawn = laboratory.draw(picture_of(report));
  return drawn && !result->stopped ? exit_done : exit_failed;
}

}  // namespace

Command bandit_matrix_command() {
  return {"matrix", "a rule against itself in a matrix game",
          "bandit matrix rps --rule regret-matching --steps 1e6 --plot exploitability.svg",
          [](CLI::App& app, const Program&) -> Action {
            auto options = std::make_shared<MatrixOptions>();
            app.add_option("GAME", options->game, matrix_games_text())->required()->type_name("");
            app.add_option("--rule", options->rules,
                           "a rule as in bandit run; may be repeated (default regret-matching)")
                ->allow_extra_args(false)
                ->type_name("SPEC");
            add_value(app, "--steps", options->steps, between(1, 1e13),
                      "times the game is played (default 1e5)")
                ->type_name("N");
            app.add_flag("--bandit-feedback", options->bandit_feedback,
                         "players see only what they were paid, not what other actions would have paid");
            app.add_flag("--expected", options->expected,
                         "no actions are drawn: strategies meet on average, one player after the other");
            options->laboratory.declare(app);
            return [options] { return matrix(*options); };
          }};
}

}  // namespace banyan::cli
