// Kalah's words of bytes against a ring of plain numbers, its published values, and text.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include <banyan/game/perft.hpp>
#include <banyan/games/kalah.hpp>

#include "random_walk.hpp"

namespace banyan {
namespace {

// South's pits, South's store, North's pits, North's store, in the order of sowing; seed by seed.
class PlainKalah {
 public:
  PlainKalah(int pits, int seeds) : pits_(pits), holes_(static_cast<std::size_t>(2 * pits + 2), seeds) {
    hole(store(0)) = hole(store(1)) = 0;
  }
  [[nodiscard]] std::vector<int> moves() const {
    std::vector<int> list;
    for (int pit = 0; pit < pits_; ++pit)
      if (holes_[static_cast<std::size_t>(first(player_) + pit)] > 0) list.push_back(pit);
    return list;
  }
  void play(int pit) {
    int at = first(player_) + pit;
    for (int seeds = std::exchange(hole(at), 0); seeds > 0; --seeds) {
      do at = (at + 1) % (2 * pits_ + 2);
      while (at == store(1 - player_));
      ++hole(at);
    }
    const bool is_own_pit = at >= first(player_) && at < store(player_);
    const int opposite = 2 * pits_ - at;
    if (is_own_pit && hole(at) == 1 && hole(opposite) > 0)
      hole(store(player_)) += std::exchange(hole(at), 0) + std::exchange(hole(opposite), 0);
    if (at != store(player_)) player_ = 1 - player_;
    if (side(0) != 0 && side(1) != 0) return;
    for (const int player : {0, 1}) {
      hole(store(player)) += side(player);
      for (int i = 0; i < pits_; ++i) hole(first(player) + i) = 0;
    }
  }
  [[nodiscard]] std::string text() const {
    std::string text;
    for (std::size_t i = 0; i < holes_.size(); ++i) {
      if (i > 0) text += i == holes_.size() / 2 ? '/' : ',';
      text += std::to_string(holes_[i]);
    }
    return text + (player_ == 0 ? " s" : " n");
  }

 private:
  int pits_;
  std::vector<int> holes_;
  int player_ = 0;

