#include <banyan/session/game_files.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <utility>

#include <banyan/core/value.hpp>
#include <banyan/session/board_points.hpp>
#include <banyan/session/pgn.hpp>
#include <banyan/session/words.hpp>

namespace banyan {

namespace {
// Properties and tags of our own: the whole spec of the game, and the text of its first position.
constexpr const char* sgf_spec = "BANYAN";
constexpr const char* sgf_position = "BANYANPOSITION";
constexpr const char* pgn_spec = "Banyan";
constexpr const char* pgn_position = "BanyanPosition";
constexpr std::string_view value_word = "value ";

Error in_line(std::size_t line, const std::string& what) {
  return Error{"line " + std::to_string(line) + ": " + what};
}

bool has_parameter(const AnyGame& game, std::string_view name) {
  const auto& list = game.info().parameters;
  return std::any_of(list.begin(), list.end(), [&](const FieldInfo& field) { return field.name == name; });
}

std::optional<std::string> value_of(const std::map<std::string, std::string>& list, const std::string& name) {
  const auto found = list.find(name);
  return found == list.end() ? std::nullopt : std::optional(found->second);
}

// The seat with the white pieces: the one of that name, else the first.
std::size_t white_seat(const AnyGame& game) {
  const auto& sides = game.info().description.sides;
  for (std::size_t i = 0; i < sides.size(); ++i)
    if (sides[i].name == "White") return i;
  return 0;
}

// Who won a game of two; nothing after a draw or in the middle.
std::optional<std::size_t> winning_seat(const GameRecord& record) {
  if (record.resigned) return *record.resigned == 0 ? 1 : 0;
  if (!record.returns || record.returns->size() != 2 || (*record.returns)[0] == (*record.returns)[1])
    return std::nullopt;
  return (*record.returns)[0] > (*record.returns)[1] ? 0 : 1;
}

// The comment of a move: what its player thought it worth, as "value +0.25", and what else was said of it.
std::string comment_of(const GameRecord::Move& move) {
  std::string text;
  if (std::isfinite(move.value)) {
    const std::string number = print_value(std::round(move.value * 1000) / 1000);
    text = std::string(value_word) + (move.value >= 0 ? "+" : "") + number;
  }
  return text + (text.empty() || move.comment.empty() ? "" : " ") + move.comment;
}

// The reverse.
void note_comment(GameRecord::Move& move, std::string_view comment) {
  if (comment.starts_with(value_word)) {
    std::string_view number = comment.substr(value_word.size());
    number = number.substr(0, number.find_first_of(white_space));
    const auto value = parse_value<double>(number.starts_with('+') ? number.substr(1) : number);
    if (value && std::isfinite(*value)) {
      move.value = *value;
      comment.remove_prefix(static_cast<std::size_t>(number.data() + number.size() - comment.data()));
      comment.remove_prefix(std::min(comment.find_first_not_of(white_space), comment.size()));
    }
  }
  move.comment = comment;
}

std::string day_of(const std::string& date) { return date.substr(0, 10); }

std::string seat_name(const GameRecord& record, std::size_t seat) {
  return seat < record.seats.size() ? record.seats[seat] : "?";
}

// ---- SGF

std::string print_sgf(const GameRecord& record, const AnyGame& game) {
  const GameDescription& about = game.info().description;
  const auto points = board_points(game);
  const auto picture = game.start()->picture();
  std::string text = "(;FF[4]CA[UTF-8]GM[" + std::to_string(about.sgf_game) + "]AP[Banyan]";
  if (picture) {
    text += "SZ[" + std::to_string(picture->columns);
    text += (picture->rows == picture->columns ? "" : ":" + std::to_string(picture->rows)) + "]";
  }
  for (const FieldInfo& field : game.info().parameters)
    if (field.name == "komi") text += "KM[" + field.value + "]";
  text += "PB[" + escape_sgf(seat_name(record, 0)) + "]PW[" + escape_sgf(seat_name(record, 1)) + "]";
  if (!record.date.empty()) text += "DT[" + day_of(record.date) + "]";
  const auto winner = winning_seat(record);
  const std::string how = record.resigned         ? "R"
                          : record.end == "time"  ? "T"
                          : record.end == "fault" ? "F"
                                                  : "";
  if (winner) text += std::string("RE[") + "BW"[*winner] + "+" + how + "]";
  if (!winner && record.returns) text += "RE[0]";
  text += std::string(sgf_spec) + "[" + escape_sgf(game.info().spec) + "]";
  if (record.position) text += std::string(sgf_position) + "[" + escape_sgf(*record.position) + "]";
  auto position = record.position ? *game.parse_position(*record.position) : game.start();
  constexpr std::size_t moves_a_row = 10;
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    const auto& move = record.moves[i];
    const auto point = points.find(move.text);
    std::string value = about.sgf_text || point == points.end() ? move.text : "";
    if (!about.sgf_text && point != points.end())
      value = {static_cast<char>('a' + point->second.first), static_cast<char>('a' + point->second.second)};
    if (!about.sgf_text && move.text == "pass") value.clear();
    text += i % moves_a_row == 0 ? "\n;" : ";";
    text += std::string(1, "BW"[position->player().value_or(0) & 1]) + "[" + escape_sgf(value) + "]";
    if (const std::string comment = comment_of(move); !comment.empty())
      text += "C[" + escape_sgf(comment) + "]";
    if (!position->play(move.text)) break;
  }
  return text + ")\n";
}

// The spec of a game of this number with the root's size and komi.
Result<std::string> sgf_game_spec(const SgfGame& sgf, const GameList& games) {
  if (const auto spec = value_of(sgf.root, sgf_spec)) return *spec;
  const std::string number = value_of(sgf.root, "GM").value_or("1");
  for (const GameEntry& entry : games.entries()) {
    const auto game = entry.make({entry.name, {}});
    if (!game) continue;
    const GameDescription& about = (*game)->info().description;
    if (about.record != RecordStyle::sgf || std::to_string(about.sgf_game) != number) continue;
    std::string parameters;
    const auto add = [&](const std::string& name, const std::string& value) {
      if (has_parameter(**game, name)) parameters += (parameters.empty() ? ":" : ",") + name + "=" + value;
    };
    if (const auto size = value_of(sgf.root, "SZ")) {
      const std::size_t colon = std::min(size->find(':'), size->size());
      const std::string columns = size->substr(0, colon);
      const std::string rows = colon < size->size() ? size->substr(colon + 1) : columns;
      add("size", columns);
      add("width", columns);
      add("height", rows);
    }
    if (const auto komi = value_of(sgf.root, "KM"); komi && !komi->empty()) add("komi", *komi);
    return entry.name + parameters;
  }
  return Error{"it is of game number " + detail::shorten(number) + " (GM), which is not known here"};
}

std::string sgf_move_text(const AnyGame& game, const std::map<std::string, BoardPoint>& points,
                          const std::string& value) {
  const auto lower = [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); };
  std::string text;
  for (const char c : value) text += lower(c);
  if (game.info().description.sgf_text) return text;
  if (value.empty()) return "pass";
  if (value.size() == 2 && value[0] >= 'a' && value[1] >= 'a') {
    const BoardPoint point(static_cast<std::size_t>(value[0] - 'a'),
                           static_cast<std::size_t>(value[1] - 'a'));
    for (const auto& [move, place] : points)
      if (place == point) return move;
    if (value == "tt") return "pass";  // as FF[3] wrote it
  }
  return text;
}

