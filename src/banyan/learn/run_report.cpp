#include <banyan/learn/run_report.hpp>

#include <cmath>
#include <filesystem>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include <banyan/arena/report.hpp>
#include <banyan/core/spec.hpp>
#include <banyan/learn/chart.hpp>
#include <banyan/learn/ladder.hpp>
#include <banyan/learn/net_training.hpp>
#include <banyan/learn/pace.hpp>
#include <banyan/session/record.hpp>

namespace banyan {

namespace {
constexpr const char* style = R"(
:root { color-scheme: light dark; --ground: #fcfcfa; --ink: #1d1f21; --faint: #6b7075; --rule: #e2e3e1;
        --s0: #0072b2; --s1: #c2500a; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #17191b; --ink: #e8e9ea; --faint: #9aa0a6; --rule: #33373b; --s0: #56b4e9; --s1: #f0883e; } }
body { margin: 0 auto; max-width: 1120px; padding: 24px; background: var(--ground); color: var(--ink);
       font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 24px; margin: 0 0 4px; overflow-wrap: anywhere; } h2 { font-size: 18px; margin: 32px 0 8px; }
p { color: var(--faint); margin: 0 0 16px; }
.facts { display: flex; flex-wrap: wrap; gap: 8px 32px; margin: 16px 0 24px; }
.facts div { display: flex; flex-direction: column; } .facts b { font-size: 20px; font-weight: 600; }
.facts span { color: var(--faint); font-size: 13px; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); gap: 20px 32px; }
figure { margin: 0; } figcaption { font-weight: 600; } svg { width: 100%; height: auto; display: block; }
svg text { font: 12px system-ui, sans-serif; } .axis { fill: var(--faint); }
.grid { stroke: var(--rule); } .reference { stroke: var(--faint); stroke-dasharray: 3 4; }
.curve { fill: none; stroke-width: 2; stroke-linejoin: round; }
.curve.s0 { stroke: var(--s0); } .curve.s1 { stroke: var(--s1); }
circle.s0, .name.s0 { fill: var(--s0); } circle.s1, .name.s1 { fill: var(--s1); }
.band { fill-opacity: 0.16; } .band.s0 { fill: var(--s0); } .band.s1 { fill: var(--s1); }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 20px 4px 0; text-align: left; border-bottom: 1px solid var(--rule); vertical-align: top; }
th { color: var(--faint); font-weight: 500; } td.number, th.number { text-align: right; }
)";

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

// Of self-play alone; of all time in runs of the version that did not tell them apart. Nothing where the
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

std::string charts(const RunData& data) {
  const auto simple = [&](const std::string& title, const std::string& name, const Height& height) {
    return Chart{
        .title = title, .x_name = "minutes", .series = {{.name = name, .points = curve(data, height)}}};
  };
  std::string text = draw_chart(elo_chart(data));
  Chart losses = simple("Losses", "moves", [](const auto& now, const auto&) { return now.policy_loss; });
  losses.series.push_back(
      {.name = "value", .points = curve(data, [](const auto& now, const auto&) { return now.value_loss; })});
  text += draw_chart(losses);
  text += draw_chart(accuracy_chart(data));
  text += draw_chart(
      simple("Length of games, in moves", "plies", [](const auto& now, const auto&) { return now.plies; }));
  text += draw_chart(simple("Positions to learn from, a second of self-play", "positions",
                            speed_of(&StoredMetrics::positions)));
  text += draw_chart(simple("Network evaluations, a second of self-play", "evaluations",
                            speed_of(&StoredMetrics::evaluations)));
  text += draw_chart(simple("Evaluations that were remembered, %", "cache hits",
                            [](const auto& now, const auto&) { return 100 * now.cache_hits; }));
  return text;
}

std::string facts(const RunData& data) {
  std::string text = "<div class=\"facts\">";
  const auto add = [&](const std::string& value, const char* name) {
    text += fmt::format("<div><b>{}</b><span>{}</span></div>", value, name);
  };
  const StoredMetrics& last = data.metrics.back();
  add(describe_time(last.seconds), "of training");
  add(fmt::format("{}", last.generation), "generations");
  add(describe_count(static_cast<double>(last.games)), "games");
  add(describe_count(static_cast<double>(last.positions)), "positions");
  add(describe_count(static_cast<double>(last.evaluations)), "evaluations");
  if (!data.ladder.empty())
    add(elo_text(data.ladder.back().elo, data.ladder.back().low, data.ladder.back().high),
        "Elo, uct:sims=1000 is 0");
  if (!data.accuracy.empty())
    add(fmt::format("{:.1f} %", 100 * data.accuracy.back().search), "value kept, with search");
  return text + "</div>\n";
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

std::string settings_table(const RunData& data) {
  std::string text = "<h2>Settings</h2><div class=\"wide\"><table>\n";
  const auto add = [&](const std::string& name, const std::string& value, const std::string& help) {
    text += fmt::format("<tr><th>{}</th><td>{}</td><td>{}</td></tr>\n", escape_markup(name),
                        escape_markup(value), escape_markup(help));
  };
  add("game", data.game, "");
  add("learner", data.learner, "");
  add("seed", data.seed, "");
  const auto spec = parse_spec(data.learner);
  const auto params = spec ? parse_params<NetLearnerParams>(*spec) : Result<NetLearnerParams>(spec.error());
  if (params)
    for (const FieldInfo& field : describe_fields(*params)) add(field.name, field.value, field.help);
  return text + "</table></div>\n";
}
}  // namespace

Result<std::string> run_report(const RunReader& run) {
  const auto data = read_run(run);
  if (!data) return data.error();
  if (data->metrics.empty())
    return Error{"the run has not finished its first generation yet: there is nothing to show"};
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
      "<title>{0}</title><style>{1}</style></head>\n<body><h1>{0}</h1><p>A network that learns by playing against "
      "itself.</p>\n{2}<div class=\"charts\">\n{3}</div>\n{4}{5}</body></html>\n",
      escape_markup(data->game), style, facts(*data), charts(*data), ladder_table(*data),
      settings_table(*data));
}

Result<std::string> write_run_report(const std::string& folder) {
  const std::string store = folder + "/run.db";
  if (!std::filesystem::exists(store))
    return Error{"'" + detail::shorten(folder) +
                 "' is no training run of a network: there is no run.db in it"};
  const auto run = RunReader::open(store);
  if (!run) return run.error();
  const auto page = run_report(*run);
  if (!page) return page.error();
  const std::string file = folder + "/report.html";
  if (auto written = write_file(file, *page); !written) return written.error();
  return file;
}

}  // namespace banyan