  int& hole(int i) { return holes_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] int first(int player) const { return player * (pits_ + 1); }
  [[nodiscard]] int store(int player) const { return first(player) + pits_; }
  int side(int player) {
    int seeds = 0;
    for (int i = 0; i < pits_; ++i) seeds += hole(first(player) + i);
    return seeds;
  }
};

RC_GTEST_PROP(KalahRules, SowsAsARingOfNumbers, (std::uint64_t seed)) {
  const Kalah game({1 + static_cast<int>(seed % 7), 1 + static_cast<int>(seed / 7 % 10)});
  PlainKalah plain(game.params().pits, game.params().seeds);
  walk(game, random_choices(seed, game.max_moves()), [&](const auto& before, auto move, const auto& after) {
    std::vector<int> found;
    MoveListOf<Kalah> moves;
    game.legal_moves(before, moves);
    for (const auto each : moves) found.push_back(each);
    RC_ASSERT(found == plain.moves());
    RC_ASSERT(game.count_legal(before) == moves.size());
    plain.play(move);
    RC_ASSERT(game.print_position(after) == plain.text());
    RC_ASSERT(*game.parse_position(plain.text()) == after);
  });
}

TEST(KalahRules, CapturesAndMovesAgain) {
  const Kalah game;
  // Pit 3 ends in the store, pit 1 then in pit 5: not empty, so that North is to move.
  EXPECT_EQ(game.print_position(after_moves(game, {"3", "1"})), "0,5,1,6,6,5,1/4,4,4,4,4,4,0 n");
  auto state = *game.parse_position("1,0,4,4,4,4,3/4,4,4,4,5,4,3 s");
  game.apply(state, *game.parse_move(state, "1"));
  EXPECT_EQ(game.print_position(state), "0,0,4,4,4,4,9/4,4,4,4,0,4,3 n");
  // Opposite an empty pit there is nothing to capture.
  state = *game.parse_position("1,0,4,4,4,4,8/4,4,4,4,0,4,3 s");
  game.apply(state, *game.parse_move(state, "1"));
  EXPECT_EQ(game.print_position(state), "0,1,4,4,4,4,8/4,4,4,4,0,4,3 n");
  // Thirteen seeds come back to where they were, and capture.
  state = *game.parse_position("13,0,0,0,0,0,10/1,1,1,1,1,1,19 s");
  game.apply(state, *game.parse_move(state, "1"));
  EXPECT_EQ(game.print_position(state), "0,1,1,1,1,1,14/2,2,2,2,2,0,19 n");
}

TEST(KalahRules, TheOtherTakesWhatIsLeft) {
  const Kalah game;
  auto state = *game.parse_position("0,0,0,0,0,1,20/3,0,0,0,0,1,23 s");
  game.apply(state, *game.parse_move(state, "6"));
  EXPECT_EQ(game.print_position(state), "0,0,0,0,0,0,21/0,0,0,0,0,0,27 s");
  EXPECT_EQ(game.outcome(state), std::optional(win_for(1)));
  state = *game.parse_position("0,0,0,0,0,0,24/0,0,0,0,0,0,24 s");
  EXPECT_EQ(game.outcome(state), std::optional(draw_for_all()));
}

// The exact value for South, by looking at everything.
int kalah_value(const Kalah& game, const Kalah::State& state, std::unordered_map<std::uint64_t, int>& known) {
  if (const auto outcome = game.outcome(state)) return static_cast<int>((*outcome)[0]);
  if (const auto found = known.find(game.hash(state)); found != known.end()) return found->second;
  const bool south = game.current_player(state) == 0;
  int best = south ? -1 : 1;
  MoveListOf<Kalah> moves;
  game.legal_moves(state, moves);
  for (const auto move : moves) {
    Kalah::State after = state;
    game.apply(after, move);
    const int value = kalah_value(game, after, known);
    best = south ? std::max(best, value) : std::min(best, value);
    if (best == (south ? 1 : -1)) break;
  }
  return known[game.hash(state)] = best;
}

// Irving, Donkers & Uiterwijk, "Solving Kalah", table of results: W, D or L for who begins, by the seeds
// from 1.
TEST(KalahRules, PublishedValues) {
  const std::array<std::string, 4> values{"DLWLWD", "WLLLWW", "DWWW", "WWW"};
  for (std::size_t pits = 1; pits <= values.size(); ++pits)
    for (std::size_t seeds = 1; seeds <= values[pits - 1].size(); ++seeds) {
      const Kalah game({static_cast<int>(pits), static_cast<int>(seeds)});
      std::unordered_map<std::uint64_t, int> known;
      const int value = kalah_value(game, game.start(), known);
      EXPECT_EQ("LDW"[value + 1], values[pits - 1][seeds - 1]) << pits << " pits, " << seeds << " seeds";
    }
}

// Six pits; after pit 3, which ends in the store, South has five and otherwise North six.
TEST(KalahRules, Perft) {
  const Kalah game;
  const std::vector<std::uint64_t> counts{6, 5 * 6 + 5, 185, 942, 4690, 23233};
  for (unsigned depth = 1; depth <= counts.size(); ++depth)
    EXPECT_EQ(perft(game, game.start(), depth), counts[depth - 1]);
}

TEST(KalahPosition, SaysWhatIsWrong) {
  const Kalah game;
  const auto says = [&](const std::string& text, const char* what) {
    const auto state = game.parse_position(text);
    return !state && state.error().message.find(what) != std::string::npos;
  };
  EXPECT_TRUE(game.parse_position("4,4,4,4,4,4,0/4,4,4,4,4,4,0 n").ok());
  EXPECT_TRUE(says("", "South's pits and store"));
  EXPECT_TRUE(says("4,4,4,4,4,4,0/4,4,4,4,4,4,0", "South's pits and store"));
  EXPECT_TRUE(says("4,4,4,4,4,4,0/4,4,4,4,4,4,0 x", "who is to move"));
  EXPECT_TRUE(says("4,4,4,4,4,4/4,4,4,4,4,4,0 s", "South does not have 7 numbers"));
  EXPECT_TRUE(says("4,4,4,4,4,4,0/4,4,4,4,4,4,0,0 s", "North does not have 7 numbers"));
  EXPECT_TRUE(says("4,4,4,4,4,4,-1/4,4,4,4,4,5,0 s", "South does not have 7 numbers"));
  EXPECT_TRUE(says("4,4,4,4,4,4,1/4,4,4,4,4,4,0 s", "49 seeds instead of 48"));
  EXPECT_TRUE(says("0,0,0,0,0,0,24/4,4,4,4,4,4,0 s", "belongs in its store"));
  EXPECT_FALSE(game.parse_move(game.start(), "7"));
  EXPECT_FALSE(game.parse_move(game.start(), "0"));
  EXPECT_FALSE(game.parse_move(game.start(), "11"));
}

TEST(KalahHeuristic, CountsSeedsInTheStoreMost) {
  const Kalah game;
  const auto value = [&](const char* text) { return game.heuristic(*game.parse_position(text))[0]; };
  EXPECT_EQ(game.heuristic(game.start())[0], 0);
  const double more_in_pits = value("5,4,4,4,4,4,0/3,4,4,4,4,4,0 s");
  const double more_in_store = value("4,4,4,4,4,4,1/3,4,4,4,4,4,0 s");
  EXPECT_GT(more_in_pits, 0);
  EXPECT_GT(more_in_store, more_in_pits);
  EXPECT_EQ(value("3,4,4,4,4,4,0/4,4,4,4,4,4,1 n"), -more_in_store);
}

}  // namespace
}  // namespace banyan