// A stone, or each of a rectangle of them as aa:cc.
Result<std::vector<std::string>> sgf_points(const SgfGame::Move& stones) {
  const std::size_t colon = stones.point.find(':');
  if (colon == std::string::npos) return std::vector{stones.point};
  const std::string first = stones.point.substr(0, colon);
  const std::string last = stones.point.substr(colon + 1);
  const auto is_point = [](std::string_view text) {
    return text.size() == 2 && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == std::string_view::npos;
  };
  if (!is_point(first) || !is_point(last))
    return in_line(stones.line, "'" + detail::shorten(stones.point) + "' is not a rectangle such as aa:cc");
  std::vector<std::string> points;
  for (char row = first[1]; row <= last[1]; ++row)
    for (char column = first[0]; column <= last[0]; ++column) points.push_back({column, row});
  return points;
}

// Replays a game of SGF move by move.
class SgfReplay {
 public:
  explicit SgfReplay(Session& session) : session_(session), points_(board_points(session.game())) {}

  // Puts stones where they stood before the game: as moves, between which the other side passes.
  Result<void> set_up(const SgfGame::Move& stones) {
    if (stones.colour == 'E')
      return in_line(stones.line, "stones that are taken away (AE) can't be followed");
    const auto points = sgf_points(stones);
    if (!points) return points.error();
    for (const std::string& point : *points) {
      if (!is_turn_of(stones.colour) && !session_.play("pass"))
        return in_line(stones.line, std::string("stones that are set up (A") + stones.colour +
                                        ") can't be read: this game has no passes");
      if (auto placed = place(point, stones.line); !placed) return placed;
    }
    is_set_up_ = true;
    return {};
  }

