// One round of a game: the agent whose turn it is thinks, chance moves, and every agent is shown every move,
// its own and those of chance included. Matches, `play`, the watched game and the page all play this way.
//
// Agents are shown moves just before they think, because on the page they think on another thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <banyan/session/session.hpp>

namespace banyan {

// Moves that an agent has not been shown yet.
class UnseenMoves {
 public:
  void add(std::shared_ptr<const Position> before, std::string move) {
    moves_.push_back({std::move(before), std::move(move)});
  }
  // Shows them in order, and forgets them.
  void show_to(AnyAgent& agent);
  void clear() { moves_.clear(); }

 private:
  struct Seen {
    std::shared_ptr<const Position> before;
    std::string move;
  };
  std::vector<Seen> moves_;
};

class Round {
 public:
  using Agents = std::vector<std::unique_ptr<AnyAgent>>;

  // One agent for each seat; null for a person. The session outlives the round and is changed by it.
  Round(Session& session, Agents agents)
      : session_(session), agents_(std::move(agents)), unseen_(agents_.size()) {
    follow();
  }

  [[nodiscard]] const Session& session() const { return session_; }
  [[nodiscard]] bool has_agent(std::size_t seat) const { return agents_[seat] != nullptr; }
  [[nodiscard]] std::size_t seats() const { return agents_.size(); }
  // The seat to move: call it only while a player is to move.
  [[nodiscard]] std::size_t seat_to_move() const {
    return static_cast<std::size_t>(*session_.position().player());
  }

  // Plays a move of the player to move, or of chance. The error says what is legal.
  Result<void> play(std::string_view move);
  // Plays a chance outcome that depends on the seed and the ply (Session::play_chance), or on the stream.
  void play_chance(std::uint64_t seed);
  void play_chance(Random& random);

  // Shows every agent the whole game as it is now, at the beginning and after moves were taken back.
  void follow();

  // What the agent of the seat to move decides. Nothing is played yet.
  Analysis choose(const AnyThinking& thinking);
  // The agents who think on another's time, brought up to date.
  [[nodiscard]] std::vector<AnyAgent*> ponderers();

 private:
  void note_last_move();
  AnyAgent& ready(std::size_t seat);

  Session& session_;
  Agents agents_;
  std::vector<UnseenMoves> unseen_;  // for each seat
};

}  // namespace banyan
