// Shared by the bandit commands: threads, seed, progress reports and plots.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>

#include <banyan/bandit/laboratory.hpp>
#include <banyan/cli/options.hpp>
#include <banyan/cli/plot.hpp>
#include <banyan/cli/terminal.hpp>
#include <banyan/core/spec.hpp>

namespace banyan::cli {

struct LaboratoryOptions {
  std::uint32_t threads = 0;  // 0: all there are
  SeedOption seed;
  std::string plot;
  bool json = false;
  bool csv = false;

  void declare(CLI::App& app);
  [[nodiscard]] std::size_t thread_count(
      std::uint32_t processors = std::max(1U, std::thread::hardware_concurrency())) const;
  // Finds usage errors before any work is done.
  [[nodiscard]] Result<void> check() const;
  // False, with a message, if a plot is wanted and gnuplot is missing.
  [[nodiscard]] bool can_plot() const;
  // Draws the plot if one is wanted; false, with a message, on failure.
  [[nodiscard]] bool draw(const Plot& picture) const;
};

Result<std::vector<Spec>> parse_specs(const std::vector<std::string>& texts);

// A watch that stops on interrupt and shows progress: "12 % of 6e8 steps, 8 s left".
bandit::Watch watch_with(const std::stop_token& stop, ProgressLine& line, const std::string& unit);

// A cell of a CSV table, quoted if needed.
std::string csv_cell(const std::string& text);
std::string csv_number(double x);

}  // namespace banyan::cli
