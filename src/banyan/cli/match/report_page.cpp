#include <banyan/cli/match/report_page.hpp>

#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <banyan/arena/report.hpp>
#include <banyan/engine/specs.hpp>
#include <banyan/learn/report_page.hpp>

namespace banyan::cli {

namespace {
// Every second point.
void thin_out(std::vector<ChartPoint>& points) {
  std::size_t kept = 0;
  for (std::size_t i = 1; i < points.size(); i += 2) points[kept++] = points[i];
  points.resize(kept);
}

std::string row(const char* tag, const std::vector<std::string>& cells) {
  std::string text = "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i)
    text += fmt::format("<{0}{1}>{2}</{0}>", tag, i == 0 ? "" : " class=\"number\"", escape_markup(cells[i]));
  return text + "</tr>\n";
}

std::string number_text(double x, const char* format) {
  return std::isfinite(x) ? fmt::format(fmt::runtime(format), x) : "-";
}

std::string agents_table(const MatchOptions& options, const MatchTally& totals, bool alone) {
  std::string text = "<h2>Agents</h2><div class=\"wide\"><table>\n";
  text += alone ? row("th", {"agent", "games", "mean", "median", "max"})
                : row("th", {"agent", "games", "wins", "draws", "losses", "points", "Elo [95 %]", "faults"});
  for (std::size_t i = 0; i < options.agents.size(); ++i) {
    const AgentTally& agent = totals.agents[i];
    const auto& faults = agent.faults;
    if (alone) {
      const ReturnStats stats = agent.stats.value_or(ReturnStats{});
      text += row("td", {options.agents[i], std::to_string(agent.games), number_text(stats.mean, "{:.2f}"),
                         number_text(stats.median, "{:.2f}"), number_text(stats.max, "{:.2f}")});
      continue;
    }
    text += row("td", {options.agents[i], std::to_string(agent.games), std::to_string(agent.wins),
                       std::to_string(agent.draws), std::to_string(agent.losses),
                       number_text(100 * agent.points, "{:.1f} %"),
                       elo_text(agent.elo, agent.elo_low, agent.elo_high),
                       std::to_string(std::accumulate(faults.begin(), faults.end(), std::uint64_t{0}))});
  }
  return text + "</table></div>\n";
}

std::string pairs_table(const MatchOptions& options, const MatchTally& totals) {
  std::string text = "<h2>Who met whom</h2><div class=\"wide\"><table>\n";
  text += row("th", {"first", "second", "wins", "draws", "losses",
                     "Elo of the first, likelihood that it is stronger", "pairs by points 0, ½, 1, 1½, 2"});
  for (const PairTally& pair : totals.pairs)
    text +=
        row("td", {options.agents[pair.first], options.agents[pair.second], std::to_string(pair.wins),
                   std::to_string(pair.draws), std::to_string(pair.losses),
                   statistics_text(statistics_of(pair)), fmt::format("{}", fmt::join(pair.pairs, " / "))});
  return text + "</table></div>\n";
}

std::vector<ReportFact> facts_of(const MatchPlan& plan, const MatchTally& totals) {
  std::vector<ReportFact> facts{{std::to_string(totals.games), "games"},
                                {std::to_string(totals.distinct), "distinct"}};
  if (plan.settings.agents.size() != 2 || totals.pairs.empty()) return facts;
  const PairTally& pair = totals.pairs.front();
  const ScoreStatistics statistics = statistics_of(pair);
  if (std::isfinite(statistics.elo) && std::isfinite(statistics.elo_error))
    facts.push_back(
        {fmt::format("{:+.1f} ± {:.1f}", statistics.elo, statistics.elo_error), "Elo of the first agent"});
  if (std::isfinite(statistics.los))
    facts.push_back(
        {fmt::format("{:.1f} %", 100 * statistics.los), "likelihood that it is the stronger one"});
  if (plan.sprt) {
    const double llr = plan.sprt->llr(pair.pairs);
    facts.push_back(
        {print_value(plan.sprt->decide(llr)),
         fmt::format("SPRT, LLR {:.2f} of [{:.2f}, {:.2f}]", llr, plan.sprt->lower(), plan.sprt->upper())});
  }
  return facts;
}
}  // namespace

void MatchCurves::add(const Tally& tally) {
  if (plan_.settings.agents.size() != 2 || plan_.settings.game->info().players != 2) return;
  const Pentanomial counts = tally.pentanomial();
  const std::uint64_t pairs = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  if (pairs == pairs_) return;
  pairs_ = pairs;
  if (pairs % step_ != 0) return;
  const auto games = static_cast<double>(2 * pairs);
  double mean = 0;
  double square = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const double points = static_cast<double>(k) / 4;
    mean += points * static_cast<double>(counts[k]) / static_cast<double>(pairs);
    square += points * points * static_cast<double>(counts[k]) / static_cast<double>(pairs);
  }
  constexpr double standard_scores = 1.959963984540054;  // of a 95 % interval
  const double error =
      standard_scores * std::sqrt(std::max(0.0, square - mean * mean) / static_cast<double>(pairs));
  points_.push_back({games, mean, mean - error, mean + error});
  if (plan_.sprt) ratios_.push_back({games, plan_.sprt->llr(counts)});
  if (points_.size() < most_points) return;
  thin_out(points_);
  thin_out(ratios_);
  step_ *= 2;
}

std::vector<Chart> MatchCurves::charts(const std::vector<std::string>& agents) const {
  std::vector<Chart> list;
  if (points_.empty()) return list;
  list.push_back({.title = "Share of points of " + agents[0],
                  .x_name = "games",
                  .series = {{.name = "points", .points = points_}},
                  .references = {{.name = "even", .y = 0.5}}});
  if (plan_.sprt)
    list.push_back(
        {.title = "Log-likelihood ratio of the SPRT",
         .x_name = "games",
         .series = {{.name = "LLR", .points = ratios_}},
         .references = {{.name = "H1", .y = plan_.sprt->upper()}, {.name = "H0", .y = plan_.sprt->lower()}},
         .from_zero = false});
  return list;
}

std::string match_page(const MatchOptions& options, const MatchPlan& plan, const MatchTally& totals,
                       const MatchCurves& curves) {
  const bool alone = plan.settings.game->info().players == 1;
  std::vector<ReportSetting> settings{
      {"game", options.game, plan.settings.game->info().description.title},
      {"seed", std::to_string(plan.settings.schedule.seed), "of openings, chance and agents"}};
  const auto add = [&](const char* name, const std::string& value, const char* help) {
    if (!value.empty()) settings.push_back({name, value, help});
  };
  if (options.opening > 0)
    add("opening", std::to_string(options.opening), "random moves, or moves of each game");
  add("openings", options.openings, "the book");
  add("sprt", options.sprt, "the sequential test");
  add("adjudicate", options.adjudicate, "what ended games early");
  if (options.gauntlet) add("gauntlet", "yes", "the first agent against each of the others");
  std::string tables = agents_table(options, totals, alone);
  if (!alone) tables += pairs_table(options, totals);
  return print_page({.title = fmt::format("{}: {}", options.game, fmt::join(options.agents, " – ")),
                     .about = "A match of Banyan.",
                     .facts = facts_of(plan, totals),
                     .charts = curves.charts(options.agents),
                     .tables = tables + settings_table(settings)});
}

}  // namespace banyan::cli
