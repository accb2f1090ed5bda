#include <banyan/arena/openings.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <banyan/engine/make_agent.hpp>
#include <banyan/session/game_files.hpp>
#include <banyan/session/session.hpp>
#include <banyan/session/words.hpp>

namespace banyan {

namespace {
Result<void> check_goes_on(const Session& session) {
  if (session.over()) return Error{"the game is over there; an opening must not end the game"};
  return {};
}

Result<std::vector<Opening>> openings_of_games(std::string_view text,
                                               const std::shared_ptr<const AnyGame>& game,
                                               std::uint32_t plies) {
  const auto records = parse_games_of(text, game);
  if (!records) return records.error();
  std::vector<Opening> openings;
  for (const GameRecord& record : *records) {
    auto session =
        record.position ? Session::from_position(game, *record.position) : Result<Session>(Session(game));
    if (!session) return session.error();
    const std::size_t most =
        plies == 0 ? record.moves.size() : std::min<std::size_t>(plies, record.moves.size());
    for (std::size_t i = 0; i < most; ++i)
      if (auto played = session->play(record.moves[i].text); !played) return played.error();
    if (auto fine = check_goes_on(*session); !fine)
      return Error{"game " + std::to_string(openings.size() + 1) + ": " + fine.error().message};
    openings.push_back({.position = record.position, .moves = session->moves()});
  }
  return openings;
}

// Moves, or a position, or an EPD: four fields of a FEN, then operations.
Result<Opening> opening_of_line(const std::string& line, const std::shared_ptr<const AnyGame>& game) {
  const auto words = split_words(line);
  Session from_start(game);
  const auto played = from_start.play_all(words, std::nullopt);
  if (played) {
    if (auto fine = check_goes_on(from_start); !fine) return fine.error();
    return Opening{.position = {}, .moves = from_start.moves()};
  }
  constexpr std::size_t epd_fields = 4;
  for (const std::size_t fields : {words.size(), std::min(words.size(), epd_fields)}) {
    const std::string text = join_words({words.begin(), words.begin() + static_cast<std::ptrdiff_t>(fields)});
    const auto session = Session::from_position(game, text);
    if (!session) continue;
    if (auto fine = check_goes_on(*session); !fine) return fine.error();
    return Opening{.position = text, .moves = {}};
  }
  return Error{"not a position, and not moves from the start; as moves: " + played.error().message};
}

// The key of a position: its text, where it has one.
std::string identity_of(const Session& session) {
  return session.position().text().value_or(join_words(session.moves()));
}
}  // namespace

std::optional<std::vector<std::string>> random_opening(const AnyGame& game, std::uint32_t plies,
                                                       Random& random) {
  const auto position = game.start();
  std::vector<std::string> moves;
  for (std::uint32_t played = 0; played < plies;) {
    const auto player = position->player();
    if (!player) return std::nullopt;
    if (*player != chance_player) ++played;
    if (moves.size() >= game.info().max_moves.value_or(longest_game))
      return std::nullopt;  // endless chance moves
    moves.push_back(position->play_random(random));
  }
  return position->player() ? std::optional(moves) : std::nullopt;
}

Result<std::vector<Opening>> read_openings(std::string_view text, const std::shared_ptr<const AnyGame>& game,
                                           std::uint32_t plies) {
  if (looks_like_sgf(text) || looks_like_pgn(text)) return openings_of_games(text, game, plies);
  std::vector<Opening> openings;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, std::min(end, text.find('#'))));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (split_words(line).empty()) continue;
    auto opening = opening_of_line(line, game);
    if (!opening) return Error{"line " + std::to_string(number) + ": " + opening.error().message};
    openings.push_back(*std::move(opening));
  }
  if (openings.empty()) return Error{"there is no opening in it"};
  return openings;
}

Result<BookResult> make_book(const BookSettings& settings, const std::stop_token& stop,
                             const BookListener& listener) {
  constexpr std::uint64_t most_fruitless = 1000;
  const AnyGame& game = *settings.game;
  BookResult result;
  EnginePool pool;
  std::set<std::string> seen;
  Random random(mix64(settings.seed));
  for (std::uint64_t fruitless = 0; result.found < settings.count && fruitless < most_fruitless;
       ++fruitless) {
    if (stop.stop_requested()) return result;
    const auto moves = random_opening(game, settings.plies, random);
    if (!moves) continue;
    Session session(settings.game);
    if (auto played = session.play_all(*moves, std::nullopt); !played) return played.error();
    if (session.at_chance() || !seen.insert(identity_of(session)).second) continue;
    auto judge = make_any_agent(game, settings.judge, Random(settings.seed, result.tried)(), &pool);
    if (!judge) return judge.error();
    (*judge)->follow(session);
    const Analysis analysis = (*judge)->analyze(session.position(), {.stop = stop, .progress = {}});
    if (stop.stop_requested()) return result;
    if (!analysis.error.empty()) {
      result.error = analysis.error;
      return result;
    }
    if (!std::isfinite(analysis.value))
      return Error{"this judge gives positions no value; uct:sims=1000 does"};
    ++result.tried;
    if (std::abs(analysis.value) <= settings.within) {
      ++result.found;
      fruitless = 0;
      if (listener.found) listener.found({session.moves(), analysis.value});
    }
    if (listener.progress) listener.progress(result.found, result.tried);
  }
  result.complete = result.found == settings.count;
  return result;
}

}  // namespace banyan
