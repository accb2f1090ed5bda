#include <banyan/learn/chart.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace banyan {

namespace {
// The picture and its margins.
namespace frame {
constexpr double width = 520;
constexpr double height = 260;
constexpr double left = 52;
constexpr double right = 112;  // names stand beside the ends of their curves
constexpr double top = 14;
constexpr double bottom = 40;
}  // namespace frame
constexpr double line_height = 14;

struct Range {
  double low = INFINITY;
  double high = -INFINITY;
  void include(double x) {
    if (!std::isfinite(x)) return;
    low = std::min(low, x);
    high = std::max(high, x);
  }
  [[nodiscard]] bool is_empty() const { return low > high; }
};

// 1, 2 or 5 times a power of ten: some five of them in a range.
double tick_step(const Range& range) {
  constexpr double wanted = 5;
  const double raw = (range.high - range.low) / wanted;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  const double part = raw / power;
  return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

// The multiples of the step in a range. They are counted, not added up: a step that is too small to change a
// large number would never come to the end.
std::vector<double> ticks(const Range& range, double step) {
  constexpr int most = 16;
  std::vector<double> list;
  const double first = std::ceil(range.low / step);
  for (int i = 0; i < most && (first + i) * step <= range.high + step / 1e6; ++i)
    list.push_back((first + i) * step);
  return list;
}

std::string tick_text(double x, double step) {
  if (step >= 1000) return fmt::format("{:g} k", x / 1000);
  return fmt::format("{:g}", std::round(x / step) * step);
}

class Drawing {
 public:
  explicit Drawing(const Chart& chart) : chart_(chart) {
    for (const ChartSeries& series : chart.series) {
      for (const ChartPoint& point : series.points) {
        x_.include(point.x);
        y_.include(point.y);
        y_.include(point.low);
        y_.include(point.high);
      }
    }
    for (const ChartReference& reference : chart.references) y_.include(reference.y);
  }

  std::string draw() {
    if (y_.is_empty()) return "";
    x_.include(0);
    if (chart_.from_zero) y_.include(0);
    widen(x_);
    widen(y_);
    text_ = fmt::format(
        "<figure><figcaption>{0}</figcaption><svg viewBox=\"0 0 {1} {2}\" role=\"img\" "
        "aria-label=\"{0}\">\n",
        escape_markup(chart_.title), frame::width, frame::height);
    draw_axes();
    for (const ChartReference& reference : chart_.references) draw_reference(reference);
    for (std::size_t i = 0; i < chart_.series.size(); ++i) draw_series(chart_.series[i], i);
    draw_names();
    return text_ + "</svg></figure>\n";
  }

 private:
  struct Name {
    double y;
    std::string style, text;
  };

  static void widen(Range& range) {
    if (range.high > range.low) return;
    range.high += 1;
    if (range.low != 0) range.low -= 1;
  }
  [[nodiscard]] double at_x(double x) const {
    return frame::left + (x - x_.low) / (x_.high - x_.low) * (frame::width - frame::left - frame::right);
  }
  [[nodiscard]] double at_y(double y) const {
    return frame::height - frame::bottom -
           (y - y_.low) / (y_.high - y_.low) * (frame::height - frame::top - frame::bottom);
  }

  void draw_axes() {
    const double y_step = tick_step(y_);
    for (const double y : ticks(y_, y_step))
      text_ += fmt::format(
          "<line class=\"grid\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/><text class=\"axis\" "
          "x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
          frame::left, frame::width - frame::right, at_y(y), at_y(y), frame::left - 6, at_y(y) + 4,
          tick_text(y, y_step));
    const double x_step = tick_step(x_);
    for (const double x : ticks(x_, x_step))
      text_ +=
          fmt::format("<text class=\"axis\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                      at_x(x), frame::height - frame::bottom + 16, tick_text(x, x_step));
    text_ += fmt::format("<text class=\"axis\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                         (frame::left + frame::width - frame::right) / 2, frame::height - 6,
                         escape_markup(chart_.x_name));
  }

  void draw_reference(const ChartReference& reference) {
    const double y = at_y(reference.y);
    text_ +=
        fmt::format("<line class=\"reference\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>\n",
                    frame::left, frame::width - frame::right, y, y);
    names_.push_back({y, "axis", reference.name});
  }

  void draw_series(const ChartSeries& series, std::size_t number) {
    constexpr std::size_t most_dots = 60;
    std::string upper;
    std::string lower;
    std::string line;
    std::string dots;
    bool has_band = false;
    const ChartPoint* last = nullptr;
    for (const ChartPoint& point : series.points) {
      if (std::isfinite(point.low) || std::isfinite(point.high)) {
        has_band = true;
        const double high = std::isfinite(point.high) ? point.high : y_.high;
        const double low = std::isfinite(point.low) ? point.low : y_.low;
        upper += fmt::format("{:.1f},{:.1f} ", at_x(point.x), at_y(high));
        lower.insert(0, fmt::format("{:.1f},{:.1f} ", at_x(point.x), at_y(low)));
      }
      if (!std::isfinite(point.y)) continue;
      line += fmt::format("{:.1f},{:.1f} ", at_x(point.x), at_y(point.y));
      dots += fmt::format(
          "<circle class=\"s{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\"><title>{:.4g}: {:.4g}</title></circle>",
          number, at_x(point.x), at_y(point.y), point.x, point.y);
      last = &point;
    }
    if (has_band)
      text_ += fmt::format("<polygon class=\"band s{}\" points=\"{}{}\"/>\n", number, upper, lower);
    text_ += fmt::format("<polyline class=\"curve s{}\" points=\"{}\"/>\n", number, line);
    if (series.points.size() <= most_dots) text_ += dots + "\n";
    if (last != nullptr) names_.push_back({at_y(last->y), fmt::format("name s{}", number), series.name});
  }

  // Beside the ends of what they name, pushed apart where they would cover each other.
  void draw_names() {
    std::sort(names_.begin(), names_.end(), [](const Name& a, const Name& b) { return a.y < b.y; });
    double free = frame::top;
    for (const Name& name : names_) {
      const double y = std::max(name.y, free);
      free = y + line_height;
      text_ += fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", name.style,
                           frame::width - frame::right + 8, y + 4, escape_markup(name.text));
    }
  }

  const Chart& chart_;
  Range x_;
  Range y_;
  std::vector<Name> names_;
  std::string text_;
};
}  // namespace

std::string draw_chart(const Chart& chart) { return Drawing(chart).draw(); }

std::string escape_markup(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      default: safe += c;
    }
  }
  return safe;
}

}  // namespace banyan
