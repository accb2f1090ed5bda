#include <banyan/serve/laboratory.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <banyan/bandit/laboratory.hpp>
#include <banyan/bandit/matrix_text.hpp>
#include <banyan/serve/computing.hpp>
#include <banyan/serve/opponent.hpp>

namespace banyan::serve {

namespace {
constexpr std::uint64_t most_work = 2'000'000'000;  // pulls of one experiment, over all rules and runs

// Yields to other work twenty times a second.
bandit::Watch watch_by_turns(const SearchPool::Turn& turn) {
  return {.stop = turn.stop(), .progress = [&turn](auto, auto) { turn.yield(); }, .every = 0.05};
}

struct BanditRun {
  bandit::AnyArms arms;
  bandit::ExperimentPlan plan;
};

Result<BanditRun> experiment_from(Fields& fields, const Json& means_field) {
  std::vector<double> means;
  if (means_field.is_array())
    for (const Json& mean : means_field)
      means.push_back(mean.is_number() ? mean.get<double>() : std::nan(""));
  if (means.size() > 64) return Error{"'means': at most 64 arms"};
  const auto kind = parse_spec(fields.text_or("arms", "bernoulli"));
  if (!kind) return kind.error();
  auto arms = bandit::make_arms(*kind, means);
  if (!arms) return arms.error();
  BanditRun experiment{*std::move(arms), {}};
  bandit::ExperimentPlan& plan = experiment.plan;
  plan.steps = fields.whole_or("steps", 1, 10'000'000, 10'000);
  plan.runs = fields.whole_or("runs", 1, 100'000, 200);
  plan.seed = fields.whole_or("seed", 0, largest_seed, 1);
  for (const std::string& text : fields.texts("rules")) {
    auto rule = parse_spec(text);
    if (!rule) return rule.error();
    plan.rules.push_back(*std::move(rule));
  }
  if (plan.rules.size() > 12) return Error{"'rules': at most 12 at once"};
  if (plan.steps * plan.runs * std::max<std::size_t>(plan.rules.size(), 1) > most_work)
    return Error{"too many pulls: steps × runs × rules is at most 2e9 here"};
  return experiment;
}

// Steps, regret with its interval and the share of the best arm as columns, the way a plot takes them.
Json curve_json(const bandit::RuleOutcome& rule) {
  Json steps = Json::array();
  Json regret = Json::array();
  Json low = Json::array();
  Json high = Json::array();
  Json best = Json::array();
  for (const bandit::CurvePoint& point : rule.curve) {
    steps.push_back(point.step);
    regret.push_back(json_number(point.regret.mean()));
    low.push_back(json_number(point.regret.interval().low));
    high.push_back(json_number(point.regret.interval().high));
    best.push_back(json_number(point.best_share.mean()));
  }
  return {{"rule", rule.rule}, {"step", steps}, {"regret", regret},
          {"low", low},        {"high", high},  {"best_share", best}};
}

Json experiment_json(const BanditRun& experiment, const bandit::ExperimentResult& result, bool done) {
  Json rules = Json::array();
  for (const bandit::RuleOutcome& rule : result.rules) rules.push_back(curve_json(rule));
  Json auer = Json::array();
  Json lai_robbins = Json::array();
  if (!result.rules.empty())
    for (const bandit::CurvePoint& point : result.rules.front().curve) {
      const auto step = static_cast<double>(point.step);
      auer.push_back(json_number(experiment.arms.auer_bound_at(step).value_or(std::nan(""))));
      lai_robbins.push_back(
          json_number(experiment.arms.lai_robbins().value_or(std::nan("")) * std::log(step)));
    }
  return {{"event", "experiment"},     {"rules", rules}, {"auer_bound", auer}, {"lai_robbins", lai_robbins},
          {"seconds", result.seconds}, {"done", done}};
}
}  // namespace

Json laboratory_json() {
  Json rules = Json::array();
  for (const bandit::RuleInfo& rule : bandit::list_rules()) {
    Json fields = Json::array();
    for (const FieldInfo& field : rule.fields)
      fields.push_back({{"name", field.name},
                        {"default", field.value},
                        {"expected", field.expected},
                        {"help", field.help}});
    rules.push_back({{"name", rule.name}, {"help", rule.help}, {"parameters", std::move(fields)}});
  }
  Json games = Json::array();
  for (const auto& matrix : bandit::named_matrices)
    games.push_back({{"name", matrix.name}, {"help", matrix.help}});
  return {{"rules", std::move(rules)}, {"arms", bandit::arms_kinds}, {"games", std::move(games)}};
}

void Laboratory::Ear::tell(std::uint64_t number, const Json& document) const {
  if (number != experiment) return;
  const bool last = document.value("done", false);
  link->send(std::make_shared<const std::string>(text_of(document)), last ? "" : "experiment");
}

Laboratory::Laboratory(Loop& loop, SearchPool& pool, const Limits& limits, SearchPool::Owner owner,
                       std::shared_ptr<Link> link)
    : pool_(pool), limits_(limits), owner_(owner), ear_(std::make_shared<Ear>(Ear{loop, std::move(link)})) {}

Laboratory::~Laboratory() { stop(); }

bool Laboratory::knows(std::string_view what) {
  constexpr std::array known{"bandit", "pi", "end", "meet", "throw"};
  return std::find(known.begin(), known.end(), what) != known.end();
}

Reply Laboratory::act(const std::string& what, Fields& fields) {
  if (what == "bandit") return run(fields);
  if (what == "pi") return pi(fields);
  if (what == "meet") return meet(fields);
  if (what == "throw") return throw_at(fields);
  stop();
  return Json::object();
}

// Reports of running work are dropped.
void Laboratory::stop() {
  ++ear_->experiment;
  if (job_) job_->stop();
  job_.reset();
}

Reply Laboratory::begin(const char* event, const Work& work) {
  stop();
  const std::uint64_t number = ear_->experiment;
  job_ = compute(ear_->loop, pool_,
                 {.owner = owner_,
                  .seconds = limits_.search_seconds,
                  .work = [work, number](const SearchPool::Turn& turn) { work(number, turn); },
                  .failed =
                      [ear = ear_, number, event](const std::string& why) {
                        ear->tell(number, {{"event", event}, {"message", why}, {"done", true}});
                      }});
  if (!job_) return Refusal{429, "too much is waiting; try again in a moment"};
  return Json::object();
}

// The curve grows to the right: the same experiment over more and more steps, by the same seed. All the
// shorter ones together take half as long again as the last. When the time is up, the longest finished one
// counts.
Reply Laboratory::run(Fields& fields) {
  auto experiment = experiment_from(fields, fields.any("means"));
  if (fields.problem()) return *fields.problem();
  if (!experiment) return refuse(experiment.error());
  bandit::ExperimentPlan probe = experiment->plan;
  probe.steps = probe.runs = 1;
  if (auto tried = bandit::run_experiment(experiment->arms, probe); !tried) return refuse(tried.error());
  return begin("experiment", [ear = ear_, experiment = *std::move(experiment)](std::uint64_t number,
                                                                               const SearchPool::Turn& turn) {
    const bandit::Watch watch = watch_by_turns(turn);
    const auto tell = [&](const Json& document) {
      ear->loop.post([ear, number, document] { ear->tell(number, document); });
    };
    std::optional<Json> longest;
    for (std::uint64_t steps = std::min<std::uint64_t>(100, experiment.plan.steps);; steps *= 3) {
      bandit::ExperimentPlan plan = experiment.plan;
      const bool last = steps >= plan.steps;
      plan.steps = std::min(steps, plan.steps);
      const auto result = bandit::run_experiment(experiment.arms, plan, watch);
      if (!result)
        return tell({{"event", "experiment"}, {"message", result.error().message}, {"done", true}});
      const bool stopped = turn.stop().stop_requested();
      if (!stopped || !longest) longest = experiment_json(experiment, *result, last);
      if (stopped) longest->update({{"done", true}, {"stopped", true}});
      tell(*longest);
      if (last || stopped) return;
      turn.yield();
    }
  });
}

Reply Laboratory::pi(Fields& fields) {
  const std::uint64_t samples = fields.whole_or("samples", 1, 10'000'000'000, 1'000'000);
  const std::uint64_t seed = fields.whole_or("seed", 0, largest_seed, 1);
  if (fields.problem()) return *fields.problem();
  return begin("pi", [ear = ear_, samples, seed](std::uint64_t number, const SearchPool::Turn& turn) {
    const auto result = bandit::estimate_pi(samples, seed, 1, watch_by_turns(turn));
    Json curve = Json::array();
    for (const auto& point : result.curve)
      curve.push_back({{"samples", point.samples},
                       {"inside", point.inside},
                       {"estimate", point.estimate()},
                       {"low", point.interval().low},
                       {"high", point.interval().high}});
    const Json document{{"event", "pi"},
                        {"curve", curve},
                        {"seconds", result.seconds},
                        {"stopped", result.stopped},
                        {"done", true}};
    ear->loop.post([ear, number, document] { ear->tell(number, document); });
  });
}

// ---- A learner to play against

Reply Laboratory::meet(Fields& fields) {
  const std::string name = fields.text_or("game", "rps");
  const std::string rule = fields.text_or("rule", "regret-matching");
  const std::uint64_t seed = fields.whole_or("seed", 0, largest_seed, 1);
  if (fields.problem()) return *fields.problem();
  auto game = bandit::find_matrix_game(name);
  if (!game || game->players() != 2) return Refusal{404, "there is no matrix game for two of this name"};
  auto stored = std::make_unique<bandit::MatrixGame>(*std::move(game));
  auto opponent = make_opponent(*stored, rule, seed);
  if (!opponent) return refuse(opponent.error());
  game_ = std::move(stored);
  opponent_ = *std::move(opponent);
  earned_ = {};
  rounds_ = 0;
  return Json{{"actions", game_->actions(seat::person)}, {"strategy", opponent_->strategy()}};
}

Reply Laboratory::throw_at(Fields& fields) {
  if (!opponent_) return Refusal{409, "there is no opponent yet; send 'meet' first"};
  const std::uint64_t thrown = fields.whole("action", 0, game_->action_count(seat::person) - 1);
  if (fields.problem()) return *fields.problem();
  const std::size_t answer = opponent_->answer(thrown);
  const std::array<std::size_t, 2> joint{thrown, answer};
  for (const std::size_t player : {seat::person, seat::learner})
    earned_[player] += game_->payoff(player, joint);
  ++rounds_;
  return Json{{"answer_action", answer},
              {"paid", {game_->payoff(seat::person, joint), game_->payoff(seat::learner, joint)}},
              {"earned", earned_},
              {"rounds", rounds_},
              {"strategy", opponent_->strategy()}};
}

}  // namespace banyan::serve
