// The best game seen so far, where one player plays alone: what a solver of puzzles is after, beside the
// means. Nothing is recorded while games are played. The random stream is kept as it was before each random
// game, and one that turns out to be the best so far is played once more from there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <banyan/search/evaluate/playout.hpp>
#include <banyan/search/result.hpp>

namespace banyan {

template <Game G>
inline constexpr bool keeps_best_seen = G::max_players == 1 && !std::is_final_v<G>;

// The same rules, which write down every move that is made by them.
template <class G>
class Recording : public G {
 public:
  Recording(const G& game, std::vector<typename G::Move>& moves, std::size_t most)
      : G(game), moves_(moves), most_(most) {}

  auto apply(typename G::State& state, const typename G::Move& move) const {
    if (moves_.size() < most_) moves_.push_back(move);
    return G::apply(state, move);
  }
  [[nodiscard]] bool is_full() const { return moves_.size() >= most_; }

 private:
  std::vector<typename G::Move>& moves_;
  std::size_t most_;
};

// Picks like UniformPick, but move by move also where the game has a playout() of its own.
struct StepwisePick {
  template <class State, class Moves>
  auto operator()(const State& state, const Moves& moves, Random& random) const {
    return UniformPick{}(state, moves, random);
  }
};

// One thread's.
template <Game G>
class BestSeen {
 public:
  using Move = MoveOf<G>;
  using Seen = SeenGame<Move>;

  [[nodiscard]] bool is_beaten_by(double score) const { return score > game_.score; }
  [[nodiscard]] const Seen& game() const { return game_; }
  [[nodiscard]] bool exists() const { return !game_.line.empty(); }

  void forget() { game_ = {}; }
  void keep(Seen game) { game_ = std::move(game); }
  // Adds what another thread has seen.
  void add(const BestSeen& other) {
    if (is_beaten_by(other.game_.score)) game_ = other.game_;
  }
  // The same game after its first move was made and has paid something; nothing after any other move.
  void advance(const Move& move, double paid) {
    if (!exists() || !(game_.line.front() == move)) return forget();
    game_.line.erase(game_.line.begin());
    game_.score -= paid;
    if (game_.line.empty()) forget();
  }

  [[nodiscard]] std::size_t bytes() const { return game_.line.capacity() * sizeof(Move); }

 private:
  Seen game_;
};

}  // namespace banyan
