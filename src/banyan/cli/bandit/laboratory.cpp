#include <banyan/cli/bandit/laboratory.hpp>

#include <cmath>
#include <memory>

#include <banyan/cli/output.hpp>
#include <banyan/core/clock.hpp>

namespace banyan::cli {

void LaboratoryOptions::declare(CLI::App& app) {
  add_value(app, "--threads", threads, between(1, 256),
            "threads (default: all there are); the numbers don't depend on it")
      ->type_name("N");
  seed.declare(app);
  app.add_option("--plot", plot, "draw a picture with gnuplot: a file ending with .svg, .png or .pdf")
      ->type_name("FILE");
  CLI::Option* as_json = add_json(app, json);
  app.add_flag("--csv", csv, "a table with commas on standard output, a row for each point of a curve")
      ->excludes(as_json);
}

std::size_t LaboratoryOptions::thread_count(std::uint32_t processors) const {
  return threads > 0 ? threads : processors;
}

Result<void> LaboratoryOptions::check() const {
  if (plot.empty()) return {};
  return check_plot_file(plot);
}

bool LaboratoryOptions::can_plot() const {
  if (plot.empty() || gnuplot_found()) return true;
  note("{}", how_to_get_gnuplot);
  return false;
}

bool LaboratoryOptions::draw(const Plot& picture) const {
  if (plot.empty()) return true;
  if (auto drawn = draw_plot(picture, plot); !drawn) {
    note("{}", drawn.error().message);
    return false;
  }
  return true;
}

Result<std::vector<Spec>> parse_specs(const std::vector<std::string>& texts) {
  std::vector<Spec> specs;
  for (const std::string& text : texts) {
    auto spec = parse_spec(text);
    if (!spec) return spec.error();
    specs.push_back(*std::move(spec));
  }
  return specs;
}

bandit::Watch watch_with(const std::stop_token& stop, ProgressLine& line, const std::string& unit) {
  const auto clock = std::make_shared<Stopwatch>();
  return {stop, [&line, clock, unit](std::uint64_t done, std::uint64_t total) {
            const double share = static_cast<double>(done) / static_cast<double>(total);
            const double left = share > 0 ? clock->seconds() * (1 - share) / share : 0;
            line.show(fmt::format("{:.1f} % of {:.3g} {}, {:.0f} s left", 100 * share,
                                  static_cast<double>(total), unit, left));
          }};
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

std::string csv_number(double x) { return std::isfinite(x) ? print_number(x) : ""; }

}  // namespace banyan::cli
