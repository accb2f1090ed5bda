// The conformance check passes a sound game of five functions, and each of its rules can fail: for every
// one there is a game with just that fault.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include <banyan/games/nim.hpp>
#include <banyan/games/pig.hpp>

#include "expect_broken.hpp"

namespace banyan {
namespace {

// The least a game can be: count down from ten by one, two or three; who says 0 wins.
struct Countdown {
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = 3;
  using Move = int;
  struct State {
    int left = 10;
    int player = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  [[nodiscard]] State start() const { return {}; }
  [[nodiscard]] Player current_player(const State& state) const { return state.player; }
  void legal_moves(const State& state, FixedList<Move, 3>& moves) const {
    for (int take = 1; take <= std::min(3, state.left); ++take) moves.push_back(take);
  }
  void apply(State& state, Move take) const {
    state.left -= take;
    state.player ^= 1;
  }
  [[nodiscard]] std::optional<std::array<double, 2>> outcome(const State& state) const {
    if (state.left > 0) return std::nullopt;
    return win_for(state.player ^ 1);
  }
};

TEST(ConformanceRules, FiveFunctionsAreEnough) {
  const auto report = check_conformance(Countdown{}, {.games = 20});
  EXPECT_TRUE(report.ok()) << report.text();
  EXPECT_EQ(report.games, 20U);
  EXPECT_GE(report.positions, 20U * 5);   // a game has four moves at least
  EXPECT_LE(report.positions, 20U * 11);  // and ten at most
}

struct OneListedTwice : Countdown {
  void legal_moves(const State& state, FixedList<Move, 3>& moves) const {
    Countdown::legal_moves(state, moves);
    if (state.left == 2) moves.push_back(1);
  }
};
TEST(ConformanceRules, MovesAreListedOnce) {
  const auto report = check_conformance(OneListedTwice{});
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.problems[0].rule, "a move is listed once");
  EXPECT_NE(report.problems[0].what.find("'1'"), std::string::npos);
  EXPECT_NE(report.problems[0].where.find("after the moves"), std::string::npos);
  EXPECT_GT(report.problems[0].times, 1U);
  EXPECT_NE(report.text().find("a move is listed once"), std::string::npos);
}

struct AnotherStartEachTime : Countdown {
  mutable int calls = 0;
  [[nodiscard]] State start() const { return {.left = 10 + calls++ % 2}; }
};
TEST(ConformanceRules, StartIsTheSame) {
  expect_broken(AnotherStartEachTime{}, "start() always gives the same state");
}

struct TooManyPlayers : Countdown {
  [[nodiscard]] int players() const { return 3; }
};
TEST(ConformanceRules, PlayersFit) { expect_broken(TooManyPlayers{}, "there are 1 to max_players players"); }

struct PlayerTwo : Countdown {
  [[nodiscard]] Player current_player(const State& state) const { return state.player * 2; }
};
TEST(ConformanceRules, PlayerIsInRange) {
  expect_broken(PlayerTwo{}, "current_player() is 0 … players-1 or chance_player");
}

struct ChanceWithoutOutcomes : Countdown {
  [[nodiscard]] Player current_player(const State& state) const {
    return state.left == 5 ? chance_player : 0;
  }
};
TEST(ConformanceRules, ChanceHasOutcomes) {
  expect_broken(ChanceWithoutOutcomes{}, "chance needs chance_outcomes()");
}

struct NoMoveAtFour : Countdown {
  void legal_moves(const State& state, FixedList<Move, 3>& moves) const {
    if (state.left != 4) Countdown::legal_moves(state, moves);
  }
};
TEST(ConformanceRules, ThereIsAMove) { expect_broken(NoMoveAtFour{}, "who is to move has a move"); }

struct MovesChange : Countdown {
  mutable unsigned calls = 0;
  void legal_moves(const State& state, FixedList<Move, 3>& moves) const {
    Countdown::legal_moves(state, moves);
    if (++calls % 2 == 0 && moves.size() > 1) moves.pop_back();
  }
};
TEST(ConformanceRules, MovesStay) { expect_broken(MovesChange{}, "the same state always looks the same"); }

struct Undecided : Countdown {
  mutable unsigned calls = 0;
  void apply(State& state, Move take) const {
    Countdown::apply(state, take);
    if (++calls % 2 == 0 && state.left > 0) --state.left;
  }
};
TEST(ConformanceRules, MovesDoTheSame) {
  expect_broken(Undecided{}, "the same move in the same state always does the same");
}

// A state that only points to its content copies as bytes, but all its copies share the content.
struct SharedContent {
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = 3;
  using Move = int;
  struct State {
    int* left = nullptr;
    friend bool operator==(const State& a, const State& b) { return *a.left == *b.left; }
  };
  [[nodiscard]] State start() const {
    static int content = 0;
    content = 1000;
    return {&content};
  }
  [[nodiscard]] Player current_player(const State& state) const { return *state.left & 1; }
  void legal_moves(const State& state, FixedList<Move, 3>& moves) const {
    for (int take = 1; take <= std::min(3, *state.left); ++take) moves.push_back(take);
  }
  void apply(State& state, Move take) const { *state.left -= take; }
  [[nodiscard]] std::optional<std::array<double, 2>> outcome(const State& state) const {
    return *state.left > 0 ? std::nullopt : std::optional(win_for(0));
  }
};
TEST(ConformanceRules, ApplyLeavesOtherCopiesAlone) {
  expect_broken(SharedContent{}, "apply() changes only the state it is given");
}

struct NeverEnds : Countdown {
  void apply(State& state, Move /*take*/) const { state.player ^= 1; }
};
TEST(ConformanceRules, GamesEnd) {
  expect_broken(NeverEnds{}, "every game ends", {.games = 1, .longest_game = 1000});
}

struct LongerThanSaid : Countdown {
  [[nodiscard]] std::size_t max_moves() const { return 5; }  // ten single steps are possible
};
TEST(ConformanceRules, GamesEndAsDeclared) {
  expect_broken(LongerThanSaid{}, "every game ends within max_moves()");
}

struct NotANumber : Countdown {
  [[nodiscard]] std::optional<std::array<double, 2>> outcome(const State& state) const {
    auto rewards = Countdown::outcome(state);
    if (rewards) (*rewards)[1] = std::numeric_limits<double>::quiet_NaN();
    return rewards;
  }
};
TEST(ConformanceRules, RewardsAreFinite) { expect_broken(NotANumber{}, "rewards are finite"); }

struct PaysInfinity : Countdown {
  std::array<double, 2> apply(State& state, Move take) const {
    Countdown::apply(state, take);
    return {take == 3 ? std::numeric_limits<double>::infinity() : 0.0, 0.0};
  }
};
TEST(ConformanceRules, StepRewardsAreFinite) { expect_broken(PaysInfinity{}, "rewards are finite"); }

struct RangeUpsideDown : Countdown {
  static constexpr RewardRange reward_range{1, -1};
};
TEST(ConformanceRules, RangeIsARange) {
  expect_broken(RangeUpsideDown{}, "reward_range goes from low to high");
}

struct RangeChanges : Countdown {
  RewardRange reward_range() const { return {-1, calls++ % 2 == 0 ? 1.0 : 2.0}; }
  mutable int calls = 0;
};
TEST(ConformanceRules, ARangeByParametersStaysTheSame) {
  expect_broken(RangeChanges{}, "reward_range() always gives the same range");
}

struct NarrowByParameters : Countdown {
  static RewardRange reward_range() { return {-0.5, 0.5}; }
};
TEST(ConformanceRules, ReturnsStayInARangeByParameters) {
  expect_broken(NarrowByParameters{}, "returns stay within reward_range");
}

struct FewerMovesThanListed : Countdown {
  static std::size_t legal_limit() { return max_legal - 1; }
};
TEST(ConformanceRules, ListsStayWithinTheLegalLimit) {
  expect_broken(FewerMovesThanListed{}, "no list is longer than legal_limit()");
}
struct MoreMovesThanRoom : Countdown {
  static std::size_t legal_limit() { return max_legal + 1; }
};
TEST(ConformanceRules, TheLegalLimitIsAtMostMaxLegal) {
  expect_broken(MoreMovesThanRoom{}, "legal_limit() is 1 to max_legal");
}

// The rewards on the way lead out of a range that the outcome alone would keep.
struct PaysOnTheWay : Countdown {
  static constexpr RewardRange reward_range{-1, 1};
  std::array<double, 2> apply(State& state, Move take) const {
    Countdown::apply(state, take);
    return {0.5, 0};
  }
};
TEST(ConformanceRules, ReturnsStayInRange) {
  expect_broken(PaysOnTheWay{}, "returns stay within reward_range");
}

constexpr std::string_view win_draw_loss_rule = "with win_draw_loss, returns are -1, 0 or 1 and add up to 0";

struct BothWin : Countdown {
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;
  [[nodiscard]] std::optional<std::array<double, 2>> outcome(const State& state) const {
    if (state.left > 0) return std::nullopt;
    return std::array<double, 2>{1, 1};
  }
};
TEST(ConformanceRules, OneWinsOneLoses) { expect_broken(BothWin{}, win_draw_loss_rule); }

struct HalfWin : BothWin {
  [[nodiscard]] std::optional<std::array<double, 2>> outcome(const State& state) const {
    if (state.left > 0) return std::nullopt;
    return std::array<double, 2>{0.5, -0.5};
  }
};
TEST(ConformanceRules, NoHalfWins) { expect_broken(HalfWin{}, win_draw_loss_rule); }

struct SixCanWin : Nim {
  static constexpr bool win_draw_loss = true;
};
TEST(ConformanceRules, WinDrawLossIsForTwo) {
  expect_broken(SixCanWin{}, "win_draw_loss is for two players");
}

struct PaysEmptySeats : Nim {
  [[nodiscard]] std::optional<std::array<double, max_players>> outcome(const State& state) const {
    auto rewards = Nim::outcome(state);
    if (rewards) (*rewards)[5] = 1;
    return rewards;
  }
};
TEST(ConformanceRules, EmptySeatsGetNothing) { expect_broken(PaysEmptySeats{}, "empty seats are paid 0"); }

// ---- Chance.

struct LoadedDie : Pig {
  void chance_outcomes(const State& /*state*/, ChanceListOf<Pig>& outcomes) const {
    for (Move face = 1; face <= 6; ++face) outcomes.push_back({face, face == 6 ? 0.25 : 0.15});
  }
};
TEST(ConformanceRules, SamplesFollowTheProbabilities) {
  expect_broken(LoadedDie{}, "sample_chance() draws by the probabilities of chance_outcomes()", {.games = 1});
}

struct FiveSixths : Pig {
  void chance_outcomes(const State& /*state*/, ChanceListOf<Pig>& outcomes) const {
    for (Move face = 1; face <= 5; ++face) outcomes.push_back({face, 1.0 / 6});
  }
};
TEST(ConformanceRules, ProbabilitiesAddUp) {
  expect_broken(FiveSixths{}, "chance's probabilities add up to 1");
}
TEST(ConformanceRules, SamplesAreListed) {
  expect_broken(FiveSixths{}, "sample_chance() draws what chance_outcomes() lists");
}

struct Impossible : Pig {
  void chance_outcomes(const State& /*state*/, ChanceListOf<Pig>& outcomes) const {
    for (Move face = 1; face <= 6; ++face) outcomes.push_back({face, face == 6 ? 0 : 0.2});
  }
};
TEST(ConformanceRules, ProbabilitiesArePositive) {
  expect_broken(Impossible{}, "chance has probabilities in (0, 1]");
}

struct SameFaceTwice : Pig {
  void chance_outcomes(const State& /*state*/, ChanceListOf<Pig>& outcomes) const {
    for (Move face = 1; face <= 6; ++face)
      outcomes.push_back({static_cast<Move>(face == 6 ? 5 : face), 1.0 / 6});
  }
};
TEST(ConformanceRules, ChanceMovesAreListedOnce) { expect_broken(SameFaceTwice{}, "a move is listed once"); }

}  // namespace
}  // namespace banyan