  // Some files leave out the passes that the rules force. After set-up stones either side may begin.
  Result<void> play(const SgfGame::Move& move) {
    const bool may_pass = std::exchange(is_set_up_, false) || session_.position().legal().size() == 1;
    if (!is_turn_of(move.colour) && may_pass)
      if (auto passed = session_.play("pass"); !passed) return in_line(move.line, passed.error().message);
    if (!is_turn_of(move.colour))
      return in_line(move.line, std::string("a move of ") + move.colour + ", but the other side is to move");
    return place(move.point, move.line);
  }

 private:
  [[nodiscard]] bool is_turn_of(char colour) const {
    const Player mover = colour == 'B' ? 0 : 1;
    return session_.position().player().value_or(mover) == mover;
  }
  Result<void> place(const std::string& point, std::size_t line) {
    auto played = session_.play(sgf_move_text(session_.game(), points_, point));
    if (!played) return in_line(line, played.error().message);
    return {};
  }

  Session& session_;
  std::map<std::string, BoardPoint> points_;
  bool is_set_up_ = false;  // stones, and nothing played since
};

// ---- PGN and PDN

std::string result_text_of(const GameRecord& record, std::size_t white) {
  const auto winner = winning_seat(record);
  if (winner) return *winner == white ? "1-0" : "0-1";
  return record.returns ? "1/2-1/2" : "*";
}

std::string print_pgn(const GameRecord& record, const AnyGame& game) {
  const std::size_t white = white_seat(game);
  const std::string result = result_text_of(record, white);
  std::string text;
  const auto tag = [&](const std::string& name, const std::string& value) {
    text += "[" + name + " \"" + escape_pgn(value) + "\"]\n";
  };
  std::string day = record.date.empty() ? "????.??.??" : day_of(record.date);
  std::replace(day.begin(), day.end(), '-', '.');
  tag("Event", "?");
  tag("Site", "?");
  tag("Date", day);
  tag("Round", "?");
  tag("White", seat_name(record, white));
  tag("Black", seat_name(record, 1 - white));
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
    std::string comment = comment_of(record.moves[i]);
    std::replace(comment.begin(), comment.end(), '}', ')');  // which would end it
    if (!comment.empty()) add("{" + join_words(split_words(comment)) + "}");
    if (!position->play(record.moves[i].text)) break;
  }
  add(result);
  return text + row + "\n\n";
}

// Whether a description's tags are among the game's own; of a value like GameType's "21,W,8,8" the beginning.
bool has_tags(const PgnGame& pgn, const std::string& tags) {
  const auto facts = parse_spec("tags:" + tags);
  if (tags.empty() || !facts) return tags.empty();
  return std::all_of(facts->values.begin(), facts->values.end(), [&](const auto& fact) {
    const std::string value = value_of(pgn.tags, fact.first).value_or("");
    return value.substr(0, value.find(',')) == fact.second;
  });
}

