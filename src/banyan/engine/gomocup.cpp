// The protocol of Gomocup, which Piskvork speaks (Lasota, "The Gomoku AI protocol"), as a client: START or
// RECTSTART, INFO, BEGIN, TURN, BOARD … DONE, RESTART, END.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <banyan/engine/client.hpp>
#include <banyan/session/board_points.hpp>
#include <banyan/session/words.hpp>

namespace banyan {

namespace {
using Point = BoardPoint;

std::string point_text(const Point& point) {
  return std::to_string(point.first) + "," + std::to_string(point.second);
}

class GomocupClient final : public EngineClient {
 public:
  GomocupClient(const AnyGame& game, const EngineParams& params, std::unique_ptr<EngineConnection> connection)
      : EngineClient(game, params, std::move(connection)), points_(board_points(game)) {}

  Result<void> greet(const WaitLimit& limit) override {
    const auto picture = *game_.start()->picture();
    const std::string columns = std::to_string(picture.columns);
    const std::string start = picture.columns == picture.rows
                                  ? "START " + columns
                                  : "RECTSTART " + columns + "," + std::to_string(picture.rows);
    if (auto said = connection_->say(start, limit); !said) return said;
    if (auto answer = hear("START", limit); !answer) return answer.error();
    const bool exact = parameter_of(game_, "rule") == "standard";
    const std::vector<std::string> lines{
        exact ? "INFO rule 1" : "INFO rule 0", "INFO game_type 1",
        "INFO timeout_match " +
            (params_.clock ? milliseconds(params_.clock->base.seconds) : std::string("0"))};
    for (const std::string& line : lines)
      if (auto said = connection_->say(line, limit); !said) return said;
    fresh_ = true;
    return {};
  }

  Result<void> begin(const WaitLimit& limit) override {
    known_.clear();
    if (std::exchange(fresh_, false)) return {};
    if (auto said = connection_->say("RESTART", limit); !said) return said;
    auto answer = hear("RESTART", limit);
    return answer ? Result<void>() : Result<void>(answer.error());
  }

  Result<Analysis> think(const EngineTask& task) override {
    const WaitLimit limit{.deadline = EngineConnection::in(task.seconds), .stop = task.stop};
    if (auto told = tell_time(task, limit); !told) return told.error();
    if (auto said = put(task.game, limit); !said) return said.error();
    const auto answer = hear("a move", limit);
    if (!answer) return answer.error();
    Analysis analysis;
    analysis.player = task.game.now->player().value_or(0);
    const auto point = read_point(*answer);
    if (!point) return lost("the engine answered '" + detail::shorten(*answer) + "'; a move is like 7,7");
    analysis.best = *answer;
    for (const auto& [move, place] : points_)
      if (place == *point) analysis.best = move;
    known_ = task.game.moves;
    known_.push_back({.text = *analysis.best, .player = analysis.player, .coordinates = {}});
    return analysis;
  }

 private:
  // Of a clock one move may take all that is left. Without a clock and without a limit it has a second, as
  // all agents do. A time of 0 means as fast as possible.
  Result<void> tell_time(const EngineTask& task, const WaitLimit& limit) {
    constexpr double shortest = 0.001;
    const double turn = std::max(shortest, task.clock ? *task.clock : time_of(task).value_or(1));
    const std::string line = "INFO timeout_turn " + milliseconds(turn);
    if (line != told_turn_)
      if (auto said = connection_->say(line, limit); !said) return said;
    told_turn_ = line;
    if (!task.clock) return {};
    return connection_->say("INFO time_left " + milliseconds(std::max(0.0, *task.clock)), limit);
  }

  static std::string milliseconds(double seconds) { return std::to_string(std::llround(seconds * 1000)); }

  static std::optional<Point> read_point(const std::string& text) {
    const std::size_t comma = text.find(',');
    if (comma == std::string::npos) return std::nullopt;
    const auto words = split_words(text.substr(comma + 1));
    const auto column = parse_value<std::size_t>(text.substr(0, comma), between(0, 1000));
    const auto row = parse_value<std::size_t>(words.empty() ? "" : words[0], between(0, 1000));
    return column && row ? std::optional(Point(*column, *row)) : std::nullopt;
  }

  // The next line that is an answer; messages to people are passed over.
  Result<std::string> hear(const std::string& to, const WaitLimit& limit) {
    while (true) {
      auto line = connection_->hear(limit);
      if (!line) return line;
      const auto words = split_words(*line);
      if (words.empty() || words[0] == "MESSAGE" || words[0] == "DEBUG") continue;
      if (words[0] == "ERROR" || words[0] == "UNKNOWN")
        return lost("to " + to + " the engine answered '" + detail::shorten(*line) + "'");
      return line;
    }
  }

  // One more stone is a TURN, none at all BEGIN; any other position is given whole. After RESTART or START
  // a first move of the opponent is a TURN too.
  Result<void> put(const GameSoFar& game, const WaitLimit& limit) {
    const auto& moves = game.moves;
    if (moves.empty() && known_.empty() && empty(*game.first)) return connection_->say("BEGIN", limit);
    const bool one_more = empty(*game.first) && moves.size() == known_.size() + 1 &&
                          std::equal(known_.begin(), known_.end(), moves.begin(),
                                     [](const auto& a, const auto& b) { return a.text == b.text; });
    if (one_more) return connection_->say("TURN " + point_text(points_.at(moves.back().text)), limit);
    if (auto said = connection_->say("BOARD", limit); !said) return said;
    const auto picture = game.now->picture();
    const int own = game.now->player().value_or(0);
    for (std::size_t i = 0; i < picture->cells.size(); ++i) {
      const int owner = picture->cells[i].owner;
      if (owner < 0) continue;
      const Point point(i % picture->columns, i / picture->columns);
      if (auto said = connection_->say(point_text(point) + (owner == own ? ",1" : ",2"), limit); !said)
        return said;
    }
    return connection_->say("DONE", limit);
  }

  static bool empty(const Position& position) {
    const auto picture = position.picture();
    return picture && std::all_of(picture->cells.begin(), picture->cells.end(),
                                  [](const Picture::Cell& cell) { return cell.owner < 0; });
  }

  std::map<std::string, Point> points_;
  std::vector<GameSoFar::Move> known_;  // the moves on the engine's board
  std::string told_turn_;               // the last timeout_turn
  bool fresh_ = false;
};
}  // namespace

std::string why_not_gomocup(const AnyGame& game) {
  if (game.info().players != 2 || parameter_of(game, "line") != "5")
    return "Gomocup's engines play five in a row";
  const auto start = game.start();
  const auto points = board_points(game);
  for (const std::string& move : start->legal())
    if (!points.contains(move)) return "a move there is not one cell of the board";
  return {};
}

std::unique_ptr<EngineClient> make_gomocup_client(const AnyGame& game, const EngineParams& params,
                                                  std::unique_ptr<EngineConnection> connection) {
  return std::make_unique<GomocupClient>(game, params, std::move(connection));
}

}  // namespace banyan
