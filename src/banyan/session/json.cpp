#include <banyan/session/json.hpp>

#include <cmath>
#include <string_view>

namespace banyan {

namespace {
// Whether a JSON text nests deeper than allowed. Brackets within strings don't count. Where the text is not
// JSON, this agrees with the parser up to the place where the parser gives up.
bool nests_too_deeply(std::string_view text) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > deepest_nesting) return true;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}
}  // namespace

Result<Json> parse_json(std::string_view text) {
  if (nests_too_deeply(text))
    return Error{"this JSON is nested too deeply: at most " + std::to_string(deepest_nesting) + " levels"};
  Json document = Json::parse(text, nullptr, false);
  if (document.is_discarded()) return Error{"this is not a JSON document"};
  return document;
}

Json json_document() {
  Json document;
  document["version"] = json_version;
  return document;
}

namespace {
// Escapes delete and U+0080 to U+009F, which terminals may interpret. In a document they occur in strings
// only.
std::string escape_late_controls(const std::string& text) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto code = [](char c) { return static_cast<unsigned char>(c); };
  std::string escaped;
  escaped.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool pair = code(text[i]) == 0xc2 && i + 1 < text.size() && code(text[i + 1]) < 0xa0;
    if (!pair && code(text[i]) != 0x7f) {
      escaped += text[i];
      continue;
    }
    if (pair) ++i;
    escaped += {'\\', 'u', '0', '0', digits[code(text[i]) >> 4U], digits[code(text[i]) & 15U]};
  }
  return escaped;
}

std::string dump(const Json& document, int indent) {
  return escape_late_controls(document.dump(indent, ' ', false, Json::error_handler_t::replace));
}
}  // namespace

std::string print_json(const Json& document) { return dump(document, 2); }
std::string print_json_line(const Json& document) { return dump(document, -1); }

Json json_number(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

namespace {
Json json_numbers(const std::optional<std::vector<double>>& numbers) {
  if (!numbers) return nullptr;
  Json list = Json::array();
  for (const double x : *numbers) list.push_back(json_number(x));
  return list;
}

template <class T>
Json json_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json json_of(const std::optional<Bounds>& bounds) {
  if (!bounds) return nullptr;
  return Json::array({json_number(bounds->low), json_number(bounds->high)});
}
}  // namespace

Json json_player(const std::optional<Player>& player) {
  if (!player) return nullptr;
  return *player == chance_player ? Json("chance") : Json(*player);
}

Json json_of(const GameInfo& info) {
  Json parameters = Json::array();
  for (const FieldInfo& field : info.parameters)
    parameters.push_back(
        {{"name", field.name}, {"default", field.value}, {"expected", field.expected}, {"help", field.help}});
  return {{"name", info.name},           {"spec", info.spec},
          {"players", info.players},     {"chance", info.chance},
          {"parameters", parameters},    {"max_moves", json_or_null(info.max_moves)},
          {"abilities", info.abilities}, {"description", json_of(info.description)}};
}

Json json_of(const GameDescription& description) {
  Json sides = Json::array();
  for (const auto& side : description.sides) sides.push_back({{"name", side.name}, {"colour", side.colour}});
  Json variants = Json::array();
  for (const auto& variant : description.variants)
    variants.push_back({{"title", variant.title},
                        {"parameters", variant.parameters},
                        {"drawn", variant.drawn},
                        {"choices", variant.choices}});
  Json levels = Json::array();
  for (const auto& level : description.levels)
    levels.push_back({{"title", level.title}, {"agent", level.agent}});
  return {{"title", description.title},
          {"rules", description.rules},
          {"notation", description.notation},
          {"sides", std::move(sides)},
          {"board", print_value(description.board)},
          {"variants", std::move(variants)},
          {"levels", std::move(levels)},
          {"uct", description.uct},
          {"puct", description.puct},
          {"pass_reason", description.pass_reason}};
}

void add_session(Json& document, std::string_view game_spec, const Session& session) {
  const Position& position = session.position();
  document["game"] = game_spec;
  document["moves"] = session.moves();
  document["position"] = json_or_null(position.text());
  document["player"] = json_player(position.player());
  document["legal"] = position.legal();
  document["chances"] = Json::array();
  for (const ChanceText& chance : position.chances())
    document["chances"].push_back({{"move", chance.move}, {"probability", json_number(chance.probability)}});
  document["outcome"] = json_numbers(position.outcome());
}

void add_analysis(Json& document, const Analysis& analysis) {
  document["player"] = analysis.player;
  document["simulations"] = analysis.simulations;
  document["seconds"] = json_number(analysis.seconds);
  document["cpu_seconds"] = json_number(analysis.cpu_seconds);
  document["threads"] = analysis.threads;
  document["stopped_by"] = json_or_null(analysis.stopped_by);
  document["max_depth"] = analysis.max_depth;
  document["nodes"] = analysis.nodes;
  document["bytes"] = analysis.bytes;
  document["value"] = json_number(analysis.value);
  document["proven"] = json_or_null(analysis.proven);
  document["best"] = json_or_null(analysis.best);
  document["line"] = analysis.line;
  if (const auto& seen = analysis.best_seen)
    document["best_seen"] = {
        {"score", json_number(seen->score)}, {"line", seen->line}, {"whole", seen->whole}};
  document["moves"] = Json::array();
  for (const Analysis::Move& move : analysis.moves)
    document["moves"].push_back({{"move", move.move},
                                 {"visits", move.visits},
                                 {"value", json_number(move.value)},
                                 {"win_rate", json_number(move.win_rate)},
                                 {"low", json_number(move.low)},
                                 {"high", json_number(move.high)},
                                 {"prior", json_number(move.prior)},
                                 {"proven", json_or_null(move.proven)},
                                 {"bounds", json_of(move.bounds)}});
}

}  // namespace banyan
