// Three-player Nim: where the player to move can force a win whatever the others do, UCT finds how.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>

#include <banyan/games/nim.hpp>
#include <banyan/search/searcher.hpp>

#include "exact.hpp"

namespace banyan {
namespace {

// Whether one player wins against all others together.
class Force {
 public:
  Force(const Nim& game, Player player) : game_(game), player_(player) {}

  bool wins(const Nim::State& state) {
    if (const auto outcome = game_.outcome(state)) return (*outcome)[static_cast<std::size_t>(player_)] > 0;
    const std::uint64_t key = game_.hash(state);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    const bool mine = game_.current_player(state) == player_;
    bool found = !mine;  // one good move is enough for me, one bad answer for the others
    for (const auto move : legal_moves_of(game_, state))
      if (wins(after(game_, state, move)) == mine) found = mine;
    return known_[key] = found;
  }

 private:
  Nim game_;
  Player player_;
  std::map<std::uint64_t, bool> known_;
};

// Searches every position of these heaps in which a win can be forced and some move throws it away.
void expect_wins_found(bool misere) {
  const Nim game({{3, 4, 5}, 3, misere});
  Force force(game, 0);
  int searched = 0;
  for (std::uint8_t a = 0; a <= 3; ++a)
    for (std::uint8_t b = 0; b <= 4; ++b)
      for (std::uint8_t c = 0; c <= 5; ++c) {
        const Nim::State state{.heaps = {a, b, c}, .player = 0};
        if (game.outcome(state) || !force.wins(state)) continue;
        const auto moves = legal_moves_of(game, state);
        const auto keeps = [&](const Nim::Move& move) { return force.wins(after(game, state, move)); };
        if (std::ranges::all_of(moves, keeps)) continue;
        ++searched;
        const auto result = search(game, state, {.sims = 20000}, {.c = 1.4, .solver = false}, 1);
        EXPECT_TRUE(keeps(*result.best)) << game.print_position(state) << " misère " << misere << ": "
                                         << game.print_move(state, *result.best);
      }
  EXPECT_GT(searched, 10);
}

TEST(ThreePlayerNim, FindsForcedWins) { expect_wins_found(false); }
TEST(ThreePlayerNim, FindsForcedWinsInMisere) { expect_wins_found(true); }

}  // namespace
}  // namespace banyan
