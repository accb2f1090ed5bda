// Random agents on all games: whatever the options, what a search reports must make sense. A bounded number
// of fixed seeds; with sanitizers, this is where everything is on at once.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include <banyan/agent/specs.hpp>
#include <banyan/session/built_in.hpp>

namespace banyan {
namespace {

// Values to try for options that are numbers. Options that are names or yes or no say themselves what there
// is, so that new ones are tried too.
std::vector<std::string> values_of(const FieldInfo& field) {
  if (field.name == "sims") return {"1", "2", "37", "300", "1500"};
  if (field.name == "c") return {"0", "0.3", "1.4", "20"};
  if (field.name == "ref") return {"0", "5", "50"};
  if (field.name == "epoch") return {"0", "", "0.1", "1"};
  if (field.name == "fpu") return {"", "0", "0.6", "2"};
  if (field.name == "depth") return {"", "", "0", "4"};
  if (field.name == "max_moves") return {"", "", "1", "6"};
  if (field.name == "temperature") return {"0", "1"};
  if (field.name == "threads") return {"1", "2", "4"};
  if (field.name == "memory") return {"1MB", "1MB", "64MB"};
  if (field.expected == "true or false") return {"true", "false"};
  if (field.expected.starts_with("one of ")) {
    std::istringstream words(field.expected.substr(7));
    std::vector<std::string> names;
    for (std::string name; words >> name;) names.push_back(name);
    return names;
  }
  return {""};  // not given
}

using Options = std::vector<std::pair<std::string, std::string>>;

Options draw_options(Random& random) {
  Options options;
  for (const FieldInfo& field : describe_fields(UctParams{})) {
    const auto values = values_of(field);
    const std::string& value = values[random.below(values.size())];
    if (!value.empty()) options.emplace_back(field.name, value);
  }
  return options;
}

// Options that go together, and with the game.
Options random_options(Random& random, const AnyGame& game) {
  while (true)
    if (Options options = draw_options(random); game.make_agent({"uct", options}, 1)) return options;
}

const std::string* option(const Options& options, const std::string& name) {
  for (const auto& [key, value] : options)
    if (key == name) return &value;
  return nullptr;
}

void expect_values_make_sense(const Analysis& analysis, bool win_draw_loss) {
  for (const auto& move : analysis.moves) {
    const bool is_proven = move.bounds && move.bounds->proven();
    if (is_proven) {
      EXPECT_EQ(move.value, move.bounds->low);
    } else {
      EXPECT_TRUE(move.value == move.mean || move.visits == 0);
    }
    if (move.visits == 0) {
      EXPECT_TRUE(std::isnan(move.mean));
      EXPECT_TRUE(is_proven || std::isnan(move.value));
      continue;
    }
    EXPECT_TRUE(std::isfinite(move.value));
    EXPECT_TRUE(!win_draw_loss || std::abs(move.value) <= 1) << move.value;
    if (!std::isnan(move.low)) {
      EXPECT_LE(move.low, move.mean + 1e-9);
      EXPECT_GE(move.high, move.mean - 1e-9);
    }
    EXPECT_TRUE(!move.bounds || move.bounds->low <= move.bounds->high);
  }
  for (std::size_t i = 1; i < analysis.moves.size(); ++i)
    EXPECT_GE(analysis.moves[i - 1].visits, analysis.moves[i].visits);
}

// Every visit is there. A simulation that expands a whole root visits none of its moves: one a tree, or, when
// several threads find it untouched at once, one a thread. Where threads share positions, simulations that
// find the last move of the root proven by another thread visit none either, until that thread has proven the
// root.
void expect_visits_add_up(const Analysis& analysis, const Options& options) {
  std::uint64_t visits = 0;
  for (const auto& move : analysis.moves) visits += move.visits;
  constexpr std::uint64_t most_trees = 4;
  const std::uint64_t missing =
      *option(options, "expand") == "all" ? std::max<std::uint64_t>(most_trees, analysis.threads) : 0;
  const bool may_find_it_proven = *option(options, "transpositions") == "true" &&
                                  *option(options, "solver") == "true" && analysis.threads > 1;
  if (!may_find_it_proven) {
    EXPECT_GE(visits + missing, analysis.simulations);
  }
  EXPECT_TRUE(*option(options, "reuse") == "true" || visits <= analysis.simulations);
}

void expect_limits_kept(const Analysis& analysis, const Options& options) {
  EXPECT_LE(analysis.simulations, std::stoull(*option(options, "sims")));
  EXPECT_LE(analysis.bytes, parse_value<Bytes>(*option(options, "memory"))->count);
  EXPECT_EQ(analysis.threads, std::stoul(*option(options, "threads")));
}

// The best move is legal, and so is every move of the line after it.
void expect_line_playable(const Analysis& analysis, const Position& position) {
  ASSERT_TRUE(analysis.best);
  const auto walk = position.clone();
  EXPECT_TRUE(position.clone()->play(*analysis.best)) << *analysis.best;
  for (const auto& move : analysis.line) ASSERT_TRUE(walk->play(move)) << move;
}

void play_some_moves(const AnyGame& game, const Options& options, std::uint64_t seed) {
  auto agent = game.make_agent({"uct", options}, seed);
  ASSERT_TRUE(agent) << agent.error().message;
  Random random(seed);
  const auto position = game.start();
  const auto play_on = [&](const std::string& move) {
    const auto before = position->clone();
    ASSERT_TRUE(position->play(move)) << move;
    (*agent)->observe(*before, move);
  };
  for (std::uint64_t skip = random.below(8); skip > 0 && position->player(); --skip)
    position->play_random(random);
  for (int i = 0; i < 3 && position->player(); ++i) {
    while (position->player() == chance_player) play_on(position->clone()->play_random(random));
    if (!position->player()) break;
    const Analysis analysis = i == 0 ? (*agent)->analyze(*position, {}) : (*agent)->choose(*position, {});
    if (analysis.stopped_by != "single_move") {
      expect_values_make_sense(analysis, game.info().win_draw_loss);
      expect_visits_add_up(analysis, options);
      expect_limits_kept(analysis, options);
    }
    expect_line_playable(analysis, *position);
    play_on(*analysis.best);
  }
}

class Stress : public testing::TestWithParam<const char*> {};

TEST_P(Stress, WhateverTheOptions) {
  const auto game = built_in_games().make(GetParam());
  ASSERT_TRUE(game) << game.error().message;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    const Options options = random_options(random, **game);
    std::string text = "seed " + std::to_string(seed);
    for (const auto& [key, value] : options) text.append(",").append(key).append("=").append(value);
    SCOPED_TRACE(text);
    play_some_moves(**game, options, seed);
    if (HasFailure()) return;
  }
}

std::vector<const char*> stressed_games() {
  return {"tictactoe",
          "connect4",
          "gomoku:width=6,height=7,line=4",
          "gomoku:width=11,height=11",
          "othello",
          "nim",
          "nim:heaps=9/8/7,players=3,misere=true",
          "pig",
          "pig:goal=12,turns=6"};
}

INSTANTIATE_TEST_SUITE_P(AllGames, Stress, testing::ValuesIn(stressed_games()));

}  // namespace
}  // namespace banyan
