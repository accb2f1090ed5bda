#include <banyan/learn/net/report.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include <banyan/arena/elo_text.hpp>
#include <banyan/core/spec.hpp>
#include <banyan/learn/chart.hpp>
#include <banyan/learn/net/ladder.hpp>
#include <banyan/learn/net/pace.hpp>
#include <banyan/learn/net/resignation.hpp>
#include <banyan/learn/net/training.hpp>
#include <banyan/learn/report_page.hpp>

namespace banyan {

namespace {
constexpr double per_minute = 60;

struct RunData {
  std::string game, learner, seed;
  std::vector<StoredMetrics> metrics;
  std::vector<StoredMatch> ladder;
  std::vector<StoredRating> ratings;
  std::vector<StoredAccuracy> accuracy;
};

Result<RunData> read_run(const RunReader& run) {
  RunData data;
  for (const auto& [name, target] : {std::pair<const char*, std::string*>("game", &data.game),
                                     {"learner", &data.learner},
                                     {"seed", &data.seed}}) {
    auto value = run.setting(name);
    if (!value) return value.error();
    *target = value->value_or("");
  }
  auto metrics = run.metrics();
  auto ladder = run.ladder();
  auto ratings = run.ratings();
  auto accuracy = run.accuracy();
  if (!metrics) return metrics.error();
  if (!ladder) return ladder.error();
  if (!ratings) return ratings.error();
  if (!accuracy) return accuracy.error();
  data.metrics = *std::move(metrics);
  data.ladder = *std::move(ladder);
  data.ratings = *std::move(ratings);
  data.accuracy = *std::move(accuracy);
  return data;
}

using Height = std::function<double(const StoredMetrics& now, const StoredMetrics& before)>;

std::vector<ChartPoint> curve(const RunData& data, const Height& height) {
  std::vector<ChartPoint> points;
  StoredMetrics before;
  for (const StoredMetrics& now : data.metrics) {
    points.push_back({.x = now.seconds / per_minute, .y = height(now, before)});
    before = now;
  }
  return points;
}

// Of self-play alone; of all time in runs of the version that did not separate them. Nothing where the
// generation was played in parts.
Height speed_of(std::uint64_t StoredMetrics::*count) {
  return [count](const StoredMetrics& now, const StoredMetrics& before) {
    const double seconds = std::isfinite(now.steps) ? now.play_seconds : now.seconds - before.seconds;
    return seconds > 0 ? static_cast<double>(now.*count - before.*count) / seconds : StoredMetrics::none;
  };
}

Chart elo_chart(const RunData& data) {
  Chart chart{.title = "Strength, in Elo, with 95 % intervals",
              .x_name = "minutes",
              .series = {{.name = "network", .points = {}}},
              .from_zero = false};
  std::uint64_t last = 0;
  for (const StoredMatch& match : data.ladder) {
    if (match.generation == last) continue;
    last = match.generation;
    chart.series[0].points.push_back(
        {.x = match.seconds / per_minute, .y = match.elo, .low = match.low, .high = match.high});
  }
  for (const StoredRating& rating : data.ratings)
    if (!rating.player.starts_with(ladder_name_start) && std::isfinite(rating.elo))
      chart.references.push_back({.name = rating.player, .y = rating.elo});
  return chart;
}

Chart accuracy_chart(const RunData& data) {
  ChartSeries policy{.name = "first thought", .points = {}};
  ChartSeries search{.name = "with search", .points = {}};
  for (const StoredAccuracy& found : data.accuracy) {
    policy.points.push_back({.x = found.seconds / per_minute, .y = 100 * found.policy});
    search.points.push_back({.x = found.seconds / per_minute, .y = 100 * found.search});
  }
  return {.title = "Moves that keep the value of solved positions, %",
          .x_name = "minutes",
          .series = {search, policy},
          .from_zero = false};
}

// Nothing for runs without resignation. A generation has few games that are always played to the end, so
// their share of errors is told over as many generations as the threshold looks at.
Chart resignation_chart(const RunData& data) {
  ChartSeries given_up{.name = "given up", .points = {}};
  ChartSeries wrong{.name = "errors", .points = {}};
  std::uint64_t games_before = 0;
  for (auto now = data.metrics.begin(); now != data.metrics.end(); ++now) {
    const auto games = static_cast<double>(now->games - games_before);
    games_before = now->games;
    if (!(now->to_the_end > 0)) continue;
    double errors = 0;
    double looked_at = 0;
    const auto back = std::min<std::ptrdiff_t>(now - data.metrics.begin() + 1, Resignation::generations);
    for (auto it = now + 1 - back; it <= now; ++it) {
      if (!(it->to_the_end > 0)) continue;
      errors += it->wrong;
      looked_at += it->to_the_end;
    }
    const double minutes = now->seconds / per_minute;
    given_up.points.push_back({.x = minutes, .y = 100 * now->resigned / games});
    wrong.points.push_back({.x = minutes, .y = 100 * errors / looked_at});
  }
  return {.title = "Games given up, and errors among those checked, %",
          .x_name = "minutes",
          .series = {given_up, wrong}};
}

std::vector<Chart> charts(const RunData& data) {
  const auto simple = [&](const std::string& title, const std::string& name, const Height& height) {
    return Chart{
        .title = title, .x_name = "minutes", .series = {{.name = name, .points = curve(data, height)}}};
  };
  Chart losses = simple("Losses", "moves", [](const auto& now, const auto&) { return now.policy_loss; });
  losses.series.push_back(
      {.name = "value", .points = curve(data, [](const auto& now, const auto&) { return now.value_loss; })});
  return {
      elo_chart(data),
      losses,
      accuracy_chart(data),
      simple("Length of games, in moves", "plies", [](const auto& now, const auto&) { return now.plies; }),
      resignation_chart(data),
      simple("Positions to learn from, a second of self-play", "positions",
             speed_of(&StoredMetrics::positions)),
      simple("Network evaluations, a second of self-play", "evaluations",
             speed_of(&StoredMetrics::evaluations)),
      simple("Evaluations found in the cache, %", "cache hits",
             [](const auto& now, const auto&) { return 100 * now.cache_hits; })};
}

std::vector<ReportFact> facts(const RunData& data) {
  const StoredMetrics& last = data.metrics.back();
  std::vector<ReportFact> facts{{describe_time(last.seconds), "of training"},
                                {fmt::format("{}", last.generation), "generations"},
                                {describe_count(static_cast<double>(last.games)), "games"},
                                {describe_count(static_cast<double>(last.positions)), "positions"},
                                {describe_count(static_cast<double>(last.evaluations)), "evaluations"}};
  if (!data.ladder.empty())
    facts.push_back({elo_text(data.ladder.back().elo, data.ladder.back().low, data.ladder.back().high),
                     "Elo, uct:sims=1000 is 0"});
  if (!data.accuracy.empty())
    facts.push_back({fmt::format("{:.1f} %", 100 * data.accuracy.back().search), "value kept, with search"});
  return facts;
}

std::string ladder_table(const RunData& data) {
  if (data.ladder.empty()) return "";
  std::string text = fmt::format(
      "<h2>Ladder</h2><p>The newest network on it, that of generation {}, with {} simulations a move; each opening of "
      "two random moves was played from both seats. Ratings fit all matches of the run together.</p>\n"
      "<div class=\"wide\"><table><tr><th>opponent</th><th class=\"number\">won</th><th class=\"number\">drawn</th>"
      "<th class=\"number\">lost</th><th>opponent's Elo [95 %]</th></tr>\n",
      data.ladder.back().generation, Ladder::simulations);
  for (const StoredMatch& match : data.ladder) {
    if (match.generation != data.ladder.back().generation) continue;
    std::string rating = "–";
    for (const StoredRating& known : data.ratings)
      if (known.player == match.opponent) rating = elo_text(known.elo, known.low, known.high);
    text += fmt::format(
        "<tr><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>"
        "<td class=\"number\">{}</td><td>{}</td></tr>\n",
        escape_markup(match.opponent), match.wins, match.draws, match.losses, rating);
  }
  return text + "</table></div>\n";
}

std::vector<ReportSetting> settings(const RunData& data) {
  std::vector<ReportSetting> rows{
      {"game", data.game, ""}, {"learner", data.learner, ""}, {"seed", data.seed, ""}};
  const auto spec = parse_spec(data.learner);
  const auto params = spec ? parse_params<NetLearnerParams>(*spec) : Result<NetLearnerParams>(spec.error());
  if (params)
    for (const FieldInfo& field : describe_fields(*params))
      rows.push_back({field.name, field.value, field.help});
  return rows;
}
}  // namespace

Result<std::string> run_report(const RunReader& run) {
  const auto data = read_run(run);
  if (!data) return data.error();
  if (data->metrics.empty())
    return Error{"the run has not finished its first generation yet: there is nothing to show"};
  return print_page({.title = data->game,
                     .about = "A network that learns by playing against itself.",
                     .facts = facts(*data),
                     .charts = charts(*data),
                     .tables = ladder_table(*data) + settings_table(settings(*data))});
}

}  // namespace banyan
