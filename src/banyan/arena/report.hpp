// A match as text for people and as the document of `match --json`.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/arena/elo_text.hpp>
#include <banyan/arena/match.hpp>
#include <banyan/arena/sprt.hpp>
#include <banyan/arena/tally.hpp>
#include <banyan/session/json.hpp>
#include <banyan/session/text.hpp>

namespace banyan {

// The games of a match as JSON text, a line each: no more memory than what will be printed.
class ResultLines {
 public:
  void add(const PlayedGame& game);
  // In pieces, one after the other; the lines are indented, with commas between.
  [[nodiscard]] const std::vector<std::string>& pieces() const { return pieces_; }

 private:
  std::vector<std::string> pieces_;
};

// Fields of `match` from games on, but for results; the specs are as they were given.
void add_match(Json& document, const MatchSettings& settings, const std::vector<std::string>& specs,
               const MatchTally& totals);

// The field `sprt`.
Json json_of(const Sprt& sprt, const Pentanomial& pairs);
// "SPRT undecided: LLR 1.20 of [-2.94, 2.94]", or what was accepted.
std::string sprt_text(const Sprt& sprt, const Pentanomial& pairs);

// What the results of two agents say: by pairs of games where openings were played from both seats, else by
// single games.
[[nodiscard]] bool has_pairs(const PairTally& pair);
[[nodiscard]] ScoreStatistics statistics_of(const PairTally& pair);
// "Elo +40.7 ± 30.4  LOS 99.6 %", as far as the results tell.
std::string statistics_text(const ScoreStatistics& statistics);

// A line for each two agents that met: results, Elo and its error, likelihood of superiority, and how many
// pairs of games brought the first of them 0, ½, 1, 1½ and 2 points.
std::string crosstable_text(const std::vector<std::string>& specs, const MatchTally& totals);
// A line for each agent that lost games by faults of its own.
std::string faults_text(const std::vector<std::string>& specs, const MatchTally& totals);

// The document with its results, given to `write` piece by piece.
void write_match(const Json& document, const ResultLines& results, bool interrupted,
                 const std::function<void(std::string_view)>& write);

// A table with a line an agent.
std::string match_table(const MatchSettings& settings, const std::vector<std::string>& specs,
                        const MatchTally& totals, TextStyle style);

}  // namespace banyan
