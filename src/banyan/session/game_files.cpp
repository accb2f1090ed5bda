#include <banyan/session/game_files.hpp>

#include <algorithm>
#include <cctype>
#include <utility>

#include <banyan/core/value.hpp>
#include <banyan/session/pgn_record.hpp>
#include <banyan/session/words.hpp>

namespace banyan {

namespace {
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
