// The agent `flat`: it spends its budget exactly, sees what one move can win, and tells the truth about it.
#include <gtest/gtest.h>

#include <banyan/agent/make.hpp>
#include <banyan/games/nim.hpp>
#include <banyan/games/pig.hpp>
#include <banyan/games/tictactoe.hpp>

namespace banyan {
namespace {

template <Game G>
SearchResult<MoveOf<G>> analyze(const G& game, const StateOf<G>& state, std::string_view spec,
                                std::uint64_t seed = 1) {
  const auto agent = make_agent(game, parse_spec(spec).value(), seed);
  EXPECT_TRUE(agent) << agent.error().message;
  return (*agent)->analyze(state, {});
}

template <Game G>
StateOf<G> after(const G& game, std::initializer_list<std::string_view> moves) {
  StateOf<G> state = game.start();
  for (const std::string_view text : moves) game.apply(state, game.parse_move(state, text).value());
  return state;
}

TEST(Flat, SpendsItsSimulationsAndReportsThem) {
  const TicTacToe game;
  const auto result = analyze(game, game.start(), "flat:sims=1000");
  EXPECT_EQ(result.simulations, 1000U);
  EXPECT_EQ(result.stopped_by, StopReason::sims);
  std::uint64_t visits = 0;
  for (std::size_t i = 0; i < result.moves.size(); ++i) {
    const auto& move = result.moves[i];
    visits += move.visits;
    EXPECT_LE(move.low, move.value);
    EXPECT_GE(move.high, move.value);
    EXPECT_GE(result.moves[i == 0 ? 0 : i - 1].visits, move.visits);
  }
  EXPECT_EQ(visits, 1000U);
  EXPECT_EQ(result.moves.size(), 9U);
  EXPECT_EQ(result.best, result.moves[0].move);
}

TEST(Flat, IsTheSameFromTheSameSeed) {
  const TicTacToe game;
  const auto a = analyze(game, game.start(), "flat:sims=500", 7);
  const auto b = analyze(game, game.start(), "flat:sims=500", 7);
  for (std::size_t i = 0; i < a.moves.size(); ++i) {
    EXPECT_EQ(a.moves[i].move, b.moves[i].move);
    EXPECT_EQ(a.moves[i].value, b.moves[i].value);
  }
}

TEST(Flat, TakesAWinAtHand) {
  const TicTacToe game;
  const auto state = after(game, {"a1", "b1", "a2", "b2"});
  const auto result = analyze(game, state, "flat:sims=300");
  EXPECT_EQ(game.print_move(state, *result.best), "a3");
  EXPECT_EQ(result.value, 1);
}

// The mean of random games from a move is known exactly by counting all of them: the interval holds it.
double mean_of_random_games(const TicTacToe& game, const TicTacToe::State& state, Player player) {
  if (const auto outcome = game.outcome(state)) return (*outcome)[static_cast<std::size_t>(player)];
  MoveListOf<TicTacToe> moves;
  game.legal_moves(state, moves);
  double sum = 0;
  for (const auto& move : moves) {
    auto next = state;
    game.apply(next, move);
    sum += mean_of_random_games(game, next, player);
  }
  return sum / static_cast<double>(moves.size());
}

// Six standard errors of a return in [-1,1] around the exact mean: missing one of five has probability <
// 10^-7.
TEST(Flat, ItsValuesAreTheMeansOfRandomGames) {
  const TicTacToe game;
  const auto state = after(game, {"b2", "a1", "c1", "a3"});
  for (const auto& move : analyze(game, state, "flat:sims=50000,c=10").moves) {
    auto next = state;
    game.apply(next, move.move);
    const double exact = mean_of_random_games(game, next, game.current_player(state));
    EXPECT_NEAR(move.value, exact, 6 / std::sqrt(static_cast<double>(move.visits)));
  }
}

TEST(Flat, PlaysWithChanceAndManyPlayers) {
  const Pig pig;
  const auto rolls = analyze(pig, pig.start(), "flat:sims=2000");
  EXPECT_EQ(rolls.simulations, 2000U);
  const auto nim = Nim({.heaps = {3, 4, 5}, .players = 3});
  EXPECT_EQ(analyze(nim, nim.start(), "flat:sims=500,scale=none").simulations, 500U);
}

TEST(Flat, StopsWhenAsked) {
  const TicTacToe game;
  const auto agent = make_agent(game, parse_spec("flat:time=1h").value(), 1);
  ASSERT_TRUE(agent);
  std::stop_source stop;
  const auto result =
      (*agent)->analyze(game.start(), {stop.get_token(), [&](const auto&) { stop.request_stop(); }});
  EXPECT_EQ(result.stopped_by, StopReason::interrupted);
  EXPECT_GT(result.simulations, 0U);
}

TEST(Flat, AnswersAtOnceWhereThereIsOneMove) {
  const TicTacToe game;
  const auto state = after(game, {"a1", "b1", "c1", "a2", "b2", "a3", "c2", "c3"});
  const auto agent = make_agent(game, parse_spec("flat:time=1h").value(), 1);
  ASSERT_TRUE(agent);
  EXPECT_EQ((*agent)->choose(state, {}).stopped_by, StopReason::single_move);
}

TEST(Agents, SayWhatIsWrongWithASpec) {
  EXPECT_NE(
      canonical_agent_spec(parse_spec("falt").value()).error().message.find("there are: random flat uct"),
      std::string::npos);
  EXPECT_FALSE(canonical_agent_spec(parse_spec("flat:threads=2").value()));
  EXPECT_EQ(canonical_agent_spec(parse_spec("flat:sims=1e3,c=1.4").value()).value(), "flat:sims=1000");
}

}  // namespace
}  // namespace banyan
