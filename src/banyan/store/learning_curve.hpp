// curve.tsv, the learning curve of a training of n-tuple tables: its one format, reader and writer. A line
// for each report, ten numbers with tabs between them; lines that begin with # are for people.
//
//   games  moves  mean score  highest score  share of games with 2048 4096 8192 16384 32768  moves a second
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include <banyan/core/result.hpp>

namespace banyan {

// The tiles whose shares the curve keeps.
inline constexpr std::array<std::uint64_t, 5> curve_tiles{2048, 4096, 8192, 16384, 32768};

struct CurvePoint {
  std::uint64_t games = 0;
  std::uint64_t moves = 0;
  double mean = 0;
  double highest = 0;
  std::array<double, curve_tiles.size()> reached{};  // shares, as curve_tiles
  double moves_per_second = 0;

  friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};

// An unterminated last line is being written and is skipped. The error names the line.
Result<std::vector<CurvePoint>> parse_curve(std::string_view text);
Result<std::vector<CurvePoint>> read_curve(const std::filesystem::path& file);

// Adds a line, or leaves the file as it was.
Result<void> add_to_curve(const std::filesystem::path& file, const CurvePoint& point);

// Removes lines about later games. On failure the file is unchanged.
Result<void> cut_curve(const std::filesystem::path& file, std::uint64_t games);

}  // namespace banyan
