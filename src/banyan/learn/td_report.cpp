#include <banyan/learn/td_report.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <banyan/core/fields.hpp>
#include <banyan/learn/pace.hpp>
#include <banyan/learn/report_page.hpp>

namespace banyan {

namespace {
using Curve = std::vector<TdReport>;

template <class Height>
ChartSeries series(std::string name, const Curve& curve, Height&& height) {
  ChartSeries line{.name = std::move(name), .points = {}};
  for (const TdReport& report : curve)
    line.points.push_back({.x = static_cast<double>(report.games), .y = height(report)});
  return line;
}

// How often each tile was reached, but for those that were not yet.
Chart tiles_chart(const Curve& curve) {
  Chart chart{.title = "Games that reached a tile, %", .x_name = "games", .series = {}};
  for (const std::uint64_t tile : TdFolder::curve_tiles) {
    ChartSeries line =
        series(std::to_string(tile), curve, [&](const TdReport& report) { return 100 * report.share(tile); });
    if (std::any_of(line.points.begin(), line.points.end(), [](const ChartPoint& p) { return p.y > 0; }))
      chart.series.push_back(std::move(line));
  }
  return chart;
}

std::vector<Chart> charts(const Curve& curve) {
  const auto simple = [&](std::string title, std::string name, auto height) {
    return Chart{.title = std::move(title),
                 .x_name = "games",
                 .series = {series(std::move(name), curve, std::move(height))}};
  };
  Chart score = simple("Score of the games it learned from", "mean", [](const auto& r) { return r.mean; });
  score.series.push_back(series("highest", curve, [](const auto& r) { return r.max; }));
  return {std::move(score), tiles_chart(curve),
          simple("Moves a second", "moves", [](const auto& r) { return r.moves_per_second; })};
}

std::vector<ReportSetting> settings(const TdFolder& folder) {
  std::vector<ReportSetting> rows{{"game", "twenty48", ""}};
  if (const auto learner = folder.learner())
    for (const FieldInfo& field : describe_fields(*learner))
      if (field.name != "alpha") rows.push_back({field.name, field.value, field.help});  // it is not kept
  return rows;
}
}  // namespace

Result<std::string> td_report(const TdFolder& folder) {
  const auto curve = folder.read_curve();
  if (!curve) return curve.error();
  if (curve->empty()) return Error{folder.curve() + ": has no games yet: there is nothing to show"};
  const TdReport& last = curve->back();
  return print_page({.title = "twenty48",
                     .about =
                         "An n-tuple network that learns by playing 2048; each point sums up the games since "
                         "the one before.",
                     .facts = {{describe_count(static_cast<double>(last.games)), "games"},
                               {describe_count(static_cast<double>(last.moves)), "moves"},
                               {fmt::format("{:.0f}", last.mean), "mean score of the last games"},
                               {fmt::format("{:.0f}", last.max), "highest of them"},
                               {fmt::format("{:.1f} %", 100 * last.share(8192)), "of them with 8192"}},
                     .charts = charts(*curve),
                     .tables = settings_table(settings(folder))});
}

}  // namespace banyan
