// curve.tsv, the learning curve of a training of n-tuple tables: its one format, reader and writer. A line
// for each report, with tabs between the numbers; lines that begin with # are for people, but for the
// heading, which names the milestones:
//
//   # games  moves  mean score  highest score  share of games with A  B  C …  moves a second
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string_view>
#include <vector>

#include <banyan/core/result.hpp>

namespace banyan {

struct LearningPoint {
  std::uint64_t games = 0;
  std::uint64_t moves = 0;
  double mean = 0;
  double highest = 0;
  std::map<std::uint64_t, double> reached{};  // share of games that reached a milestone, or a further one
  double moves_per_second = 0;

  friend bool operator==(const LearningPoint&, const LearningPoint&) = default;
};

// An unterminated last line is being written and is skipped. The error names the line.
Result<std::vector<LearningPoint>> parse_curve(std::string_view text);
Result<std::vector<LearningPoint>> read_curve(const std::filesystem::path& file);

// Adds a line, or leaves the file as it was. A new file keeps the point's milestones, another those that its
// heading names.
Result<void> add_to_curve(const std::filesystem::path& file, const LearningPoint& point);

// Removes lines about later games. On failure the file is unchanged.
Result<void> cut_curve(const std::filesystem::path& file, std::uint64_t games);

}  // namespace banyan
