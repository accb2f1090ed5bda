#include <banyan/session/session.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace banyan {

Session::Session(std::shared_ptr<const AnyGame> game, std::unique_ptr<Position> first)
    : game_(std::move(game)) {
  positions_.push_back(std::move(first));
}

Session::Session(std::shared_ptr<const AnyGame> game) : Session(game, game->start()) {}

Result<Session> Session::from_position(std::shared_ptr<const AnyGame> game, std::string_view text) {
  auto first = game->parse_position(text);
  if (!first) return first.error();
  Session session(std::move(game), *std::move(first));
  session.from_ = std::string(text);
  return session;
}

Result<void> Session::play(std::string_view move) {
  auto next = position().clone();
  auto text = next->play(move);
  if (!text) return Error{"move " + std::to_string(moves_.size() + 1) + ": " + text.error().message};
  positions_.push_back(std::move(next));
  moves_.push_back(*std::move(text));
  return {};
}

bool Session::undo() {
  if (moves_.empty()) return false;
  moves_.pop_back();
  positions_.pop_back();
  return true;
}

void Session::play_chance(std::uint64_t seed) {
  Random random(seed, moves_.size());
  play_chance(random);
}

void Session::play_chance(Random& random) {
  auto next = position().clone();
  moves_.push_back(next->play_random(random));
  positions_.push_back(std::move(next));
}

// Some people write a move in several words, as 8/5 6/5.
Result<std::size_t> Session::play_words(std::span<const std::string> words) {
  constexpr std::size_t most_words = 4;
  const auto played = play(words[0]);
  if (played) return 1;
  std::string text = words[0];
  for (std::size_t taken = 1; taken < std::min(most_words, words.size()); ++taken) {
    text += ' ' + words[taken];
    if (play(text)) return taken + 1;
  }
  return played.error();
}

Result<void> Session::play_all(const std::vector<std::string>& moves,
                               std::optional<std::uint64_t> chance_seed) {
  const std::size_t before = moves_.size();
  const auto undo_all = [&] {
    while (moves_.size() > before) undo();
  };
  for (std::size_t i = 0; i < moves.size();) {
    auto taken = play_words({moves.begin() + static_cast<std::ptrdiff_t>(i), moves.end()});
    // A list of moves may include chance outcomes even if missing ones are drawn.
    if (!taken && chance_seed && at_chance()) {
      play_chances(*chance_seed);
      taken = play_words({moves.begin() + static_cast<std::ptrdiff_t>(i), moves.end()});
    }
    if (!taken) {
      undo_all();
      return taken.error();
    }
    i += *taken;
  }
  if (chance_seed) play_chances(*chance_seed);
  return {};
}

}  // namespace banyan
