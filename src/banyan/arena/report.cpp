#include <banyan/arena/report.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <banyan/core/printable.hpp>

namespace banyan {

namespace {
Json json_of(const ReturnStats& stats) {
  Json reached = Json::object();
  for (const auto& [milestone, share] : stats.reached) reached[std::to_string(milestone)] = share;
  return {{"mean", json_number(stats.mean)}, {"median", json_number(stats.median)},
          {"max", json_number(stats.max)},   {"low", json_number(stats.low)},
          {"high", json_number(stats.high)}, {"reached", reached}};
}

Json json_of(const AgentTally& tally, const std::string& spec) {
  Json agent{{"spec", spec},
             {"wins", tally.wins},
             {"draws", tally.draws},
             {"losses", tally.losses},
             {"points", json_number(tally.points)},
             {"score", json_number(tally.score)},
             {"elo", json_number(tally.elo)},
             {"elo_low", json_number(tally.elo_low)},
             {"elo_high", json_number(tally.elo_high)}};
  if (tally.stats) agent["stats"] = json_of(*tally.stats);
  return agent;
}

Json json_of(const PlayedGame& game) {
  Json outcome = Json::array();
  for (const double x : game.outcome) outcome.push_back(json_number(x));
  return {{"seed", game.scheduled.seed},
          {"seats", game.scheduled.seats},
          {"winner", game.winner ? Json(*game.winner) : Json(nullptr)},
          {"outcome", outcome},
          {"moves", game.moves}};
}

// The furthest milestones: "4096 12 %, 2048 96 %".
std::string reached_text(const ReturnStats& stats) {
  constexpr int most = 4;
  std::string text;
  int shown = 0;
  for (auto it = stats.reached.rbegin(); it != stats.reached.rend() && shown < most; ++it, ++shown)
    text += fmt::format("{}{} {:.3g} %", text.empty() ? "  " : ", ", it->first, 100 * it->second);
  return text;
}

// Scores are often whole numbers, and means of them want few digits more.
std::string score_text(double x) {
  return std::isfinite(x) ? fmt::format("{:.{}f}", x, std::abs(x) < 1000 ? 2 : 0) : "-";
}

std::string one_player_row(const AgentTally& tally) {
  if (!tally.stats) return fmt::format("{:>7}", 0);
  const ReturnStats& stats = *tally.stats;
  return fmt::format("{:>7}  {:>10}  {:>10}  {:>10}  [{}, {}]{}", tally.games, score_text(stats.mean),
                     score_text(stats.median), score_text(stats.max), score_text(stats.low),
                     score_text(stats.high), reached_text(stats));
}

std::string row_of_several(const AgentTally& tally) {
  const bool played = tally.games > 0;
  return fmt::format("{:>7}  {:>7}  {:>7}  {:>7}  {:>8}  {:>8}  {}", tally.games, tally.wins, tally.draws,
                     tally.losses, played ? fmt::format("{:.2f}%", 100 * tally.points) : "-",
                     played ? fmt::format("{:.4f}", tally.score) : "-",
                     elo_text(tally.elo, tally.elo_low, tally.elo_high));
}
}  // namespace

std::string elo_text(double elo, double low, double high) {
  const auto end = [](double x, const char* unbounded) {
    return std::isfinite(x) ? fmt::format("{:+.0f}", x) : unbounded;
  };
  if (!std::isfinite(low) && !std::isfinite(high)) return end(elo, "-");
  return fmt::format("{} [{}, {}]", end(elo, std::isfinite(low) ? "∞" : "-∞"), end(low, "-∞"),
                     end(high, "∞"));
}

void add_match(Json& document, const MatchSettings& settings, const std::vector<std::string>& specs,
               const MatchTally& totals) {
  document["games"] = settings.schedule.games;
  document["distinct"] = totals.distinct;
  document["agents"] = Json::array();
  for (std::size_t i = 0; i < specs.size(); ++i)
    document["agents"].push_back(json_of(totals.agents[i], specs[i]));
}

void ResultLines::add(const PlayedGame& game) {
  constexpr std::size_t piece_size = std::size_t{1} << 20U;
  const std::string line = json_of(game).dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string text = pieces_.empty() ? "\n    " : ",\n    ";
  text += line;
  if (pieces_.empty() || pieces_.back().size() + text.size() > pieces_.back().capacity()) {
    pieces_.emplace_back();
    pieces_.back().reserve(std::max(piece_size, text.size()));
  }
  pieces_.back() += text;
}

void write_match(const Json& document, const ResultLines& results, bool interrupted,
                 const std::function<void(std::string_view)>& write) {
  const std::string text = print_json(document);
  const std::size_t end = text.rfind("\n}");
  write(text.substr(0, end) + ",\n  \"results\": [");
  for (const std::string& piece : results.pieces()) write(piece);
  write(results.pieces().empty() ? "]" : "\n  ]");
  if (interrupted) write(",\n  \"interrupted\": true");
  write("\n}\n");
}

std::string match_table(const MatchSettings& settings, const std::vector<std::string>& specs,
                        const MatchTally& totals, TextStyle style) {
  const bool alone = settings.game->info().players == 1;
  std::size_t width = 5;
  for (const std::string& spec : specs) width = std::max(width, printable(spec).size());
  const std::string head =
      alone ? fmt::format("{:<{}}  {:>7}  {:>10}  {:>10}  {:>10}  {}", "agent", width, "games", "mean",
                          "median", "max", "95 % interval, reached")
            : fmt::format("{:<{}}  {:>7}  {:>7}  {:>7}  {:>7}  {:>8}  {:>8}  {}", "agent", width, "games",
                          "wins", "draws", "losses", "points", "score", "Elo [95 % interval]");
  std::string text = bold(head, style) + "\n";
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const AgentTally& tally = totals.agents[i];
    text += fmt::format("{:<{}}  ", printable(specs[i]), width);
    text += alone ? one_player_row(tally) : row_of_several(tally);
    text += "\n";
  }
  return text;
}

}  // namespace banyan
