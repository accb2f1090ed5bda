// Options out of their ranges: every search that is given one answers with an error that names it.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include <banyan/games/tictactoe.hpp>
#include <banyan/search/forest.hpp>

namespace banyan {
namespace {

void expect_refused(const SearchParams& params, const std::string& what, const Guide<TicTacToe>& guide = {}) {
  Searcher<TicTacToe> searcher({}, params, 1, guide);
  EXPECT_NE(searcher.problem().find(what), std::string::npos) << searcher.problem();
  const auto one = searcher.run({.sims = 10});
  EXPECT_EQ(one.error, searcher.problem());
  EXPECT_EQ(one.stopped_by, StopReason::fault);
  EXPECT_EQ(one.simulations, 0U);
  Forest<TicTacToe> forest({}, params, 1, guide);
  EXPECT_EQ(forest.run({.sims = 10}, false, {}, {}).error, searcher.problem());
}

TEST(Options, OutOfTheirRangesAreNamedWithIt) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  expect_refused({.threads = 0}, "threads: '0' is not a whole number from 1 to 256");
  expect_refused({.threads = 257}, "threads: '257'");
  expect_refused({.threads = 0, .parallel = Parallel::root}, "threads: '0'");
  expect_refused({.threads = 0, .deterministic = true}, "threads: '0'");
  expect_refused({.c = nan}, "c: 'nan' is not a number, at least 0");
  expect_refused({.c = infinity}, "c: 'inf'");
  expect_refused({.c = -1}, "c: '-1'");
  expect_refused({.fpu = nan}, "fpu: 'nan'");
  expect_refused({.discount = 1.5}, "discount: '1.5'");
  expect_refused({.max_moves = 0}, "max_moves: '0'");
  expect_refused({.epoch = nan}, "epoch: 'nan'");
  expect_refused({.choose = static_cast<FinalChoice>(77)}, "choose: '77' is not one of visits");
  expect_refused({.memory = Bytes{0}}, "memory: '0B' is not a size");
}

// What help and docs/reference.md say of an option is all there is to read about its alternatives.
TEST(Options, SayWhatEachAlternativeDoes) {
  for (const FieldInfo& field : describe_fields(SearchParams{})) {
    if (field.name == "rule") {
      for (const Rule& rule : Rule::all())
        EXPECT_NE(field.help.find(std::string(rule.name()) + " = "), std::string::npos) << field.help;
    } else if (field.name == "playout") {
      for (const std::string_view name : enum_names<Playout>)
        EXPECT_NE(field.help.find(std::string(name) + " = "), std::string::npos) << field.help;
    }
  }
}

struct Second {
  static constexpr Playout number = Playout::game;
  static constexpr std::string_view name = "second";
  static constexpr std::string_view help = "stands where its number is";
};
static_assert(Alternatives<UniformPlayout, Second>::in_order());
static_assert(!Alternatives<Second, UniformPlayout>::in_order() &&
              !Alternatives<UniformPlayout, ExpertPlayout>::in_order());

TEST(Options, OfAGuideAreCheckedToo) {
  const auto none = [] { return std::unique_ptr<Evaluator<TicTacToe>>(); };
  expect_refused({}, "leaves: '0'", {.make_evaluator = none, .has_priors = true, .params = {.leaves = 0}});
  expect_refused({}, "noise: '2'", {.make_evaluator = none, .has_priors = true, .params = {.noise = 2}});
}

TEST(Options, OfLimitsAreCheckedToo) {
  Searcher<TicTacToe> searcher({}, {}, 1);
  Forest<TicTacToe> forest({}, {}, 1);
  const auto expect_named = [&](const SearchLimits& limits, const std::string& what) {
    EXPECT_NE(searcher.run(limits).error.find(what), std::string::npos) << searcher.run(limits).error;
    EXPECT_NE(forest.run(limits, false, {}, {}).error.find(what), std::string::npos);
  };
  expect_named({.sims = 0}, "sims: '0'");
  expect_named({.time = Duration{-1}}, "time: '-1000ms' is not a duration");
  expect_named({.time = Duration{std::nan("")}}, "time");
  expect_named({.nodes = 0}, "nodes: '0'");
  EXPECT_EQ(searcher.run({.sims = 1}).error, "");
}

TEST(Options, ThatAreRightAreNotComplainedAbout) {
  EXPECT_EQ(problem_of_fields(SearchParams{}), "");
  EXPECT_EQ(problem_of_fields(PuctParams{}), "");
  EXPECT_EQ(problem_of_fields(SearchLimits{}), "");
}

// More threads than there is memory for.
TEST(Options, MemoryForSoManyThreadsIsSaid) {
  expect_refused({.threads = 256, .memory = Bytes{1'000'000}}, "memory: '1MB' is too little");
  const SearchParams many_trees{.threads = 256, .parallel = Parallel::root, .memory = Bytes{1'000'000}};
  Forest<TicTacToe> forest({}, many_trees, 1);
  EXPECT_NE(forest.problem().find("memory: '1MB' is too little"), std::string::npos) << forest.problem();
  EXPECT_EQ(forest.run({.sims = 10}, false, {}, {}).error, forest.problem());
}

}  // namespace
}  // namespace banyan
