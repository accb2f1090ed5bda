#include <banyan/session/json.hpp>

#include <cmath>

namespace banyan {

Json json_document() {
  Json document;
  document["version"] = json_version;
  return document;
}

std::string print_json(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace);
}

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
  return {{"name", info.name},          {"spec", info.spec},
          {"players", info.players},    {"chance", info.chance},
          {"parameters", parameters},   {"max_moves", json_or_null(info.max_moves)},
          {"abilities", info.abilities}};
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
  document["best_seen"] = nullptr;
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
