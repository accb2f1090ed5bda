// What the laboratory's commands share: threads, a seed, how to report, and a picture.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <banyan/bandit/experiment.hpp>
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
  [[nodiscard]] std::size_t thread_count() const;
  // What is wrong with the words, before any work is done.
  [[nodiscard]] Result<void> check() const;
  // False, with a message, where a picture is wanted and gnuplot is missing.
  [[nodiscard]] bool can_plot() const;
  // Draws the picture if one is wanted; false, with a message, if that failed.
  [[nodiscard]] bool draw(const Plot& picture) const;
};

Result<std::vector<Spec>> parse_specs(const std::vector<std::string>& texts);

// A watch that stops with the interrupt and shows how far the work has come: "12 % of 6e8 steps, 8 s left".
bandit::Watch watch_with(const std::stop_token& stop, ProgressLine& line, const std::string& unit);

// A cell of a CSV table: quoted where it has to be.
std::string csv_cell(const std::string& text);
std::string csv_number(double x);

}  // namespace banyan::cli
