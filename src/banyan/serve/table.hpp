// A game on the page: its seats, its moves, and the moves taken back. It is independent of threads and
// connections; room.hpp adds them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/serve/limits.hpp>
#include <banyan/session/json.hpp>
#include <banyan/session/record.hpp>
#include <banyan/session/session.hpp>

namespace banyan::serve {

inline constexpr std::string_view human = "human";

struct TableSetup {
  std::string game;
  std::vector<std::string> seats;  // specs, or human; too few are filled up with human
  std::uint64_t seed = 0;
  std::optional<std::string> position;
  std::vector<std::string> moves;
};

class Table {
 public:
  // The error says what is wrong with the game, a seat or a move.
  static Result<Table> open(const GameList& games, TableSetup setup, const Limits& limits);
  static Result<Table> load(const GameList& games, std::string_view record, const Limits& limits);

  [[nodiscard]] const Session& session() const { return session_; }
  [[nodiscard]] const std::vector<std::string>& seats() const { return seats_; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] bool over() const { return resigned_ || session_.over(); }
  // The player to move: nothing when the game is over. Chance has always moved already.
  [[nodiscard]] std::optional<std::size_t> seat_to_move() const;
  [[nodiscard]] bool person_to_move() const;

  // Its memory, approximately.
  [[nodiscard]] std::uint64_t bytes() const;

  // A move, and what chance does after it.
  Result<void> play(std::string_view move);
  // Whether no more moves are allowed. What chance does after the last move that is allowed still belongs to
  // the game, so that it can have more moves than the limit.
  [[nodiscard]] bool full(const Limits& limits) const { return session_.moves().size() >= limits.moves; }
  // Back to where a person was to move before the last move, or by one move where no person sits.
  Result<void> undo();
  Result<void> redo();
  // Back to just before that move.
  Result<void> go_to(std::size_t ply);
  Result<void> resign(std::size_t seat);
  Result<void> set_seat(std::size_t seat, std::string_view spec, const Limits& limits);

  [[nodiscard]] GameRecord record() const;
  // The whole state; or the changes since a number of moves.
  [[nodiscard]] Json snapshot() const;
  [[nodiscard]] Json moved_since(std::size_t ply) const;
  // The position before move `ply`, or the present one.
  [[nodiscard]] Json position_json(std::size_t ply) const;

 private:
  Table(std::string game, Session session) : game_(std::move(game)), session_(std::move(session)) {}
  // Where undo() leads: before the last move of a person, or of any player where no person sits.
  [[nodiscard]] std::optional<std::size_t> ply_to_undo() const;
  void take_back_one();
  void play_again_one();
  void add_state(Json& document) const;

  std::string game_;
  Session session_;
  std::vector<std::string> seats_;
  std::uint64_t seed_ = 0;
  std::optional<int> resigned_;
  std::vector<std::string> undone_;  // the next to redo last
};

Json json_of(const Picture& picture);

}  // namespace banyan::serve
