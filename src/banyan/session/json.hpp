// The documents of `--json`, whose fields other programs rely on. Not-a-number and infinities become null.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include <banyan/core/result.hpp>
#include <banyan/session/analysis.hpp>
#include <banyan/session/any_game.hpp>
#include <banyan/session/session.hpp>

namespace banyan {

using Json = nlohmann::ordered_json;

// Changes with every incompatible change of a document.
inline constexpr int json_version = 1;

// Deeper nesting than this is refused. Copying, comparing and printing a document take a stack frame or more
// for each level, so that a deep one would overflow the stack.
inline constexpr std::size_t deepest_nesting = 32;
// The document a text from outside holds, nested no deeper than that.
Result<Json> parse_json(std::string_view text);

// A new document with its version.
Json json_document();
// The document as text, on several lines or on one. Invalid UTF-8 is replaced, and control characters are
// escaped, including those that JSON allows.
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
