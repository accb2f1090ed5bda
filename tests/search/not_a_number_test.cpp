// What a game or a rule of one's own says of moves in numbers that are none. A move with such a number would
// never be chosen, and the search would report the rest as if nothing had been.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <banyan/games/connect4.hpp>
#include <banyan/games/pig.hpp>
#include <banyan/search/searcher.hpp>

#include "toy_games.hpp"

namespace banyan {
namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

// Who has heard three words of three wins or loses by chance; the heuristic and the weights are as they are
// told to be, from the second move on or from the first.
struct Guessing : toy::Endless {
  float hint = 0;
  float weight = 0.25F;
  std::uint32_t from = 0;

  [[nodiscard]] static std::array<double, 2> of(double value) { return {value, -value}; }
  [[nodiscard]] std::array<double, 2> heuristic(const State& state) const {
    return of(state.played > from ? hint : 0);
  }
  [[nodiscard]] static Prospect prospect(const State& /*state*/) { return Prospect::open; }
  Prospect candidate_moves(const State& state, CandidateListOf<Guessing>& moves) const {
    moves.push_back({0, 0.5F});
    moves.push_back({1, state.played >= from ? weight : 0.5F});
    return Prospect::open;
  }
};
static_assert(HasHeuristic<Guessing> && HasCandidates<Guessing>);

template <class Move>
void expect_fault(const SearchResult<Move>& result, std::string_view words) {
  EXPECT_EQ(result.stopped_by, StopReason::fault);
  EXPECT_NE(result.error.find(words), std::string::npos) << "'" << result.error << "' says no: " << words;
}

TEST(NotANumber, FromAHeuristic) {
  for (const std::uint32_t from : {0U, 2U}) {
    Guessing game;
    game.hint = not_a_number;
    game.from = from;
    Searcher<Guessing> searcher(game, {.heuristic_weight = 1}, 1);
    expect_fault(searcher.run({.sims = 500}), "heuristic() make a move worth nan");
  }
}

TEST(NotANumber, FromWeightsOfCandidates) {
  for (const float weight : {not_a_number, -1.0F})
    for (const std::uint32_t from : {0U, 2U}) {
      Guessing game;
      game.weight = weight;
      game.from = from;
      Searcher<Guessing> searcher(game, {}, 1);
      expect_fault(searcher.run({.sims = 500}), "candidate_moves() gives a move the weight");
    }
  EXPECT_EQ(search(Guessing{}, Guessing{}.start(), {.sims = 500}).error, "");
}

// A rule that has no number for some children, or for all.
template <int Lanes>
struct Speechless {
  static constexpr std::string_view name = "speechless";
  static constexpr std::string_view help = "the mean, and no number in some lanes";
  explicit Speechless(const NodeFacts& /*node*/) {}
  Float4 operator()(const Arms& arms) const {
    Float4::Vector index = (arms.sum / arms.n).vector();
    for (int lane = 0; lane < Lanes; ++lane) index[lane] = not_a_number;
    return Float4(index);
  }
};

template <int Lanes>
void expect_told(SearchParams params) {
  params.rule = Rule::of<Speechless<Lanes>>();
  Searcher<ConnectFour> searcher(ConnectFour{}, params, 1);
  expect_fault(searcher.run({.sims = 500}), "'speechless' gives a child an index that is not a number");
}

// With the solver and several threads such a search used to go on for ever.
TEST(NotANumber, FromARuleOfOnesOwn) {
  for (const bool solver : {false, true})
    for (const std::uint32_t threads : {1U, 2U}) {
      const SearchParams params{.solver = solver, .threads = threads};
      expect_told<1>(params);
      expect_told<4>(params);
    }
  expect_told<1>({.transpositions = true});
}

TEST(NotANumber, FromARuleOfOnesOwnInAnOpenLoopTree) {
  SearchParams params{.chance = ChanceNodes::open};
  params.rule = Rule::of<Speechless<4>>();
  Searcher<Pig> searcher(Pig{}, params, 1);
  expect_fault(searcher.run({.sims = 500}), "gives a child an index that is not a number");
}

// An exploration weight is any number: from some size on it is all that counts.
TEST(NotANumber, NeverFromALargeWeight) {
  for (const double c : {1e29, 1e35, 1e300}) {
    const auto result = search(ConnectFour{}, ConnectFour{}.start(), {.sims = 700}, {.c = c});
    EXPECT_EQ(result.error, "");
    for (const auto& move : result.moves) EXPECT_EQ(move.visits, 100U) << "all explored alike";
  }
}

}  // namespace
}  // namespace banyan
