// What engines say of their searches, as text: the lines of `info` of UCI, and of lz-analyze and
// kata-analyze. None of it is trusted; moves are in the engine's notation.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace banyan {

// "info depth 12 multipv 1 score cp 31 nodes 12345 pv e2e4 e7e5"
struct UciInfo {
  static constexpr int most_lines = 256;  // what comes with a higher number is not looked at
  int line = 1;                           // best, second best, …
  std::optional<double> value{};          // from -1 to 1: a score as a value, by the logistic curve of Elo
  std::optional<std::string> proven{};    // "win" or "loss": the engine says that it is mate
  std::optional<std::uint64_t> nodes{};
  std::optional<std::uint32_t> depth{};
  std::vector<std::string> moves{};

  // Whether it tells what a line is worth.
  [[nodiscard]] bool is_line() const { return value && !moves.empty() && line <= most_lines; }
};
// The words after `info`.
UciInfo parse_uci_info(const std::vector<std::string>& words);

// A part of "info move D4 visits 100 winrate 5123 prior 800 lcb 5000 order 0 pv D4 Q16 info move …"
struct GtpInfo {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();
  std::string move{};
  std::uint64_t visits = 0;
  double win_rate = none;  // from 0 to 1
  double prior = none;     // likewise
  std::vector<std::string> line{};
};
// `scale` is what stands for certainty: 10,000 in lz-analyze, 1 in kata-analyze.
std::vector<GtpInfo> parse_gtp_info(std::string_view text, double scale);

}  // namespace banyan
