#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <banyan/core/value.hpp>
#include <banyan/session/text.hpp>
#include <banyan/session/words.hpp>

namespace banyan {

namespace {
std::string or_dash(double x, const char* format) {
  return std::isfinite(x) ? fmt::format(fmt::runtime(format), x) : "-";
}

std::string bytes_text(std::uint64_t bytes) {
  const auto count = static_cast<double>(bytes);
  if (count >= 1e9) return fmt::format("{:.2f} GB", count / 1e9);
  if (count >= 1e6) return fmt::format("{:.1f} MB", count / 1e6);
  if (count >= 1e3) return fmt::format("{:.1f} kB", count / 1e3);
  return fmt::format("{} bytes", bytes);
}

// Wins, with a draw as half a win.
std::string wins_of_plays(const Analysis::Move& move) {
  if (move.visits == 0 || !std::isfinite(move.win_rate)) return fmt::format("{}", move.visits);
  const double wins = (move.mean + 1) / 2 * static_cast<double>(move.visits);
  return fmt::format("{:.10g}/{}", std::round(2 * wins) / 2, move.visits);
}

std::string interval(const Analysis::Move& move) {
  if (!std::isfinite(move.low) || !std::isfinite(move.high)) return "-";
  return fmt::format("[{:.4f}, {:.4f}]", move.low, move.high);
}
}  // namespace

std::string analysis_table(const Analysis& analysis, std::size_t most_moves, TextStyle style) {
  std::size_t width = 4;
  for (const auto& move : analysis.moves) width = std::max(width, move.move.size());
  std::string text = bold(fmt::format("{:<{}}  {:>9}  {:>7}  {:>17}  {:>20}", "move", width, "value", "win %",
                                      "wins/plays", "95 % interval"),
                          style) +
                     "\n";
  for (std::size_t i = 0; i < std::min(most_moves, analysis.moves.size()); ++i) {
    const Analysis::Move& move = analysis.moves[i];
    const std::string win = std::isfinite(move.win_rate) ? fmt::format("{:.2f}", 100 * move.win_rate) : "-";
    const std::string row =
        fmt::format("{:<{}}  {:>9}  {:>7}  {:>17}  {:>20}{}", move.move, width, or_dash(move.value, "{:.4f}"),
                    win, wins_of_plays(move), interval(move), move.proven ? "  proven " + *move.proven : "");
    text += (move.move == analysis.best ? bold(row, style) : row) + "\n";
  }
  if (analysis.moves.size() > most_moves)
    text += fmt::format("… and {} more\n", analysis.moves.size() - most_moves);
  if (analysis.best)
    text += fmt::format("best {}  value {}{}\n", *analysis.best, or_dash(analysis.value, "{:.4f}"),
                        analysis.proven ? "  proven " + *analysis.proven : "");
  if (!analysis.line.empty()) text += "line " + list_words(analysis.line, 20) + "\n";
  if (const auto& seen = analysis.best_seen)
    text += fmt::format("best game seen {}: {}{}\n", or_dash(seen->score, "{:.10g}"),
                        list_words(seen->line, 20), seen->whole ? "" : " …");
  text +=
      fmt::format("{} simulations in {:.3f} s ({:.3f} s of processor, {} thread{})", analysis.simulations,
                  analysis.seconds, analysis.cpu_seconds, analysis.threads, analysis.threads == 1 ? "" : "s");
  if (analysis.stopped_by) text += ", stopped by " + *analysis.stopped_by;
  text += fmt::format("\nmaximum depth {}, {} nodes, {}\n", analysis.max_depth, analysis.nodes,
                      bytes_text(analysis.bytes));
  return text;
}

std::string progress_line(const Analysis& analysis) {
  std::string text = fmt::format("{:.1f} s  {} simulations", analysis.seconds, analysis.simulations);
  if (analysis.best) text += fmt::format("  best {} {}", *analysis.best, or_dash(analysis.value, "{:+.3f}"));
  if (!analysis.line.empty())
    text += "  line " + join_words({analysis.line.begin(),
                                    analysis.line.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(
                                                                6, analysis.line.size()))});
  return text;
}

}  // namespace banyan
