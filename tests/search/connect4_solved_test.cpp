// How often the search keeps the value of Connect Four positions that are solved exactly.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <banyan/games/connect4.hpp>
#include <banyan/search/searcher.hpp>

namespace banyan {
namespace {

struct Solved {
  ConnectFour::State state;
  std::array<int, 7> sign;  // of the score of each column, for the player to move
  int best;
};

// The file's first lines say its format.
std::vector<Solved> read_solved() {
  std::ifstream file(BANYAN_SOURCE_DIR "/data/connect4_solved.tsv");
  const ConnectFour game;
  std::vector<Solved> list;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string moves;
    words >> moves;
    Solved solved{.state = game.start(), .sign = {}, .best = -2};
    for (const char column : moves)
      game.apply(solved.state, *game.parse_move(solved.state, std::string(1, column)));
    for (int& sign : solved.sign) {
      std::string score;
      words >> score;
      sign = score == "-" || score.starts_with('-') ? -1 : score == "0" ? 0 : 1;
      if (score != "-") solved.best = std::max(solved.best, sign);
    }
    list.push_back(solved);
  }
  return list;
}

// The search that the issue of strength is about: no proofs, no knowledge.
SearchParams plain_search() {
  SearchParams plain;
  plain.c = 1.4;
  plain.rule = Rule::ucb1;
  plain.solver = false;
  plain.playout = Playout::uniform;
  return plain;
}

// The share of positions in which the chosen move keeps the value.
double share_kept(const std::vector<Solved>& positions, const SearchParams& params, std::uint64_t sims,
                  std::uint64_t seed) {
  const ConnectFour game;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto result = search(game, positions[i].state, {.sims = sims}, params, mix64(seed) + i);
    const auto column = std::stoul(game.print_move(positions[i].state, *result.best)) - 1;
    kept += positions[i].sign[column] == positions[i].best ? 1U : 0U;
  }
  return static_cast<double>(kept) / static_cast<double>(positions.size());
}

// The shares below were measured with seeds 101 to 116, and from seed to seed they have a deviation of 0.0038
// (22 degrees of freedom). How far the mean over other seeds may lie below before something has changed: 6.39
// standard errors of the difference, exceeded by chance once in a million choices of seeds (by Student's
// distribution, on one side).
double allowance(double seeds, double measured_seeds) {
  return 6.39 * 0.0038 * std::sqrt(1 / seeds + 1 / measured_seeds);
}

// Measured: 0.935 over 16 seeds. The threshold is 0.924.
TEST(SolvedConnectFour, PlainUctKeepsTheValue) {
  const auto positions = read_solved();
  ASSERT_GT(positions.size(), 300U);
  double sum = 0;
  constexpr std::uint64_t seeds = 8;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed)
    sum += share_kept(positions, plain_search(), 10000, seed);
  RecordProperty("share", std::to_string(sum / seeds));
  EXPECT_GE(sum / seeds, 0.935 - allowance(seeds, 16));
}

// Thirty thousand simulations take about 750 kB; with a quarter of that the tree is recycled time and again.
// Measured with 20,000 simulations: 0.936 over 8 seeds. The threshold is 0.917.
TEST(SolvedConnectFour, AQuarterOfTheMemoryCostsLittle) {
  const auto positions = read_solved();
  SearchParams small = plain_search();
  constexpr std::uint64_t sims = 30'000;
  const auto usual = search(ConnectFour{}, positions[0].state, {.sims = sims}, small);
  small.memory = Bytes{usual.bytes / 4};
  EXPECT_LE(search(ConnectFour{}, positions[0].state, {.sims = sims}, small).bytes, usual.bytes / 3);
  const double share = (share_kept(positions, small, sims, 1) + share_kept(positions, small, sims, 2)) / 2;
  RecordProperty("share", std::to_string(share));
  EXPECT_GE(share, 0.936 - allowance(2, 8));
}

}  // namespace
}  // namespace banyan
