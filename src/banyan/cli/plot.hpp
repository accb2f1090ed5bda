// Plots by gnuplot: panels of lines over a common axis, written as SVG, PNG or PDF according to the file's
// name.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include <banyan/core/result.hpp>

namespace banyan::cli {

struct PlotPoint {
  double x;
  double y;
  double low = std::numeric_limits<double>::quiet_NaN();  // a confidence band around the line, if known
  double high = std::numeric_limits<double>::quiet_NaN();
};

struct PlotLine {
  std::string title;
  std::vector<PlotPoint> points;
  bool reference = false;  // theory: thin, black and dashed
};

// Puts the legend to the right of the panels, where it hides no line.
inline constexpr const char* key_beside = "at graph 1.02,1 left top";

struct PlotPanel {
  std::string y_label;
  std::vector<PlotLine> lines;
  bool log_y = false;
  bool percent = false;          // the axis goes from 0 to 100
  double share = 1;              // share of the picture's height
  std::string key = "top left";  // position of the legend
};

struct Plot {
  std::string title;
  std::string x_label;
  bool log_x = true;
  std::vector<PlotPanel> panels;
};

// Whether such a file can be drawn; call it before the work that it shows.
Result<void> check_plot_file(const std::string& file);
bool gnuplot_found();
inline constexpr const char* how_to_get_gnuplot =
    "gnuplot is not installed; get it with: apt-get install gnuplot-nox (or leave out --plot and use --csv)";

// Draws to a temporary file and renames it, so that no partial picture remains.
Result<void> draw_plot(const Plot& plot, const std::string& file);

}  // namespace banyan::cli
