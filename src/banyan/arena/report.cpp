#include <banyan/arena/report.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <banyan/arena/game_json.hpp>
#include <banyan/core/printable.hpp>
#include <banyan/engine/specs.hpp>

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
  if (is_engine(spec.substr(0, spec.find(':'))))
    agent["faults"] = {
        {"illegal", tally.faults[0]}, {"crash", tally.faults[1]}, {"timeout", tally.faults[2]}};
  if (tally.stats) agent["stats"] = json_of(*tally.stats);
  return agent;
}

// One entry for each two agents that met.
Json crosstable_of(const MatchTally& totals, int players) {
  Json table = Json::array();
  for (const PairTally& pair : totals.pairs) {
    const ScoreStatistics statistics = statistics_of(pair);
    Json entry{{"first", pair.first},
               {"second", pair.second},
               {"wins", pair.wins},
               {"draws", pair.draws},
               {"losses", pair.losses}};
    if (players == 2) entry["pentanomial"] = pair.pairs;
    entry["elo"] = json_number(statistics.elo);
    entry["elo_error"] = json_number(statistics.elo_error);
    entry["los"] = json_number(statistics.los);
    table.push_back(std::move(entry));
  }
  return table;
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

// Scores are often whole numbers; their means need few digits more.
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

void add_match(Json& document, const MatchSettings& settings, const std::vector<std::string>& specs,
               const MatchTally& totals) {
  document["games"] = settings.schedule.games;
  document["distinct"] = totals.distinct;
  document["agents"] = Json::array();
  for (std::size_t i = 0; i < specs.size(); ++i)
    document["agents"].push_back(json_of(totals.agents[i], specs[i]));
  const int players = settings.game->info().players;
  if (players == 1) return;
  document["crosstable"] = crosstable_of(totals, players);
  if (players == 2) {
    document["seat_pairs"] = totals.seat_pairs;
    if (specs.size() == 2)
      document["pentanomial"] = totals.pairs.empty() ? Pentanomial{} : totals.pairs.front().pairs;
  }
}

Json json_of(const Sprt& sprt, const Pentanomial& pairs) {
  const double llr = sprt.llr(pairs);
  return {{"llr", json_number(llr)},
          {"lower", sprt.lower()},
          {"upper", sprt.upper()},
          {"elo0", sprt.params().elo0},
          {"elo1", sprt.params().elo1},
          {"model", print_value(sprt.params().model)},
          {"decision", print_value(sprt.decide(llr))}};
}

std::string sprt_text(const Sprt& sprt, const Pentanomial& pairs) {
  const double llr = sprt.llr(pairs);
  const std::string progress = fmt::format("LLR {:.2f} of [{:.2f}, {:.2f}]", llr, sprt.lower(), sprt.upper());
  const SprtParams& params = sprt.params();
  const SprtDecision decision = sprt.decide(llr);
  if (decision == SprtDecision::undecided) return "SPRT undecided: " + progress;
  return fmt::format("SPRT {} accepted ({} Elo {:g} rather than {:g}): {}", print_value(decision),
                     print_value(params.model), decision == SprtDecision::h1 ? params.elo1 : params.elo0,
                     decision == SprtDecision::h1 ? params.elo0 : params.elo1, progress);
}

bool has_pairs(const PairTally& pair) { return pair.pairs != Pentanomial{}; }

ScoreStatistics statistics_of(const PairTally& pair) {
  const std::array<std::uint64_t, 3> games{pair.losses, pair.draws, pair.wins};
  return has_pairs(pair) ? score_statistics(pair.pairs) : score_statistics(games);
}

std::string statistics_text(const ScoreStatistics& statistics) {
  std::string text;
  if (std::isfinite(statistics.elo)) text = fmt::format("Elo {:+.1f}", statistics.elo);
  if (std::isfinite(statistics.elo_error)) text += fmt::format(" ± {:.1f}", statistics.elo_error);
  if (std::isfinite(statistics.los)) text += fmt::format("  LOS {:.1f} %", 100 * statistics.los);
  return text;
}

std::string pairs_text(const PairTally& pair) {
  std::string text = fmt::format("+{} ={} -{}", pair.wins, pair.draws, pair.losses);
  if (const std::string told = statistics_text(statistics_of(pair)); !told.empty()) text += "  " + told;
  if (has_pairs(pair)) text += fmt::format("  pairs {}", fmt::join(pair.pairs, "/"));
  return text;
}

std::string crosstable_text(const std::vector<std::string>& specs, const MatchTally& totals) {
  std::string text;
  for (const PairTally& pair : totals.pairs)
    text += fmt::format("{} against {}: {}\n", printable(specs[pair.first]), printable(specs[pair.second]),
                        pairs_text(pair));
  return text;
}

std::string faults_text(const std::vector<std::string>& specs, const MatchTally& totals) {
  std::string text;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const auto& [illegal, crash, timeout] = totals.agents[i].faults;
    if (illegal + crash + timeout > 0)
      text += fmt::format("{} lost {} games by illegal moves, {} by crashes, {} by time-outs\n",
                          printable(specs[i]), illegal, crash, timeout);
  }
  return text;
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
