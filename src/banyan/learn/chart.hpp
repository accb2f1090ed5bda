// Curves as a picture in SVG, to stand inside a page whose style names the colours: .s0, .s1, … for the
// series, .grid, .axis and .reference for the rest.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace banyan {

struct ChartPoint {
  double x = 0;
  double y = 0;  // NaN: no point
  // A band around it, where there is one; an end that is NaN is beyond the picture.
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
};

struct ChartSeries {
  std::string name;
  std::vector<ChartPoint> points;
};

// A height that others are compared with.
struct ChartReference {
  std::string name;
  double y = 0;
};

struct Chart {
  std::string title;
  std::string x_name;
  std::vector<ChartSeries> series;
  std::vector<ChartReference> references{};
  bool from_zero = true;  // the axis of heights begins there
};

// Empty where there is nothing to draw.
std::string draw_chart(const Chart& chart);

// Text as HTML and SVG take it.
std::string escape_markup(std::string_view text);

}  // namespace banyan
