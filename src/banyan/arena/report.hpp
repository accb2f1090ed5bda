// A match as text for people and as the document of `match --json`.
#pragma once

#include <string>
#include <vector>

#include <banyan/arena/match.hpp>
#include <banyan/arena/tally.hpp>
#include <banyan/session/json.hpp>
#include <banyan/session/text.hpp>

namespace banyan {

// "+35 [-20, +90]", with ∞ for an end that games leave open, and "-" where they say nothing.
std::string elo_text(double elo, double low, double high);

// Fields of `match` from games on; the specs are as they were given.
void add_match(Json& document, const MatchSettings& settings, const std::vector<std::string>& specs,
               const MatchResult& result, const MatchTally& totals);

// A table with a line an agent.
std::string match_table(const MatchSettings& settings, const std::vector<std::string>& specs,
                        const MatchTally& totals, TextStyle style);

}  // namespace banyan
