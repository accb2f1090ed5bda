// A match as text for people and as the document of `match --json`.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/arena/match.hpp>
#include <banyan/arena/tally.hpp>
#include <banyan/session/json.hpp>
#include <banyan/session/text.hpp>

namespace banyan {

// "+35 [-20, +90]", with ∞ for an end that games leave open, "+35" where a stop left no time for the
// interval, and "-" where games say nothing.
std::string elo_text(double elo, double low, double high);

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

// The document with its results, given to `write` piece by piece.
void write_match(const Json& document, const ResultLines& results, bool interrupted,
                 const std::function<void(std::string_view)>& write);

// A table with a line an agent.
std::string match_table(const MatchSettings& settings, const std::vector<std::string>& specs,
                        const MatchTally& totals, TextStyle style);

}  // namespace banyan
