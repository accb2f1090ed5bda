// Pictures by gnuplot: panels with lines over a common axis, written as SVG, PNG or PDF by the file's name.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include <banyan/core/result.hpp>

namespace banyan::cli {

struct PlotPoint {
  double x;
  double y;
  double low = std::numeric_limits<double>::quiet_NaN();  // a band around the line, where it is known
  double high = std::numeric_limits<double>::quiet_NaN();
};

struct PlotLine {
  std::string title;
  std::vector<PlotPoint> points;
  bool reference = false;  // theory: thin, black and dashed
};

// A legend to the right of the panels, where it can hide no line.
inline constexpr const char* key_beside = "at graph 1.02,1 left top";

struct PlotPanel {
  std::string y_label;
  std::vector<PlotLine> lines;
  bool log_y = false;
  bool percent = false;          // the axis goes from 0 to 100
  double share = 1;              // of the picture's height
  std::string key = "top left";  // where the legend stands
};

struct Plot {
  std::string title;
  std::string x_label;
  bool log_x = true;
  std::vector<PlotPanel> panels;
};

// Whether such a file can be drawn here: to be asked before the work whose picture it is.
Result<void> check_plot_file(const std::string& file);
bool gnuplot_found();
inline constexpr const char* how_to_get_gnuplot =
    "gnuplot is not installed; get it with: apt-get install gnuplot-nox (or leave out --plot and use --csv)";

// Draws beside the file and renames, so that no half picture is left.
Result<void> draw_plot(const Plot& plot, const std::string& file);

}  // namespace banyan::cli
