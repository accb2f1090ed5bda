// Games keep the rules with other parameters than the usual ones, and refuse those that make no sense.
#include <string>

#include <banyan/core/spec.hpp>
#include <banyan/games/amazons.hpp>
#include <banyan/games/breakthrough.hpp>
#include <banyan/games/chess.hpp>
#include <banyan/games/gomoku.hpp>
#include <banyan/games/havannah.hpp>
#include <banyan/games/kalah.hpp>
#include <banyan/games/nim.hpp>
#include <banyan/games/pig.hpp>

#include "expect_conforming.hpp"

namespace banyan {
namespace {

constexpr ConformanceOptions many_short_games{.games = 200, .playouts = 2000};

TEST(Parameters, GomokuOnManyBoards) {
  for (const Gomoku::Params& params :
       {Gomoku::Params{1, 1, 1}, Gomoku::Params{1, 7, 3}, Gomoku::Params{7, 1, 3}, Gomoku::Params{3, 3, 3},
        Gomoku::Params{4, 7, 4}, Gomoku::Params{8, 5, 5}, Gomoku::Params{2, 9, 8}})
    expect_conforming(Gomoku(params), many_short_games);
}

TEST(Parameters, GomokuOnTheLargestBoard) {
  expect_conforming(Gomoku({20, 20, 20}), {.games = 2, .playouts = 200});
  for (const GomokuRule rule : {GomokuRule::freestyle, GomokuRule::standard})
    expect_conforming(Gomoku({20, 20, 5, rule}), {.games = 2, .playouts = 200});
}

TEST(Parameters, BreakthroughOnManyBoards) {
  for (int width = 2; width <= Breakthrough::stride; ++width)
    for (int height = 3; height <= Breakthrough::stride; ++height)
      expect_conforming(Breakthrough({width, height}), {.games = 20, .playouts = 2000});
}

TEST(Parameters, KalahWithAllNumbersOfPitsAndSeeds) {
  for (int pits = 1; pits <= Kalah::most_pits; ++pits)
    for (const int seeds : {1, 2, 5, Kalah::most_seeds})
      expect_conforming(Kalah({pits, seeds}), {.games = 10, .playouts = 1000});
}

TEST(Parameters, AmazonsOnAllBoards) {
  for (int size = 4; size <= amazons::longest_side; ++size)
    expect_conforming(Amazons({size}), {.games = 3, .playouts = 300});
}

TEST(Parameters, HavannahOnAllBoards) {
  for (int size = 2; size <= havannah::longest_side; ++size)
    for (const bool swap : {false, true})
      expect_conforming(Havannah({size, swap}), {.games = size < 5 ? 50U : 3U, .playouts = 500});
}

TEST(Parameters, Chess960FromManyPositions) {
  for (const int start : {0, 1, 300, 518, 700, 959})
    for (const bool claims : {true, false})
      expect_conforming(Chess({ChessVariant::chess960, start, claims}), {.games = 3, .playouts = 200});
}

TEST(Parameters, NimWithAllNumbersOfPlayers) {
  for (int players = 2; players <= Nim::max_players; ++players)
    for (const bool misere : {false, true})
      expect_conforming(Nim({{1, 5, 7}, players, misere}), many_short_games);
  expect_conforming(Nim({{63, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 6, true}), many_short_games);
}

TEST(Parameters, PigWithOtherGoals) {
  for (const Pig::Params& params :
       {Pig::Params{1, 1}, Pig::Params{2, 3}, Pig::Params{100, 5}, Pig::Params{1000, 50}})
    expect_conforming(Pig(params), many_short_games);
}

template <class G>
std::string what_is_wrong(const std::string& text) {
  const auto spec = parse_spec(text);
  if (!spec) return spec.error().message;
  const auto params = parse_params<typename G::Params>(*spec);
  return params ? G::problem(*params) : params.error().message;
}

TEST(Parameters, SayWhatIsWrong) {
  EXPECT_EQ(what_is_wrong<Gomoku>("gomoku:width=8,height=8,line=5"), "");
  EXPECT_NE(what_is_wrong<Gomoku>("gomoku:width=21").find("from 1 to 20"), std::string::npos);
  EXPECT_NE(what_is_wrong<Gomoku>("gomoku:height=0").find("from 1 to 20"), std::string::npos);
  EXPECT_NE(what_is_wrong<Gomoku>("gomoku:width=4,height=3").find("fits in neither direction"),
            std::string::npos);
  EXPECT_EQ(what_is_wrong<Gomoku>("gomoku:width=1,height=5"), "");
  EXPECT_EQ(what_is_wrong<Gomoku>("gomoku:rule=standard"), "");
  EXPECT_NE(what_is_wrong<Gomoku>("gomoku:rule=swap").find("freestyle standard"), std::string::npos);
  EXPECT_EQ(what_is_wrong<Chess>("chess:variant=chess960,start=0"), "");
  EXPECT_NE(what_is_wrong<Chess>("chess:start=0").find("needs variant=chess960"), std::string::npos);
  EXPECT_NE(what_is_wrong<Chess>("chess:variant=shogi").find("chess960"), std::string::npos);
  EXPECT_EQ(what_is_wrong<Nim>("nim:heaps=3/4/5,players=3,misere=true"), "");
  EXPECT_NE(what_is_wrong<Nim>("nim:heaps=64").find("from 1 to 63"), std::string::npos);
  EXPECT_NE(what_is_wrong<Nim>("nim:heaps=0").find("from 1 to 63"), std::string::npos);
  EXPECT_NE(what_is_wrong<Nim>("nim:heaps=1/1/1/1/1/1/1/1/1/1/1").find("11 heaps"), std::string::npos);
  EXPECT_NE(what_is_wrong<Nim>("nim:players=7").find("from 2 to 6"), std::string::npos);
  EXPECT_NE(what_is_wrong<Pig>("pig:goal=0").find("from 1 to 1000"), std::string::npos);
  EXPECT_NE(what_is_wrong<Pig>("pig:dice=2").find("allowed: goal turns"), std::string::npos);
}

}  // namespace
}  // namespace banyan