// Draughts' moves are of numbers.
bool has_numbered_moves(const PgnGame& pgn) {
  return pgn.tags.contains("GameType") ||
         (!pgn.moves.empty() && std::isdigit(static_cast<unsigned char>(pgn.moves[0].text[0])) != 0);
}

Result<std::string> pgn_game_spec(const PgnGame& pgn, const GameList& games) {
  if (const auto spec = value_of(pgn.tags, pgn_spec)) return *spec;
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
  const auto variant = value_of(pgn.tags, "Variant");
  if (variant && *variant != "Standard" && *variant != "From Position")
    return Error{"the variant '" + detail::shorten(*variant) + "' is not known here"};
  if (plain) return *plain;
  return Error{"its game is unknown: no game here has such moves and tags"};
}

Result<GameRecord> record_of_pgn(const PgnGame& pgn, const std::shared_ptr<const AnyGame>& game) {
  GameRecord record;
  record.game = game->info().spec;
  record.position = value_of(pgn.tags, pgn.tags.contains(pgn_position) ? pgn_position : "FEN");
  if (record.position && record.position == game->start()->text()) record.position.reset();
  auto session =
      record.position ? Session::from_position(game, *record.position) : Result<Session>(Session(game));
  if (!session) return session.error();
  for (const PgnGame::Move& move : pgn.moves) {
    if (auto played = session->play(move.text); !played) return in_line(move.line, played.error().message);
    record.moves.push_back({session->moves().back(), 0});
    note_comment(record.moves.back(), move.comment);
  }
  const std::size_t white = white_seat(*game);
  if (pgn.tags.contains(pgn_spec))
    for (const std::size_t seat : {std::size_t{0}, std::size_t{1}})
      if (const auto name = value_of(pgn.tags, seat == white ? "White" : "Black"); name && *name != "?")
        record.seats.push_back(*name);
  record.date = value_of(pgn.tags, "Date").value_or("");
  record.returns = session->position().outcome();
  const bool decisive = pgn.result == "1-0" || pgn.result == "0-1";
  if (!record.returns && decisive)
    record.resigned = static_cast<int>((pgn.result == "1-0") == (white == 0) ? 1 : 0);
  return record;
}

// One record for each game, of the game that `find` names.
template <class Games, class Find, class Make>
Result<std::vector<GameRecord>> make_records(const Games& list, Find&& find, Make&& make) {
  std::vector<GameRecord> records;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto in_game = [&](const Error& error) {
      return list.size() == 1 ? error : Error{"game " + std::to_string(i + 1) + ": " + error.message};
    };
    const Result<std::shared_ptr<const AnyGame>> game = find(list[i]);
    if (!game) return in_game(game.error());
    if ((*game)->info().players != 2) return in_game(Error{"it is not a game of two players"});
    auto record = make(list[i], *game);
    if (!record) return in_game(record.error());
    records.push_back(*std::move(record));
  }
  return records;
}

std::string_view without_blanks(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a byte order mark
  text.remove_prefix(std::min(text.find_first_not_of(white_space), text.size()));
  return text;
}
}  // namespace

Result<GameRecord> record_of_sgf(const SgfGame& sgf, const std::shared_ptr<const AnyGame>& game) {
  GameRecord record;
  record.game = game->info().spec;
  record.position = value_of(sgf.root, sgf_position);
  auto session =
      record.position ? Session::from_position(game, *record.position) : Result<Session>(Session(game));
  if (!session) return session.error();
  SgfReplay replay(*session);
  for (const SgfGame::Move& stones : sgf.setup)
    if (auto done = replay.set_up(stones); !done) return done.error();
  // A move may stand for passes too.
  const auto take_moves = [&] {
    while (record.moves.size() < session->moves().size())
      record.moves.push_back({session->moves()[record.moves.size()], 0});
  };
  for (const SgfGame::Move& move : sgf.moves) {
    if (auto done = replay.play(move); !done) return done.error();
    take_moves();
    note_comment(record.moves.back(), move.comment);
  }
  take_moves();
  if (sgf.root.contains(sgf_spec))
    for (const char* name : {"PB", "PW"})
      if (const auto seat = value_of(sgf.root, name); seat && *seat != "?") record.seats.push_back(*seat);
  record.date = value_of(sgf.root, "DT").value_or("");
  record.returns = session->position().outcome();
  const std::string result = value_of(sgf.root, "RE").value_or("");
  if (!record.returns && result.size() > 1 && result[1] == '+')
    if (result[0] == 'B' || result[0] == 'W') record.resigned = result[0] == 'B' ? 1 : 0;
  return record;
}

