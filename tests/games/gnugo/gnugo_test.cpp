// Go against GNU Go, a program nobody here wrote: over random games both know the same legal moves, take the
// same stones off and count the same area. Skipped where gnugo is not installed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <banyan/games/go.hpp>

#include "../gtp_engine.hpp"

namespace banyan {
namespace {

std::set<std::string> points_of(const std::string& answer) {
  std::set<std::string> points;
  std::istringstream words(answer);
  for (std::string word; words >> word;) {
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::tolower(c); });
    if (word != "pass") points.insert(word);
  }
  return points;
}
std::set<std::string> stones_of(const Go& game, const Go::State& state, unsigned player) {
  std::set<std::string> points;
  const int size = game.params().size;
  for (int i = 0; i < size * size; ++i)
    if (const auto point = state.board.point_at(i / size, i % size); state.board.colour(point) == player)
      points.insert(game.print_move(state, point));
  return points;
}
bool has_atari(const Go& game, const Go::State& state) {
  const int size = game.params().size;
  for (int i = 0; i < size * size; ++i)
    if (const auto point = state.board.point_at(i / size, i % size);
        state.board.colour(point) < 2 && state.board.in_atari(point))
      return true;
  return false;
}
std::set<std::string> legal_points(const Go& game, const Go::State& state) {
  std::set<std::string> points;
  MoveListOf<Go> moves;
  game.legal_moves(state, moves);
  for (const auto move : moves)
    if (move != Go::pass) points.insert(game.print_move(state, move));
  return points;
}

// Half of the games fill eyes too, so that large chains are taken and kos fought; then both sides play on
// without, until every region is decided, so that what gnugo takes for dead is gone.
void expect_same_game(GtpEngine& gnugo, const Go& game, std::uint64_t seed, int& counted) {
  const int size = game.params().size;
  Random random(seed, static_cast<std::uint64_t>(size));
  gnugo.ask("boardsize " + std::to_string(size));
  gnugo.ask("clear_board");
  auto state = game.start();
  const std::size_t wild = seed % 2 == 0 ? 0 : static_cast<std::size_t>(size * size) * 3 / 2;
  while (!game.rules().is_over(state)) {
    const std::string colour = state.player == 0 ? "black" : "white";
    const auto move = state.moves < wild ? detail::uniform_go_move(game.rules(), state, random)
                                         : detail::sensible_go_move(game.rules(), state, random);
    if (random.below(8) == 0) {
      ASSERT_EQ(points_of(gnugo.ask("all_legal " + colour)), legal_points(game, state))
          << game.print_position(state);
    }
    const std::string answer = gnugo.ask("play " + colour + ' ' + game.print_move(state, move));
    ASSERT_NE(answer[0], '?') << game.print_position(state) << ' ' << game.print_move(state, move) << answer;
    game.apply(state, move);
    if (random.below(8) == 0 || game.outcome(state)) {
      ASSERT_EQ(points_of(gnugo.ask("list_stones black")), stones_of(game, state, 0));
      ASSERT_EQ(points_of(gnugo.ask("list_stones white")), stones_of(game, state, 1));
    }
  }
  // GNU Go takes off what it thinks dead before it counts, which these rules don't: only where it finds
  // nothing dead, and nothing can be taken at once, must the areas be the same.
  if (state.passes < 2 || has_atari(game, state) || !points_of(gnugo.ask("final_status_list dead")).empty())
    return;
  const int lead = state.board.lead();
  const std::string score = gnugo.ask("final_score");  // " B+3.0", " W+3.0" or " 0"
  const double value = score.size() > 3 ? std::atof(score.c_str() + 3) : 0;
  ASSERT_EQ(score[1] == 'W' ? -value : value, lead) << game.print_position(state);
  ++counted;
}

TEST(GnuGo, SameLegalMovesCapturesAndArea) {
  if (!is_installed("gnugo")) GTEST_SKIP() << "gnugo is not installed";
  GtpEngine gnugo({"gnugo", "--mode", "gtp", "--chinese-rules", "--positional-superko", "--forbid-suicide",
                   "--komi", "0", "--level", "0", "--seed", "1"});
  // On each size until so many areas were compared: 200 in all.
  for (const auto& [size, areas] : {std::pair{5, 80}, {9, 60}, {13, 40}, {19, 20}}) {
    const Go game({.size = size, .komi = 0});
    int counted = 0;
    for (int seed = 0; counted < areas; ++seed) {
      ASSERT_LT(seed, 3 * areas) << "only " << counted << " areas on " << size << "×" << size;
      expect_same_game(gnugo, game, static_cast<std::uint64_t>(seed), counted);
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace banyan
