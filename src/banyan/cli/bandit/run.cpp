// `banyan bandit run`: rules on the same arms, with their regret and the theoretical bounds.
#include <array>
#include <cmath>
#include <memory>

#include <banyan/bandit/laboratory.hpp>
#include <banyan/bandit/table_text.hpp>
#include <banyan/cli/bandit/bandit.hpp>
#include <banyan/cli/bandit/laboratory.hpp>
#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/cluster/units.hpp>
#include <banyan/core/file_reader.hpp>

namespace banyan::cli {

namespace {

struct RunOptions {
  LaboratoryOptions laboratory;
  std::string arms;
  std::string environment = "bernoulli";
  std::string table;
  std::vector<std::string> rules;
  std::uint64_t steps = 10'000;
  std::uint64_t runs = 100;
  bool linear = false;
};

// An experiment and notes on it.
struct Experiment {
  bandit::AnyArms arms;
  std::vector<double> means;
  std::string environment;
  bandit::ExperimentPlan plan;
};

Result<std::vector<double>> read_means(const std::string& text) {
  std::vector<double> means;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const auto mean = parse_value<double>(rest.substr(0, end));
    if (!mean) return Error{"--arms: arm " + std::to_string(means.size() + 1) + ": " + mean.error().message};
    means.push_back(*mean);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return means;
}

Result<bandit::TableArms> read_table(const std::string& file) {
  constexpr std::uint64_t longest = std::uint64_t{1} << 30U;
  const auto text = read_file(file, FileSource::stream, longest);
  if (!text) return text.error();
  auto arms = bandit::parse_table(*text);
  if (!arms) return Error{"'" + detail::shorten(file) + "': " + arms.error().message};
  return arms;
}

Result<Experiment> prepare_table(const RunOptions& options) {
  auto table = read_table(options.table);
  if (!table) return table.error();
  if (options.steps > table->steps())
    return Error{"--steps " + std::to_string(options.steps) + " is more than the table's " +
                 std::to_string(table->steps()) + " rows, one for each step"};
  return Experiment{bandit::AnyArms(*table), table->average(), "table", {}};
}

Result<Experiment> prepare_arms(const RunOptions& options) {
  auto means = read_means(options.arms);
  if (!means) return means.error();
  const auto spec = parse_spec(options.environment);
  if (!spec) return spec.error();
  auto arms = bandit::make_arms(*spec, *means);
  if (!arms) return arms.error();
  return Experiment{*std::move(arms), *std::move(means), options.environment, {}};
}

Result<Experiment> prepare(const Program& program, RunOptions& options) {
  auto experiment = options.table.empty() ? prepare_arms(options) : prepare_table(options);
  if (!experiment) return experiment.error();
  auto rules = parse_specs(options.rules.empty() ? std::vector<std::string>{"ucb1"} : options.rules);
  if (!rules) return rules.error();
  experiment->plan = {.rules = *std::move(rules),
                      .steps = options.steps,
                      .runs = options.runs,
                      .seed = options.laboratory.seed.get(),
                      .threads = options.laboratory.thread_count(program.processors())};
  if (program.has_helpers()) experiment->plan.workshop = cluster::shared_workshop(*program.ranks);
  return experiment;
}

double not_known() { return std::numeric_limits<double>::quiet_NaN(); }

double auer_at(const Experiment& experiment, double step) {
  return experiment.arms.auer_bound_at(step).value_or(not_known());
}
double lai_robbins_at(const Experiment& experiment, double step) {
  return experiment.arms.lai_robbins().value_or(not_known()) * std::log(step);
}

Json document_of(const Experiment& experiment, const bandit::ExperimentResult& result) {
  Json document = json_document();
  document["seed"] = experiment.plan.seed;
  document["environment"] = experiment.environment;
  document["arms"] = experiment.means;
  document["steps"] = experiment.plan.steps;
  document["runs"] = experiment.plan.runs;
  document["rules"] = Json::array();
  for (const bandit::RuleOutcome& rule : result.rules) {
    Json curve = Json::array();
    for (const bandit::CurvePoint& point : rule.curve)
      curve.push_back({{"step", point.step},
                       {"regret", json_number(point.regret.mean())},
                       {"low", json_number(point.regret.interval().low)},
                       {"high", json_number(point.regret.interval().high)},
                       {"realised", json_number(point.realised.mean())},
                       {"best_share", json_number(point.best_share.mean())},
                       {"runs", point.regret.count()}});
    const bandit::CurvePoint end = rule.curve.empty() ? bandit::CurvePoint{} : rule.curve.back();
    document["rules"].push_back({{"rule", rule.rule},
                                 {"regret", json_number(end.regret.mean())},
                                 {"low", json_number(end.regret.interval().low)},
                                 {"high", json_number(end.regret.interval().high)},
                                 {"realised", json_number(end.realised.mean())},
                                 {"best_share", json_number(end.best_share.mean())},
                                 {"curve", curve}});
  }
  const auto steps = static_cast<double>(experiment.plan.steps);
  document["auer_bound"] = json_number(auer_at(experiment, steps));
  document["lai_robbins"] = json_number(lai_robbins_at(experiment, steps));
  document["seconds"] = json_number(result.seconds);
  document["interrupted"] = result.stopped;
  return document;
}

void print_csv(const Experiment& experiment, const bandit::ExperimentResult& result) {
  out("rule,step,runs,regret,low,high,realised,best_share,auer_bound,lai_robbins\n");
  for (const bandit::RuleOutcome& rule : result.rules) {
    for (const bandit::CurvePoint& point : rule.curve) {
      const auto step = static_cast<double>(point.step);
      out("{},{},{},{},{},{},{},{},{},{}\n", csv_cell(rule.rule), point.step, point.regret.count(),
          csv_number(point.regret.mean()), csv_number(point.regret.interval().low),
          csv_number(point.regret.interval().high), csv_number(point.realised.mean()),
          csv_number(point.best_share.mean()), csv_number(auer_at(experiment, step)),
          csv_number(lai_robbins_at(experiment, step)));
    }
  }
}

std::string arms_text(const Experiment& experiment) {
  std::string text;
  for (const double mean : experiment.means) text += (text.empty() ? "" : ", ") + print_number(mean);
  return fmt::format("{} arms ({}): {}", experiment.means.size(), experiment.environment, text);
}

void print_text(const Experiment& experiment, const bandit::ExperimentResult& result) {
  const auto number = [](double x) { return std::isfinite(x) ? fmt::format("{:.2f}", x) : std::string("-"); };
  std::size_t width = 22;
  for (const auto& rule : result.rules) width = std::max(width, rule.rule.size());
  out("{}\n{} steps, {} runs, seed {}; {:.1f} s{}\n\n", arms_text(experiment), experiment.plan.steps,
      experiment.plan.runs, experiment.plan.seed, result.seconds,
      result.stopped ? ", interrupted: what is known" : "");
  out("{:<{}} {:>12} {:>24} {:>10} {:>12} {:>8}\n", "rule", width, "regret", "95 % interval", "best arm",
      "at step", "runs");
  for (const bandit::RuleOutcome& rule : result.rules) {
    if (rule.curve.empty()) {
      out("{:<{}} {:>12}\n", rule.rule, width, "-");
      continue;
    }
    const bandit::CurvePoint& end = rule.curve.back();
    const Interval interval = end.regret.interval();
    out("{:<{}} {:>12} {:>24} {:>9.2f}% {:>12} {:>8}\n", rule.rule, width, number(end.regret.mean()),
        std::isfinite(interval.low) ? "[" + number(interval.low) + ", " + number(interval.high) + "]" : "-",
        100 * end.best_share.mean(), end.step, end.regret.count());
  }
  const auto steps = static_cast<double>(experiment.plan.steps);
  out("\n{:<{}} {:>12}  UCB1 (k=2) stays below, on average\n", "Auer's bound", width,
      number(auer_at(experiment, steps)));
  out("{:<{}} {:>12}  what the best rules come to grow by: sum of gap/KL, times ln t\n", "Lai–Robbins line",
      width, number(lai_robbins_at(experiment, steps)));
}

PlotLine theory_line(const std::string& title, const Experiment& experiment,
                     double (*at)(const Experiment&, double)) {
  PlotLine line{.title = title, .points = {}, .reference = true};
  for (const std::uint64_t step : bandit::log_spaced_steps(experiment.plan.steps))
    if (const auto x = static_cast<double>(step); std::isfinite(at(experiment, x)))
      line.points.push_back({x, at(experiment, x)});
  return line;
}

Plot picture_of(const Experiment& experiment, const bandit::ExperimentResult& result, bool linear) {
  PlotPanel regret{
      .y_label = "regret (rewards lost)", .lines = {}, .log_y = !linear, .share = 0.66, .key = key_beside};
  PlotPanel share{
      .y_label = "pulls of the best arm (%)", .lines = {}, .percent = true, .share = 0.34, .key = "off"};
  double highest = 0;
  for (const bandit::RuleOutcome& rule : result.rules) {
    PlotLine lost{.title = rule.rule, .points = {}};
    PlotLine best{.title = rule.rule, .points = {}};
    for (const bandit::CurvePoint& point : rule.curve) {
      const auto step = static_cast<double>(point.step);
      const Interval interval = point.regret.interval();
      lost.points.push_back({step, point.regret.mean(), interval.low, interval.high});
      highest = std::max(highest, point.regret.mean());
      best.points.push_back({step, 100 * point.best_share.mean()});
    }
    if (lost.points.empty()) continue;
    regret.lines.push_back(std::move(lost));
    share.lines.push_back(std::move(best));
  }
  const std::array theory{theory_line("Auer's bound for UCB1", experiment, auer_at),
                          theory_line("Lai–Robbins: Σ Δ/KL · ln t", experiment, lai_robbins_at)};
  // On a linear axis a bound far above the curves would flatten them.
  const double most = linear ? 2 * highest : std::numeric_limits<double>::infinity();
  for (const PlotLine& line : theory)
    if (!line.points.empty() && line.points.back().y <= most) regret.lines.push_back(line);
  return {.title = arms_text(experiment) + fmt::format("; {} runs, 95 % bands", experiment.plan.runs),
          .x_label = "step",
          .panels = {regret, share}};
}

Result<int> run(const Program& program, RunOptions& options) {
  const LaboratoryOptions& laboratory = options.laboratory;
  if (auto ok = laboratory.check(); !ok) return ok.error();
  const auto experiment = prepare(program, options);
  if (!experiment) return experiment.error();
  if (!laboratory.can_plot()) return exit_failed;
  const Interrupt interrupt;
  auto line = std::make_unique<ProgressLine>();
  const auto result = bandit::run_experiment(experiment->arms, experiment->plan,
                                             watch_with(interrupt.token(), *line, "steps"));
  line.reset();
  if (!result) return result.error();
  if (!program.is_first()) return result->stopped ? exit_failed : exit_done;
  if (laboratory.json) {
    out_json(document_of(*experiment, *result));
  } else if (laboratory.csv) {
    print_csv(*experiment, *result);
  } else {
    print_text(*experiment, *result);
  }
  const bool any = !result->rules.front().curve.empty();
  const bool drawn = !any || laboratory.draw(picture_of(*experiment, *result, options.linear));
  return drawn && !result->stopped ? exit_done : exit_failed;
}

std::string rules_text() {
  std::string text =
      "a rule such as ucb1 or epsilon-greedy:epsilon=0.1; may be repeated (default ucb1). There are:";
  for (const bandit::RuleInfo& rule : bandit::list_rules()) {
    std::string keys;
    for (const FieldInfo& field : rule.fields) keys += (keys.empty() ? "" : ",") + field.name;
    text += "\n  " + rule.name + (keys.empty() ? "" : " (" + keys + ")") + ": " + rule.help;
  }
  return text;
}

}  // namespace

Command bandit_run_command() {
  return {
      "run", "rules on the same arms, and their regret",
      "bandit run --arms 0.9,0.8,0.5 --rule ucb1 --rule kl-ucb --rule thompson --steps 1e5 --runs 2000 "
      "--plot regret.svg",
      [](CLI::App& app, const Program& program) -> Action {
        auto options = std::make_shared<RunOptions>();
        CLI::Option* arms =
            app.add_option("--arms", options->arms, "the arms' mean rewards, with commas: 0.9,0.8,0.5")
                ->type_name("LIST");
        app.add_option("--environment", options->environment,
                       "how they pay: bernoulli (default), gaussian:sigma=0.5, beta:weight=2, "
                       "drifting:sigma=0.001, switching:every=1000")
            ->type_name("SPEC");
        app.add_option("--table", options->table,
                       "instead of --arms: a file with what each arm pays at each step, a line a step")
            ->type_name("FILE")
            ->excludes(arms);
        app.add_option("--rule", options->rules, rules_text())->allow_extra_args(false)->type_name("SPEC");
        add_value(app, "--steps", options->steps, between(1, 1e12), "pulls of a run (default 1e4)")
            ->type_name("N");
        add_value(app, "--runs", options->runs, between(1, 1e6), "runs of each rule (default 100)")
            ->type_name("N");
        app.add_flag("--linear", options->linear,
                     "draw regret on a linear axis, where ln t is a straight line");
        options->laboratory.declare(app);
        return [options, &program] { return run(program, *options); };
      },
      OnRanks::shared};
}

}  // namespace banyan::cli
