#include <banyan/session/sgf_record.hpp>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <banyan/core/value.hpp>
#include <banyan/session/board_points.hpp>
#include <banyan/session/game_text.hpp>
#include <banyan/session/session.hpp>

namespace banyan {

namespace {
// Properties of our own: the whole spec of the game, and the text of its first position.
constexpr const char* sgf_spec = "BANYAN";
constexpr const char* sgf_position = "BANYANPOSITION";

bool has_parameter(const AnyGame& game, std::string_view name) {
  const auto& list = game.info().parameters;
  return std::any_of(list.begin(), list.end(), [&](const FieldInfo& field) { return field.name == name; });
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
    return game_text::in_line(stones.line,
                              "'" + detail::shorten(stones.point) + "' is not a rectangle such as aa:cc");
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
      return game_text::in_line(stones.line, "stones that are taken away (AE) can't be followed");
    const auto points = sgf_points(stones);
    if (!points) return points.error();
    for (const std::string& point : *points) {
      if (!is_turn_of(stones.colour) && !session_.play("pass"))
        return game_text::in_line(stones.line, std::string("stones that are set up (A") + stones.colour +
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
      if (auto passed = session_.play("pass"); !passed)
        return game_text::in_line(move.line, passed.error().message);
    if (!is_turn_of(move.colour))
      return game_text::in_line(move.line,
                                std::string("a move of ") + move.colour + ", but the other side is to move");
    return place(move.point, move.line);
  }

 private:
  [[nodiscard]] bool is_turn_of(char colour) const {
    const Player mover = colour == 'B' ? 0 : 1;
    return session_.position().player().value_or(mover) == mover;
  }
  Result<void> place(const std::string& point, std::size_t line) {
    auto played = session_.play(sgf_move_text(session_.game(), points_, point));
    if (!played) return game_text::in_line(line, played.error().message);
    return {};
  }

  Session& session_;
  std::map<std::string, BoardPoint> points_;
  bool is_set_up_ = false;  // stones, and nothing played since
};
}  // namespace

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
  text += "PB[" + escape_sgf(game_text::seat_name(record, 0)) + "]PW[" +
          escape_sgf(game_text::seat_name(record, 1)) + "]";
  if (!record.date.empty()) text += "DT[" + game_text::day_of(record.date) + "]";
  const auto winner = game_text::winning_seat(record);
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
    if (const std::string comment = game_text::comment_of(move); !comment.empty())
      text += "C[" + escape_sgf(comment) + "]";
    if (!position->play(move.text)) break;
  }
  return text + ")\n";
}

Result<std::string> sgf_game_spec(const SgfGame& sgf, const GameList& games) {
  if (const auto spec = game_text::value_of(sgf.root, sgf_spec)) return *spec;
  const std::string number = game_text::value_of(sgf.root, "GM").value_or("1");
  for (const GameEntry& entry : games.entries()) {
    const auto game = entry.make({entry.name, {}});
    if (!game) continue;
    const GameDescription& about = (*game)->info().description;
    if (about.record != RecordStyle::sgf || std::to_string(about.sgf_game) != number) continue;
    std::string parameters;
    const auto add = [&](const std::string& name, const std::string& value) {
      if (has_parameter(**game, name)) parameters += (parameters.empty() ? ":" : ",") + name + "=" + value;
    };
    if (const auto size = game_text::value_of(sgf.root, "SZ")) {
      const std::size_t colon = std::min(size->find(':'), size->size());
      const std::string columns = size->substr(0, colon);
      const std::string rows = colon < size->size() ? size->substr(colon + 1) : columns;
      add("size", columns);
      add("width", columns);
      add("height", rows);
    }
    if (const auto komi = game_text::value_of(sgf.root, "KM"); komi && !komi->empty()) add("komi", *komi);
    return entry.name + parameters;
  }
  return Error{"it is of game number " + detail::shorten(number) + " (GM), which is not known here"};
}

Result<GameRecord> record_of_sgf(const SgfGame& sgf, const std::shared_ptr<const AnyGame>& game) {
  GameRecord record;
  record.game = game->info().spec;
  record.position = game_text::value_of(sgf.root, sgf_position);
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
    game_text::note_comment(record.moves.back(), move.comment);
  }
  take_moves();
  if (sgf.root.contains(sgf_spec))
    for (const char* name : {"PB", "PW"})
      if (const auto seat = game_text::value_of(sgf.root, name); seat && *seat != "?")
        record.seats.push_back(*seat);
  record.date = game_text::value_of(sgf.root, "DT").value_or("");
  record.returns = session->position().outcome();
  const std::string result = game_text::value_of(sgf.root, "RE").value_or("");
  if (!record.returns && result.size() > 1 && result[1] == '+')
    if (result[0] == 'B' || result[0] == 'W') record.resigned = result[0] == 'B' ? 1 : 0;
  return record;
}

}  // namespace banyan
