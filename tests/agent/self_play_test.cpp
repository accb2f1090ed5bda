// Games against oneself: the same seed and number give the same game, and what is noted fits what was played.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <sstream>
#include <string>

#include <banyan/agent/self_play.hpp>
#include <banyan/games/breakthrough.hpp>
#include <banyan/games/checkers.hpp>
#include <banyan/games/chess.hpp>
#include <banyan/games/connect4.hpp>
#include <banyan/games/go.hpp>
#include <banyan/games/hex.hpp>
#include <banyan/games/othello.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/games/xiangqi.hpp>
#include <banyan/nn/networks.hpp>

namespace banyan {
namespace {

template <NetPlayable G>
SharedNet some_network(const G& game) {
  return prepare_net(random_network(shape_for(game.encoding(), 1, 8), 1));
}

const SelfPlayParams quick{.sims = 20, .fast_sims = 5};

TEST(SelfPlay, FollowsFromSeedAndNumber) {
  const ConnectFour game;
  const SelfPlayerOf<ConnectFour> player(game);
  const auto network = some_network(game);
  const auto once = player.play({.network = network, .params = quick, .seed = 1, .number = 5});
  const auto again = player.play({.network = network, .params = quick, .seed = 1, .number = 5});
  EXPECT_EQ(once.moves, again.moves);
  EXPECT_EQ(once.samples, again.samples);
  EXPECT_NE(once.samples, player.play({.network = network, .params = quick, .seed = 1, .number = 6}).samples);
  EXPECT_NE(once.samples, player.play({.network = network, .params = quick, .seed = 2, .number = 5}).samples);
}

// Policies add up where they are to be learned, values are those of the end for who was to move, planes are
// bits.
template <NetPlayable G>
void expect_sound_samples(const G& game, std::uint64_t number) {
  SelfPlayParams params = quick;
  params.search_share = 0;
  const auto played = SelfPlayerOf<G>(game).play(
      {.network = some_network(game), .params = params, .seed = 3, .number = number});
  const SampleShape shape = sample_shape(game.encoding());
  ASSERT_EQ(played.samples.size() % shape.bytes(), 0U);
  ASSERT_GT(played.samples.size(), 0U);
  for (std::size_t at = 0; at < played.samples.size(); at += shape.bytes()) {
    const char* sample = played.samples.data() + at;
    for (std::size_t i = 0; i < shape.inputs; ++i) ASSERT_TRUE(sample[i] == 0 || sample[i] == 1);
    double total = 0;
    for (std::size_t i = 0; i < shape.outputs; ++i) {
      std::uint16_t share = 0;
      std::memcpy(&share, sample + shape.inputs + 2 * i, sizeof(share));
      total += share;
    }
    std::array<float, 3> numbers{};
    std::memcpy(numbers.data(), sample + shape.numbers_at(), sizeof(numbers));
    EXPECT_TRUE(numbers[0] == 0 || numbers[0] == 1);
    if (numbers[0] == 1) {
      EXPECT_NEAR(total, 65535, static_cast<double>(shape.outputs));
    }
    EXPECT_EQ(std::abs(numbers[1]), std::abs(played.outcome));
    EXPECT_EQ(numbers[2], played.outcome == 0 ? 1 : 0);
  }
}

TEST(SelfPlay, SamplesAreSound) {
  for (std::uint64_t number = 0; number < 10; ++number) {
    expect_sound_samples(TicTacToe{}, number);
    expect_sound_samples(ConnectFour{}, number);
  }
  expect_sound_samples(Othello{}, 1);
  expect_sound_samples(Go({.size = 5}), 1);
  expect_sound_samples(Hex({.size = 5}), 1);
  expect_sound_samples(Breakthrough{}, 1);
  expect_sound_samples(Checkers{}, 1);
  expect_sound_samples(Chess{}, 1);
  expect_sound_samples(Xiangqi{}, 1);
}

// Whoever is said to give up below a value above all others does so at the first move, but for the games that
// are played to their end to check; these tell how low a player was who did not lose.
TEST(SelfPlay, GivesUpButForGamesThatAreToBeSeen) {
  const ConnectFour game;
  const SelfPlayerOf<ConnectFour> player(game);
  const auto network = some_network(game);
  SelfPlayParams params = quick;
  params.opening = 0;
  params.resign = 0.05;
  constexpr double always = 2;
  constexpr int games = 300;
  int seen = 0;
  for (std::uint64_t number = 0; number < games; ++number) {
    const auto played =
        player.play({.network = network, .params = params, .number = number, .resign_below = always});
    EXPECT_EQ(played.comeback.has_value(), !played.resigned);
    if (played.resigned) {
      EXPECT_EQ(played.plies, 0U);
      EXPECT_EQ(played.outcome, -1);
      continue;
    }
    ++seen;
    EXPECT_GE(*played.comeback, -1);
    EXPECT_LE(*played.comeback, 1);
    EXPECT_TRUE(played.proven || played.plies >= 7) << "nobody has four stones before the seventh move";
  }
  // Each with probability 0.1: outside of that by chance once in 10^5 seeds; this one is fixed.
  EXPECT_GT(seen, 8);
  EXPECT_LT(seen, 55);
  params.resign = 0;
  EXPECT_FALSE(player.play({.network = network, .params = params, .seed = 1, .number = 1}).comeback);
}

// Games that go on after a proof end on the board, as was proven; the others end at the proof.
TEST(SelfPlay, ShowsHowAProvenResultIsBroughtAbout) {
  const ConnectFour game;
  const SelfPlayerOf<ConnectFour> player(game);
  const auto network = some_network(game);
  const auto play = [&](double finish_share, std::uint64_t number) {
    SelfPlayParams params = quick;
    params.finish_share = finish_share;
    return player.play({.network = network, .params = params, .seed = 4, .number = number});
  };
  const auto position_after = [&](const std::string& moves) {
    auto state = game.start();
    std::istringstream words(moves);
    for (std::string word; words >> word;) game.apply(state, *game.parse_move(state, word));
    return state;
  };
  int unfinished = 0;
  for (std::uint64_t number = 0; number < 20; ++number) {
    const auto finished = play(1, number);
    const auto outcome = game.outcome(position_after(finished.moves));
    ASSERT_TRUE(outcome) << finished.moves;
    EXPECT_EQ((*outcome)[0], finished.outcome) << finished.moves;
    const auto ended = play(0, number);
    if (!game.outcome(position_after(ended.moves))) {
      ++unfinished;
      EXPECT_TRUE(ended.proven);
    }
  }
  EXPECT_GT(unfinished, 10);  // nearly all: a win is seen before it is there
}

TEST(SelfPlay, SymmetriesArePermutations) {
  constexpr std::size_t entries = 64 + 1;  // the cells and one plane of moves
  const auto table = SelfPlayerOf<Othello>(Othello{}).symmetries();
  ASSERT_EQ(table.size(), 8U * entries);
  for (std::size_t symmetry = 0; symmetry < 8; ++symmetry) {
    std::vector<bool> reached(64);
    for (std::size_t cell = 0; cell < 64; ++cell) reached[table[symmetry * entries + cell]] = true;
    EXPECT_EQ(std::count(reached.begin(), reached.end(), true), 64);
    EXPECT_EQ(table[symmetry * entries + 64], 0);
  }
}

}  // namespace
}  // namespace banyan
