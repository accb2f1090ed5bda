// A game in progress: its first position, every move since (chance included), and undo.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/session/any_game.hpp>

namespace banyan {

class Session {
 public:
  // From the game's start, or from a position given as text (Session::from_position).
  explicit Session(std::shared_ptr<const AnyGame> game);
  static Result<Session> from_position(std::shared_ptr<const AnyGame> game, std::string_view position);

  [[nodiscard]] const AnyGame& game() const { return *game_; }
  [[nodiscard]] std::shared_ptr<const AnyGame> shared_game() const { return game_; }
  [[nodiscard]] const Position& position() const { return *positions_.back(); }
  // The position before move i, or the current one for i = moves().size().
  [[nodiscard]] const Position& position_at(std::size_t i) const { return *positions_[i]; }
  [[nodiscard]] const std::vector<std::string>& moves() const { return moves_; }
  // The text of the first position, if it is not the game's start.
  [[nodiscard]] const std::optional<std::string>& from() const { return from_; }
  [[nodiscard]] bool over() const { return !position().player(); }
  [[nodiscard]] bool at_chance() const { return position().player() == chance_player; }

  // Plays one move. The error says which ply it was, and what is legal.
  Result<void> play(std::string_view move);
  // Takes back the last move; false if there is none.
  bool undo();

  // Plays a random chance outcome. It depends only on the seed and the ply, so that a game taken back or
  // loaded again meets the same outcomes.
  void play_chance(std::uint64_t seed);
  // The same, drawn from a stream.
  void play_chance(Random& random);
  // Plays chance until a player is to move or the game is over, at most longest_game times in case
  // chance never ends.
  void play_chances(std::uint64_t seed) {
    for (std::size_t left = longest_game; left > 0 && at_chance(); --left) play_chance(seed);
  }

  // Plays a list of moves, all or nothing; a move may take several words of it. With a seed, chance outcomes
  // that the list leaves out are drawn, also at its end.
  Result<void> play_all(const std::vector<std::string>& moves, std::optional<std::uint64_t> chance_seed);

 private:
  Session(std::shared_ptr<const AnyGame> game, std::unique_ptr<Position> first);
  // Plays the move that the first words are, the shortest possible; answers how many they are.
  Result<std::size_t> play_words(std::span<const std::string> words);

  std::shared_ptr<const AnyGame> game_;
  std::optional<std::string> from_;
  std::vector<std::unique_ptr<Position>> positions_;  // one more than moves
  std::vector<std::string> moves_;
};

}  // namespace banyan
