#include <banyan/learn/td/report.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <banyan/core/fields.hpp>
#include <banyan/learn/net/pace.hpp>
#include <banyan/learn/report_page.hpp>
#include <banyan/store/learning_curve.hpp>

namespace banyan {

namespace {
using Curve = std::vector<LearningPoint>;

template <class Height>
ChartSeries series(std::string name, const Curve& curve, Height&& height) {
  ChartSeries line{.name = std::move(name), .points = {}};
  for (const LearningPoint& point : curve)
    line.points.push_back({.x = static_cast<double>(point.games), .y = height(point)});
  return line;
}

// How often each milestone was reached, but for those that were not yet.
Chart milestones_chart(const Curve& curve) {
  std::set<std::uint64_t> milestones;
  for (const LearningPoint& point : curve)
    for (const auto& [milestone, share] : point.reached)
      if (share > 0) milestones.insert(milestone);
  Chart chart{.title = "Games that reached a milestone, %", .x_name = "games", .series = {}};
  for (const std::uint64_t milestone : milestones)
    chart.series.push_back(series(std::to_string(milestone), curve, [&](const LearningPoint& point) {
      const auto found = point.reached.find(milestone);
      return found == point.reached.end() ? 0 : 100 * found->second;
    }));
  return chart;
}

std::vector<Chart> charts(const Curve& curve) {
  const auto simple = [&](std::string title, std::string name, auto height) {
    return Chart{.title = std::move(title),
                 .x_name = "games",
                 .series = {series(std::move(name), curve, std::move(height))}};
  };
  Chart score = simple("Score of the games it learned from", "mean", [](const auto& r) { return r.mean; });
  score.series.push_back(series("highest", curve, [](const auto& r) { return r.highest; }));
  return {std::move(score), milestones_chart(curve),
          simple("Moves a second", "moves", [](const auto& r) { return r.moves_per_second; })};
}

std::vector<ReportSetting> settings(const TdFolder& folder) {
  std::vector<ReportSetting> rows{{"game", folder.game().value_or("-"), ""}};
  if (const auto learner = folder.learner())
    for (const FieldInfo& field : describe_fields(*learner))
      if (field.name != "alpha") rows.push_back({field.name, field.value, field.help});  // it is not kept
  return rows;
}
}  // namespace

Result<std::string> td_report(const TdFolder& folder) {
  const auto curve = read_curve(folder.curve());
  if (!curve) return curve.error();
  if (curve->empty()) return Error{folder.curve() + ": has no games yet: there is nothing to show"};
  const LearningPoint& last = curve->back();
  std::vector<ReportFact> facts{{describe_count(static_cast<double>(last.games)), "games"},
                                {describe_count(static_cast<double>(last.moves)), "moves"},
                                {fmt::format("{:.0f}", last.mean), "mean score of the last games"},
                                {fmt::format("{:.0f}", last.highest), "highest of them"}};
  const auto furthest = std::find_if(last.reached.rbegin(), last.reached.rend(),
                                     [](const auto& reached) { return reached.second > 0; });
  if (furthest != last.reached.rend())
    facts.push_back(
        {fmt::format("{:.1f} %", 100 * furthest->second), fmt::format("of them with {}", furthest->first)});
  return print_page(
      {.title = folder.game().value_or("n-tuple network"),
       .about = "An n-tuple network that learns by playing; each point sums up the games since the one "
                "before.",
       .facts = std::move(facts),
       .charts = charts(*curve),
       .tables = settings_table(settings(folder))});
}

}  // namespace banyan
