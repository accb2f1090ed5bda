#include <banyan/arena/game_json.hpp>

#include <limits>
#include <vector>

namespace banyan {

namespace {
Json json_numbers_of(const std::vector<double>& numbers) {
  Json list = Json::array();
  for (const double x : numbers) list.push_back(json_number(x));
  return list;
}

std::optional<std::vector<double>> numbers_from(const Json& list) {
  if (!list.is_array()) return std::nullopt;
  std::vector<double> numbers;
  for (const Json& x : list) {
    if (!x.is_number() && !x.is_null()) return std::nullopt;
    numbers.push_back(x.is_null() ? std::numeric_limits<double>::quiet_NaN() : x.get<double>());
  }
  return numbers;
}

std::optional<std::vector<std::string>> words_from(const Json& list) {
  if (!list.is_array()) return std::nullopt;
  std::vector<std::string> words;
  for (const Json& x : list) {
    if (!x.is_string()) return std::nullopt;
    words.push_back(x.get<std::string>());
  }
  return words;
}
}  // namespace

Json json_of(const PlayedGame& game) {
  Json document{{"seed", game.scheduled.seed},
                {"seats", game.scheduled.seats},
                {"winner", game.winner ? Json(*game.winner) : Json(nullptr)},
                {"outcome", json_numbers_of(game.outcome)},
                {"moves", game.moves}};
  if (game.scheduled.position) document["position"] = *game.scheduled.position;
  if (game.end != GameEnd::rules) document["end"] = print_value(game.end);
  if (game.end == GameEnd::resigned || fault_of(game.end)) document["end_seat"] = game.end_seat;
  return document;
}

std::string print_played(const PlayedGame& game) {
  Json document{{"outcome", json_numbers_of(game.outcome)},
                {"moves", game.moves},
                {"values", json_numbers_of(game.values)},
                {"end", print_value(game.end)},
                {"end_seat", game.end_seat}};
  if (game.milestone) document["milestone"] = *game.milestone;
  return print_json_line(document);
}

std::optional<PlayedGame> parse_played(std::string_view text, const ScheduledGame& scheduled) {
  const auto parsed = parse_json(text);
  if (!parsed || !parsed->is_object()) return std::nullopt;
  const Json& document = *parsed;
  for (const char* name : {"outcome", "moves", "values", "end", "end_seat"})
    if (!document.contains(name)) return std::nullopt;
  auto outcome = numbers_from(document["outcome"]);
  auto values = numbers_from(document["values"]);
  auto moves = words_from(document["moves"]);
  const auto end = document["end"].is_string() ? parse_value<GameEnd>(document["end"].get<std::string>())
                                               : Result<GameEnd>(Error{"no text"});
  if (!outcome || !moves || !values || !end || !document["end_seat"].is_number_unsigned())
    return std::nullopt;
  PlayedGame game;
  game.end_seat = document["end_seat"].get<std::size_t>();
  const bool fits = outcome->size() == scheduled.seats.size() && values->size() == moves->size() &&
                    game.end_seat < scheduled.seats.size();
  if (!fits) return std::nullopt;
  game.scheduled = scheduled;
  game.outcome = *std::move(outcome);
  game.moves = *std::move(moves);
  game.values = *std::move(values);
  game.end = *end;
  game.winner = winner_of(scheduled.seats, game.outcome);
  if (document.contains("milestone") && document["milestone"].is_number_unsigned())
    game.milestone = document["milestone"].get<std::uint64_t>();
  return game;
}

}  // namespace banyan
