#include <banyan/session/record.hpp>

#include <algorithm>
#include <ctime>

#include <banyan/core/value.hpp>
#include <banyan/session/words.hpp>

namespace banyan {

namespace {
constexpr std::string_view record_magic = "banyan-game";
constexpr int newest_version = 1;
constexpr std::size_t moves_a_line = 20;

Error at_line(std::size_t line, const std::string& what) {
  return Error{"line " + std::to_string(line) + ": " + what};
}

// A comment begins with a # at the beginning of a word. In the header, a # inside quotes does not begin one.
std::string_view without_comment(std::string_view line, bool has_quotes) {
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') quoted = has_quotes && !quoted;
    if (line[i] == '#' && !quoted && (i == 0 || white_space.find(line[i - 1]) != std::string_view::npos))
      return line.substr(0, i);
  }
  return line;
}

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(white_space), text.size()));
  return text.substr(0, text.find_last_not_of(white_space) + 1);
}

class RecordReader {
 public:
  Result<GameRecord> read(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      ++line_;
      if (auto done = take(trimmed(without_comment(text.substr(0, end), !in_moves_))); !done)
        return done.error();
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (!begun_) return Error{"it does not begin with '" + std::string(record_magic) + " 1'"};
    if (record_.game.empty()) return Error{"the line 'game SPEC' is missing"};
    return std::move(record_);
  }

 private:
  Result<void> take(std::string_view line) {
    if (line.empty()) return {};
    if (!begun_) return take_first(line);
    if (in_moves_) {
      for (std::string& move : split_words(line)) record_.moves.push_back({std::move(move), line_});
      return {};
    }
    if (line == "moves") {
      in_moves_ = true;
      return {};
    }
    const std::size_t space = std::min(line.find_first_of(white_space), line.size());
    return take_header(line.substr(0, space), std::string(trimmed(line.substr(space))));
  }

  Result<void> take_first(std::string_view line) {
    const auto words = split_words(line);
    if (words.size() != 2 || words[0] != record_magic)
      return at_line(line_, "a game record begins with '" + std::string(record_magic) + " 1'");
    const auto version = parse_value<int>(words[1], at_least(1));
    if (!version) return at_line(line_, version.error().message);
    if (*version > newest_version)
      return at_line(line_, "version " + words[1] + " is newer than what this program reads (" +
                                std::to_string(newest_version) + ")");
    begun_ = true;
    return {};
  }

  Result<void> take_header(std::string_view key, const std::string& value) {
    if (value.empty())
      return at_line(line_, "'" + detail::shorten(key) + "' stands alone; a value follows it");
    if (key == "seat") {
      record_.seats.push_back(value);
      return {};
    }
    if (std::find(seen_.begin(), seen_.end(), key) != seen_.end())
      return at_line(line_, "'" + detail::shorten(key) + "' comes a second time");
    seen_.emplace_back(key);
    if (key == "game") return set(record_.game, value);
    if (key == "date") return set(record_.date, value);
    if (key == "position") return set(record_.position, value);
    if (key == "seed") return take_seed(value);
    if (key == "result") return take_result(split_words(value));
    return at_line(line_, "unknown word '" + detail::shorten(key) +
                              "'; there are: game seat seed result date position moves");
  }

  template <class T>
  static Result<void> set(T& target, const std::string& value) {
    target = value;
    return {};
  }

  Result<void> take_seed(const std::string& value) {
    const auto seed = parse_value<std::uint64_t>(value, at_least(0));
    if (!seed) return at_line(line_, "seed: " + seed.error().message);
    record_.seed = *seed;
    return {};
  }

  Result<void> take_result(const std::vector<std::string>& words) {
    if (words.size() == 1 && words[0] == "unfinished") return {};
    if (words.size() == 2 && words[0] == "resigned") {
      const auto seat = parse_value<int>(words[1], at_least(0));
      if (!seat) return at_line(line_, "result: " + seat.error().message);
      record_.resigned = *seat;
      return {};
    }
    std::vector<double> returns;
    for (const std::string& word : words) {
      const auto number = parse_value<double>(word);
      if (!number)
        return at_line(
            line_,
            "result: '" + detail::shorten(word) +
                "' is not a return; a result is 'unfinished', 'resigned SEAT' or a number for each player");
      returns.push_back(*number);
    }
    record_.returns = std::move(returns);
    return {};
  }

  GameRecord record_;
  std::vector<std::string> seen_;
  std::size_t line_ = 0;
  bool begun_ = false;
  bool in_moves_ = false;
};

std::string numbers_text(const std::vector<double>& numbers) {
  std::string text;
  for (const double x : numbers) text += (text.empty() ? "" : " ") + print_number(x);
  return text;
}

std::string result_line(const GameRecord& record) {
  if (record.resigned) return "resigned " + std::to_string(*record.resigned);
  return record.returns ? numbers_text(*record.returns) : "unfinished";
}
}  // namespace

std::string print_record(const GameRecord& record) {
  std::string text =
      std::string(record_magic) + " " + std::to_string(newest_version) + "\ngame " + record.game + "\n";
  for (const std::string& seat : record.seats) text += "seat " + seat + "\n";
  if (record.seed) text += "seed " + std::to_string(*record.seed) + "\n";
  text += "result " + result_line(record) + "\n";
  if (!record.date.empty()) text += "date " + record.date + "\n";
  if (record.position) text += "position " + *record.position + "\n";
  text += "moves";
  for (std::size_t i = 0; i < record.moves.size(); ++i)
    text += (i % moves_a_line == 0 ? "\n" : " ") + record.moves[i].text;
  return text + "\n";
}

Result<GameRecord> parse_record(std::string_view text) { return RecordReader().read(text); }

GameRecord record_of(const Session& session, std::string_view game_spec) {
  GameRecord record;
  record.game = game_spec;
  record.returns = session.position().outcome();
  record.position = session.from();
  for (const std::string& move : session.moves()) record.moves.push_back({move, 0});
  return record;
}

Result<Session> replay(const GameRecord& record, const GameList& games) {
  const auto game = games.make(record.game);
  if (!game) return game.error();
  const int players = (*game)->info().players;
  if (record.seats.size() > static_cast<std::size_t>(players))
    return Error{"there are " + std::to_string(record.seats.size()) + " seats, but " + record.game + " has " +
                 std::to_string(players)};
  if (record.resigned && *record.resigned >= players)
    return Error{"seat " + std::to_string(*record.resigned) + " resigned, but there is no such seat"};
  auto session = record.position ? Session::from_position(*game, *record.position) : Result(Session(*game));
  if (!session) return session;
  for (const GameRecord::Move& move : record.moves)
    if (auto played = session->play(move.text); !played) return at_line(move.line, played.error().message);
  const auto outcome = session->position().outcome();
  if (record.returns && record.returns != outcome)
    return Error{"the result is " + numbers_text(*record.returns) + ", but the moves lead to " +
                 (outcome ? numbers_text(*outcome) : "a game that is not over")};
  return session;
}

std::string date_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::string text(32, '\0');
  text.resize(std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc));
  return text;
}

}  // namespace banyan
