// The documents of `--json`, field by field as other programs rely on them. Not-a-number and infinities
// become null.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include <banyan/session/analysis.hpp>
#include <banyan/session/any_game.hpp>
#include <banyan/session/session.hpp>

namespace banyan {

using Json = nlohmann::ordered_json;

// Changes when a document changes in a way that its readers would notice.
inline constexpr int json_version = 1;

// A new document, with its version.
Json json_document();
// The document as text, on several lines or on one. Bytes that are not UTF-8 are replaced, and control
// characters escaped, those too that JSON would let pass.
std::string print_json(const Json& document);
std::string print_json_line(const Json& document);

Json json_number(double x);
// 0-based, "chance", or null when the game is over.
Json json_player(const std::optional<Player>& player);

Json json_of(const GameInfo& info);
Json json_of(const GameDescription& description);
// Fields of `show`: game, moves, position, player, legal, chances, outcome.
void add_session(Json& document, std::string_view game_spec, const Session& session);
// Fields of `analyze` from player on.
void add_analysis(Json& document, const Analysis& analysis);

}  // namespace banyan
