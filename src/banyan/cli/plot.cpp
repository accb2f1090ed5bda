#include <banyan/cli/plot.hpp>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include <banyan/core/file_writer.hpp>
#include <banyan/core/value.hpp>

namespace banyan::cli {

namespace {

// Colours that most colour-blind people can distinguish (Okabe & Ito 2008), and gnuplot's marks, simplest
// first.
constexpr std::array<std::string_view, 8> line_colours{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                       "#56B4E9", "#E69F00", "#000000", "#999999"};
constexpr std::array<int, 6> marks{7, 5, 9, 11, 13, 6};

std::string terminal_for(const std::string& file) {
  const auto ends = [&](std::string_view end) { return file.ends_with(end); };
  if (ends(".svg")) return "svg size 800,600 dynamic enhanced background rgb 'white' font 'Helvetica,14'";
  if (ends(".png")) return "pngcairo size 1200,900 enhanced background rgb 'white' font 'Helvetica,16'";
  if (ends(".pdf")) return "pdfcairo size 8in,6in enhanced font 'Helvetica,14'";
  return "";
}

// A gnuplot string: single quotes are doubled inside.
std::string gnuplot_text(std::string_view text) {
  std::string inside = "'";
  for (const char c : text) {
    if (c == '\'') inside += '\'';
    if (static_cast<unsigned char>(c) >= 0x20) inside += c;
  }
  return inside + "'";
}

// The panel's data as a block $name; an empty line where a logarithm is undefined.
std::string data_block(const std::string& name, const PlotLine& line, bool log_y) {
  std::string text = "$" + name + " << END\n";
  for (const PlotPoint& point : line.points) {
    if (!std::isfinite(point.y) || (log_y && point.y <= 0)) continue;
    const double low = std::isfinite(point.low) ? point.low : point.y;
    const double high = std::isfinite(point.high) ? point.high : point.y;
    text += fmt::format("{:.9g} {:.9g} {:.9g} {:.9g}\n", point.x, point.y,
                        log_y ? std::max(low, point.y / 10) : low, high);
  }
  return text + "END\n";
}

bool has_band(const PlotLine& line) {
  return std::any_of(line.points.begin(), line.points.end(),
                     [](const PlotPoint& p) { return std::isfinite(p.low); });
}

std::string draw_command(const PlotPanel& panel, std::size_t number) {
  std::string bands;
  std::string lines;
  std::size_t style = 0;
  for (std::size_t i = 0; i < panel.lines.size(); ++i) {
    const PlotLine& line = panel.lines[i];
    const std::string data = fmt::format("$panel{}line{}", number, i);
    if (line.reference) {
      lines += fmt::format("{} using 1:2 with lines lw 1.5 dt {} lc rgb '#404040' title {}, ", data,
                           2 + i % 3, gnuplot_text(line.title));
      continue;
    }
    const std::string_view colour = line_colours[style % line_colours.size()];
    if (has_band(line))
      bands += fmt::format(
          "{} using 1:3:4 with filledcurves fs transparent solid 0.25 noborder lc rgb '{}' notitle, ", data,
          colour);
    // Marks distinguish lines if there are more lines than colours.
    lines += fmt::format("{} using 1:2 with linespoints lw 2.5 pt {} ps 0.8 pi 5 lc rgb '{}' title {}, ",
                         data, marks[style % marks.size()], colour, gnuplot_text(line.title));
    ++style;
  }
  std::string both = bands + lines;
  both.resize(both.size() - 2);
  return "plot " + both + "\n";
}

// The script draws to standard output.
std::string script_for(const Plot& plot, const std::string& terminal) {
  std::string script = fmt::format("set terminal {}\nset encoding utf8\n", terminal);
  for (std::size_t i = 0; i < plot.panels.size(); ++i)
    for (std::size_t j = 0; j < plot.panels[i].lines.size(); ++j)
      script += data_block(fmt::format("panel{}line{}", i, j), plot.panels[i].lines[j], plot.panels[i].log_y);
  script += "set grid lc rgb '#d0d0d0' lw 0.5\nset tics nomirror out\nset border 3\n";
  const bool beside = std::any_of(plot.panels.begin(), plot.panels.end(),
                                  [](const PlotPanel& panel) { return panel.key == key_beside; });
  script += fmt::format("set lmargin 11\nset rmargin {}\nset key noenhanced opaque\n", beside ? 22 : 3);
  if (plot.log_x) script += "set logscale x\nset format x '10^{%T}'\n";
  script += "set multiplot\n";
  double top = 1;
  for (std::size_t i = 0; i < plot.panels.size(); ++i) {
    const PlotPanel& panel = plot.panels[i];
    script += fmt::format("set size 1,{}\nset origin 0,{}\n", panel.share, top - panel.share);
    top -= panel.share;
    script += i == 0 ? fmt::format("set title {} noenhanced\n", gnuplot_text(plot.title)) : "unset title\n";
    script += i + 1 == plot.panels.size() ? fmt::format("set xlabel {}\n", gnuplot_text(plot.x_label))
                                          : "unset xlabel\n";
    script += fmt::format("set ylabel {}\nset key {} Left reverse samplen 3 font ',12'\n",
                          gnuplot_text(panel.y_label), panel.key);
    script +=
        panel.percent ? "set yrange [0:100]\nset ytics 0,25,100\n" : "set autoscale y\nset ytics auto\n";
    script +=
        panel.log_y ? "set logscale y\nset format y '10^{%T}'\n" : "unset logscale y\nset format y '%g'\n";
    script += draw_command(panel, i);
  }
  return script + "unset multiplot\nset output\n";
}

}  // namespace

Result<void> check_plot_file(const std::string& file) {
  if (terminal_for(file).empty())
    return Error{"--plot '" + detail::shorten(file) + "': the name ends with .svg, .png or .pdf"};
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  std::error_code problem;
  if (!folder.empty() && !std::filesystem::is_directory(folder, problem))
    return Error{"--plot '" + detail::shorten(file) + "': there is no folder '" +
                 detail::shorten(folder.string()) + "'"};
  return {};
}

bool gnuplot_found() {
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const std::string program = std::string(rest.substr(0, colon)) + "/gnuplot";
    if (access(program.c_str(), X_OK) == 0) return true;
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return false;
}

Result<void> draw_plot(const Plot& plot, const std::string& file) {
  // The script is in memory and the picture comes through a pipe, so that only a complete picture reaches a
  // file.
  const detail::Descriptor script(memfd_create("plot", 0));
  const std::string text = script_for(plot, terminal_for(file));
  if (!script || write(script.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    return Error{"no script for gnuplot can be written: " + std::generic_category().message(errno)};
  std::FILE* gnuplot = popen(fmt::format("gnuplot /dev/fd/{}", script.get()).c_str(), "r");
  if (gnuplot == nullptr) return Error{how_to_get_gnuplot};
  std::string picture;
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), gnuplot))
    picture.append(buffer.data(), count);
  const int status = pclose(gnuplot);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || picture.empty())
    return Error{"gnuplot could not draw '" + detail::shorten(file) + "'"};
  return write_file(file, picture);
}

}  // namespace banyan::cli