bool looks_like_sgf(std::string_view text) {
  text = without_blanks(text);
  if (!text.starts_with('(')) return false;
  return without_blanks(text.substr(1)).starts_with(';');
}

bool looks_like_pgn(std::string_view text) {
  text = without_blanks(text);
  if (text.starts_with('[')) return true;
  return text.starts_with("1.") || text.starts_with("{");
}

Result<RecordStyle> record_style_of(std::string_view file, const AnyGame& game) {
  const std::size_t dot = file.rfind('.');
  std::string ending(dot == std::string_view::npos ? "" : file.substr(dot + 1));
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto style = parse_value<RecordStyle>(ending);
  if (!style || *style == RecordStyle::none) return RecordStyle::none;
  const RecordStyle own = game.info().description.record;
  if (*style == own) return own;
  return Error{"games of " + game.info().name + " are not kept as " + ending + "; " +
               (own == RecordStyle::none ? "give another ending for Banyan's own record"
                                         : "there is " + print_value(own) + ", or Banyan's own record")};
}

std::string print_game(const GameRecord& record, const AnyGame& game, RecordStyle style) {
  switch (style) {
    case RecordStyle::sgf: return print_sgf(record, game);
    case RecordStyle::pgn:
    case RecordStyle::pdn: return print_pgn(record, game);
    case RecordStyle::none: break;
  }
  return print_record(record);
}

Result<std::vector<GameRecord>> parse_games(std::string_view text, const GameList& games) {
  const auto make = [&games](const Result<std::string>& spec) -> Result<std::shared_ptr<const AnyGame>> {
    if (!spec) return spec.error();
    return games.make(*spec);
  };
  if (looks_like_sgf(text)) {
    const auto list = parse_sgf(text);
    if (!list) return list.error();
    return make_records(
        *list, [&](const SgfGame& each) { return make(sgf_game_spec(each, games)); }, record_of_sgf);
  }
  if (looks_like_pgn(text)) {
    const auto list = parse_pgn(without_blanks(text));
    if (!list) return list.error();
    return make_records(
        *list, [&](const PgnGame& each) { return make(pgn_game_spec(each, games)); },
        [&](const PgnGame& each, const std::shared_ptr<const AnyGame>& game) {
          auto record = record_of_pgn(each, game);
          const std::string unclaimed = unclaimed_spec(game->info());
          if (record || unclaimed.empty()) return record;
          // The players may have gone on after a draw that nobody claimed.
          return record_of_pgn(each, games.make(unclaimed).value());
        });
  }
  auto record = parse_record(text);
  if (!record) return record.error();
  if (auto replayed = replay(*record, games); !replayed) return replayed.error();
  return std::vector<GameRecord>{*std::move(record)};
}

Result<std::vector<GameRecord>> parse_games_of(std::string_view text,
                                               const std::shared_ptr<const AnyGame>& game) {
  const auto this_one = [&](const auto&) { return Result<std::shared_ptr<const AnyGame>>(game); };
  if (looks_like_sgf(text)) {
    const auto list = parse_sgf(text);
    return list ? make_records(*list, this_one, record_of_sgf)
                : Result<std::vector<GameRecord>>(list.error());
  }
  const auto list = parse_pgn(without_blanks(text));
  return list ? make_records(*list, this_one, record_of_pgn) : Result<std::vector<GameRecord>>(list.error());
}

Result<GameRecord> parse_game(std::string_view text, const GameList& games) {
  auto records = parse_games(text, games);
  if (!records) return records.error();
  return std::move(records->front());
}

}  // namespace banyan
