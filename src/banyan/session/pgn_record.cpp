#include <banyan/session/pgn_record.hpp>

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>
#include <vector>

#include <banyan/core/spec.hpp>
#include <banyan/session/game_text.hpp>
#include <banyan/session/session.hpp>
#include <banyan/session/words.hpp>

namespace banyan {

namespace {
// Tags of our own: the whole spec of the game, and the text of its first position.
constexpr const char* pgn_spec = "Banyan";
constexpr const char* pgn_position = "BanyanPosition";

// The seat with the white pieces: the one of that name, else the first.
std::size_t white_seat(const AnyGame& game) {
  const auto& sides = game.info().description.sides;
  for (std::size_t i = 0; i < sides.size(); ++i)
    if (sides[i].name == "White") return i;
  return 0;
}

std::string result_text_of(const GameRecord& record, std::size_t white) {
  const auto winner = game_text::winning_seat(record);
  if (winner) return *winner == white ? "1-0" : "0-1";
  return record.returns ? "1/2-1/2" : "*";
}

// Whether a description's tags are among the game's own; of a value like GameType's "21,W,8,8" the beginning.
bool has_tags(const PgnGame& pgn, const std::string& tags) {
  const auto facts = parse_spec("tags:" + tags);
  if (tags.empty() || !facts) return tags.empty();
  return std::all_of(facts->values.begin(), facts->values.end(), [&](const auto& fact) {
    const std::string value = game_text::value_of(pgn.tags, fact.first).value_or("");
    return value.substr(0, value.find(',')) == fact.second;
  });
}

// Draughts' moves are of numbers.
bool has_numbered_moves(const PgnGame& pgn) {
  return pgn.tags.contains("GameType") ||
         (!pgn.moves.empty() && std::isdigit(static_cast<unsigned char>(pgn.moves[0].text[0])) != 0);
}
}  // namespace

std::string print_pgn(const GameRecord& record, const AnyGame& game) {
  const std::size_t white = white_seat(game);
  const std::string result = result_text_of(record, white);
  std::string text;
  const auto tag = [&](const std::string& name, const std::string& value) {
    text += "[" + name + " \"" + escape_pgn(value) + "\"]\n";
  };
  std::string day = record.date.empty() ? "????.??.??" : game_text::day_of(record.date);
  std::replace(day.begin(), day.end(), '-', '.');
  tag("Event", "?");
  tag("Site", "?");
  tag("Date", day);
  tag("Round", "?");
  tag("White", game_text::seat_name(record, white));
  tag("Black", game_text::seat_name(record, 1 - white));
  tag("Result", result);
  const auto facts = parse_spec("tags:" + game.info().description.record_tags);
  if (facts)
    for (const auto& [name, value] : facts->values) tag(name, value);
  const std::string plain = game.start()->text().value_or("");
  const bool own_start = record.position || game.info().spec != game.info().name;
  if (own_start) {
    // A FEN has six fields at most; what games add to it is told apart.
    constexpr std::size_t fen_fields = 6;
    const std::string position = record.position.value_or(plain);
    std::vector<std::string> fields = split_words(position);
    const bool has_more = fields.size() > fen_fields;
    if (has_more) fields.resize(fen_fields);
    tag("SetUp", "1");
    tag("FEN", join_words(fields));
    if (has_more) tag(pgn_position, position);
  }
  if (record.end == "time") tag("Termination", "time forfeit");
  if (record.end == "fault") tag("Termination", "rules infraction");
  if (record.end == "adjudication") tag("Termination", "adjudication");
  tag(pgn_spec, game.info().spec);
  text += "\n";
  auto position = record.position ? *game.parse_position(*record.position) : game.start();
  std::string row;
  const auto add = [&](const std::string& word) {
    constexpr std::size_t widest = 80;
    if (!row.empty() && row.size() + 1 + word.size() > widest) text += std::exchange(row, "") + "\n";
    row += (row.empty() ? "" : " ") + word;
  };
  std::size_t number = 1;
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    const bool first = position->player().value_or(0) == 0;
    if (first || i == 0) add(std::to_string(number) + (first ? "." : "..."));
    if (!first) ++number;
    add(record.moves[i].text);
    std::string comment = game_text::comment_of(record.moves[i]);
    std::replace(comment.begin(), comment.end(), '}', ')');  // which would end it
    if (!comment.empty()) add("{" + join_words(split_words(comment)) + "}");
    if (!position->play(record.moves[i].text)) break;
  }
  add(result);
  return text + row + "\n\n";
}

Result<std::string> pgn_game_spec(const PgnGame& pgn, const GameList& games) {
  if (const auto spec = game_text::value_of(pgn.tags, pgn_spec)) return *spec;
  const RecordStyle style = has_numbered_moves(pgn) ? RecordStyle::pdn : RecordStyle::pgn;
  std::optional<std::string> plain;
  for (const GameEntry& entry : games.entries()) {
    const auto game = entry.make({entry.name, {}});
    if (!game || (*game)->info().description.record != style) continue;
    for (const auto& variant : (*game)->info().description.variants) {
      const auto made = games.make(entry.name + (variant.parameters.empty() ? "" : ":" + variant.parameters));
      if (!made) continue;
      const std::string& tags = (*made)->info().description.record_tags;
      if (!tags.empty() && has_tags(pgn, tags)) return (*made)->info().spec;
    }
    const bool other_type =
        pgn.tags.contains("GameType") && !has_tags(pgn, (*game)->info().description.record_tags);
    if (!plain && !other_type) plain = entry.name;
  }
  const auto variant = game_text::value_of(pgn.tags, "Variant");
  if (variant && *variant != "Standard" && *variant != "From Position")
    return Error{"the variant '" + detail::shorten(*variant) + "' is not known here"};
  if (plain) return *plain;
  return Error{"its game is unknown: no game here has such moves and tags"};
}

Result<GameRecord> record_of_pgn(const PgnGame& pgn, const std::shared_ptr<const AnyGame>& game) {
  GameRecord record;
  record.game = game->info().spec;
  record.position = game_text::value_of(pgn.tags, pgn.tags.contains(pgn_position) ? pgn_position : "FEN");
  if (record.position && record.position == game->start()->text()) record.position.reset();
  auto session =
      record.position ? Session::from_position(game, *record.position) : Result<Session>(Session(game));
  if (!session) return session.error();
  for (const PgnGame::Move& move : pgn.moves) {
    if (auto played = session->play(move.text); !played)
      return game_text::in_line(move.line, played.error().message);
    record.moves.push_back({session->moves().back(), 0});
    game_text::note_comment(record.moves.back(), move.comment);
  }
  const std::size_t white = white_seat(*game);
  if (pgn.tags.contains(pgn_spec))
    for (const std::size_t seat : {std::size_t{0}, std::size_t{1}})
      if (const auto name = game_text::value_of(pgn.tags, seat == white ? "White" : "Black");
          name && *name != "?")
        record.seats.push_back(*name);
  record.date = game_text::value_of(pgn.tags, "Date").value_or("");
  record.returns = session->position().outcome();
  const bool decisive = pgn.result == "1-0" || pgn.result == "0-1";
  if (!record.returns && decisive)
    record.resigned = static_cast<int>((pgn.result == "1-0") == (white == 0) ? 1 : 0);
  return record;
}

}  // namespace banyan
