// Each rule about an ability can fail: for every one there is a game with just that fault.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <utility>

#include <banyan/games/connect4.hpp>
#include <banyan/games/gomoku.hpp>
#include <banyan/games/othello.hpp>
#include <banyan/games/tictactoe.hpp>

#include "expect_broken.hpp"

namespace banyan {
namespace {

// ---- Text.

struct TwoWords : TicTacToe {
  [[nodiscard]] std::string print_move(const State& state, Move cell) const {
    return "to " + TicTacToe::print_move(state, cell);
  }
};
TEST(ConformanceAbilities, MoveTextIsOneWord) { expect_broken(TwoWords{}, "a move's text is one word"); }
TEST(ConformanceAbilities, MoveTextReadsBack) {
  expect_broken(TwoWords{}, "parse_move() reads what print_move() writes");
}

struct OnlyTheColumn : TicTacToe {
  [[nodiscard]] std::string print_move(const State& state, Move cell) const {
    return TicTacToe::print_move(state, cell).substr(0, 1);
  }
};
TEST(ConformanceAbilities, MoveTextsDiffer) {
  expect_broken(OnlyTheColumn{}, "different moves have different texts");
}

constexpr std::string_view position_rule = "parse_position() reads what print_position() writes";

struct TwoLines : TicTacToe {
  [[nodiscard]] std::string print_position(const State& state) const {
    return TicTacToe::print_position(state) + "\n";
  }
};
TEST(ConformanceAbilities, PositionIsOneLine) { expect_broken(TwoLines{}, "a position's text is one line"); }
TEST(ConformanceAbilities, PositionIsRead) { expect_broken(TwoLines{}, position_rule); }

struct ForgetsAStone : TicTacToe {
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    auto state = TicTacToe::parse_position(text);
    if (state) state->stones[0] &= static_cast<std::uint16_t>(~1U);
    return state;
  }
};
TEST(ConformanceAbilities, PositionPrintsTheSame) { expect_broken(ForgetsAStone{}, position_rule); }

struct ForgetsThePlayer : Othello {
  [[nodiscard]] std::string print_position(State state) const {
    state.player = 0;
    return Othello::print_position(state);
  }
};
TEST(ConformanceAbilities, PositionKeepsThePlayer) { expect_broken(ForgetsThePlayer{}, position_rule); }

struct ForgetsAMove : Othello {
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    auto state = Othello::parse_position(text);
    if (state) state->placeable &= state->placeable - 1;
    return state;
  }
};
TEST(ConformanceAbilities, PositionKeepsTheMoves) { expect_broken(ForgetsAMove{}, position_rule); }

struct ForgetsTheEnd : Othello {
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    auto state = Othello::parse_position(text);
    if (state) state->over = false;
    return state;
  }
};
TEST(ConformanceAbilities, PositionKeepsTheOutcome) { expect_broken(ForgetsTheEnd{}, position_rule); }

// ---- Pictures.

struct CellMissing : TicTacToe {
  [[nodiscard]] Picture picture(const State& state) const {
    Picture picture = TicTacToe::picture(state);
    picture.cells.pop_back();
    return picture;
  }
};
struct RowLabelMissing : TicTacToe {
  [[nodiscard]] Picture picture(const State& state) const {
    Picture picture = TicTacToe::picture(state);
    picture.row_labels.pop_back();
    return picture;
  }
};
struct ColumnLabelMissing : TicTacToe {
  [[nodiscard]] Picture picture(const State& state) const {
    Picture picture = TicTacToe::picture(state);
    picture.column_labels.pop_back();
    return picture;
  }
};
struct PointsNowhere : TicTacToe {
  [[nodiscard]] Picture picture(const State& state) const {
    Picture picture = TicTacToe::picture(state);
    picture.cells[4].move = "z9";
    return picture;
  }
};
TEST(ConformanceAbilities, PicturesFit) {
  expect_broken(CellMissing{}, "a picture fits together");
  expect_broken(RowLabelMissing{}, "a picture fits together");
  expect_broken(ColumnLabelMissing{}, "a picture fits together");
  expect_broken(PointsNowhere{}, "a picture fits together");
}

// ---- Hashes.

struct DriftingHash : Gomoku {
  using Gomoku::Gomoku;
  void apply(State& state, Move cell) const {
    Gomoku::apply(state, cell);
    if (cell == 0) state.hash ^= 1U;
  }
};
TEST(ConformanceAbilities, IncrementalHashIsRight) {
  expect_broken(DriftingHash({4, 4, 4}), "hash() equals hash_from_scratch()");
}

struct CountingHash : TicTacToe {
  mutable std::uint64_t calls = 0;
  [[nodiscard]] std::uint64_t hash(const State& /*state*/) const { return ++calls; }
};
TEST(ConformanceAbilities, EqualStatesHashAlike) {
  expect_broken(CountingHash{}, "equal states have equal hashes");
}

struct HashOfOneSide : TicTacToe {
  [[nodiscard]] std::uint64_t hash(const State& state) const { return mix64(state.stones[0]); }
};
TEST(ConformanceAbilities, DifferentStatesHashDifferently) {
  expect_broken(HashOfOneSide{}, "different states have different hashes");
}

// ---- Symmetries.

struct NoSymmetries : TicTacToe {
  [[nodiscard]] int symmetry_count() const { return 0; }
};
TEST(ConformanceAbilities, ThereIsTheIdentity) {
  expect_broken(NoSymmetries{}, "symmetry_count() is at least 1");
}

struct NumberedFromOne : ConnectFour {
  [[nodiscard]] Move transform_move(Move column, int symmetry) const {
    return ConnectFour::transform_move(column, symmetry ^ 1);
  }
  [[nodiscard]] State transform(const State& state, int symmetry) const {
    return ConnectFour::transform(state, symmetry ^ 1);
  }
};
TEST(ConformanceAbilities, SymmetryZeroIsTheIdentity) {
  expect_broken(NumberedFromOne{}, "symmetry 0 changes nothing");
}

// Quarter turns one way without those the other way.
struct NoWayBack : TicTacToe {
  [[nodiscard]] int symmetry_count() const { return 6; }
};
TEST(ConformanceAbilities, SymmetriesCanBeUndone) {
  expect_broken(NoWayBack{}, "every symmetry can be undone by one");
}

struct SwapsColours : TicTacToe {
  [[nodiscard]] State transform(const State& state, int symmetry) const {
    State image = TicTacToe::transform(state, symmetry);
    if (symmetry != 0) std::swap(image.stones[0], image.stones[1]);
    return image;
  }
};
TEST(ConformanceAbilities, SymmetriesKeepTheOutcome) {
  expect_broken(SwapsColours{}, "symmetries keep the outcome");
}

struct PassesTheTurn : Othello {
  [[nodiscard]] State transform(const State& state, int symmetry) const {
    State image = Othello::transform(state, symmetry);
    if (symmetry != 0) image.player ^= 1U;
    return image;
  }
};
TEST(ConformanceAbilities, SymmetriesKeepThePlayer) {
  expect_broken(PassesTheTurn{}, "symmetries keep the player to move");
}

struct MovesTurnTheOtherWay : Othello {
  [[nodiscard]] Move transform_move(Move move, int symmetry) const {
    constexpr std::array<int, 8> other{0, 1, 2, 3, 4, 6, 5, 7};
    return Othello::transform_move(move, other[static_cast<std::size_t>(symmetry)]);
  }
};
TEST(ConformanceAbilities, SymmetriesKeepLegality) {
  expect_broken(MovesTurnTheOtherWay{}, "symmetries map legal moves to legal moves");
}

// The moves are mirrored and the stones are not: as long as no column is full, all moves are legal anyway.
struct StonesStandStill : ConnectFour {
  [[nodiscard]] State transform(const State& state, int /*symmetry*/) const { return state; }
};
TEST(ConformanceAbilities, SymmetriesGoAlongWithMoves) {
  expect_broken(StonesStandStill{}, "applying a move commutes with symmetries");
}

// ---- Playouts and guesses.

struct LeftmostFirst : ConnectFour {
  [[nodiscard]] std::array<double, 2> playout(State state, Random& random) const {
    if (const auto over = outcome(state)) return *over;
    MoveListOf<ConnectFour> moves;
    legal_moves(state, moves);
    apply(state, moves[0]);
    return ConnectFour::playout(state, random);
  }
};
TEST(ConformanceAbilities, PlayoutsAreUniform) {
  expect_broken(LeftmostFirst{}, "playout() is a uniformly random game", {.games = 1});
}

struct PlaysOn : TicTacToe {
  [[nodiscard]] std::array<double, 2> playout(const State& /*state*/, Random& /*random*/) const {
    return {0, 0};
  }
};
TEST(ConformanceAbilities, PlayoutsOfFinishedGames) {
  expect_broken(PlaysOn{}, "playout() from a finished game answers its outcome");
}

struct OffersNothing : TicTacToe {
  void playout_moves(const State& /*state*/, MoveListOf<TicTacToe>& /*moves*/) const {}
};
TEST(ConformanceAbilities, PlayoutMovesExist) {
  expect_broken(OffersNothing{}, "playout_moves() offers a move");
}

struct OffersTheCorner : TicTacToe {
  void playout_moves(const State& /*state*/, MoveListOf<TicTacToe>& moves) const { moves.push_back(0); }
};
TEST(ConformanceAbilities, PlayoutMovesAreLegal) {
  expect_broken(OffersTheCorner{}, "playout_moves() are legal");
}

// Decisive moves of tic-tac-toe by trying everything; faulty ones come from it.
struct Decisive : TicTacToe {
  Urgency decisive_moves(const State& state, MoveListOf<TicTacToe>& moves) const {
    const std::array<std::pair<unsigned, Urgency>, 2> movers{
        {{state.played & 1U, Urgency::win}, {(state.played & 1U) ^ 1U, Urgency::block}}};
    MoveListOf<TicTacToe> legal;
    legal_moves(state, legal);
    for (const auto& [mover, urgency] : movers) {
      for (const Move move : legal) {
        State after = state;
        after.stones[mover] |= static_cast<std::uint16_t>(1U << move);
        after.played = static_cast<std::uint8_t>(mover + 1);  // as if this player had moved last
        if (outcome(after)) moves.push_back(move);
      }
      if (!moves.empty()) return urgency;
    }
    return Urgency::none;
  }
};
TEST(ConformanceAbilities, DecisiveMovesAreFine) {
  const auto report = check_conformance(Decisive{});
  EXPECT_TRUE(report.ok()) << report.text();
}

struct SeesNoWin : Decisive {
  Urgency decisive_moves(const State& state, MoveListOf<TicTacToe>& moves) const {
    const Urgency urgency = Decisive::decisive_moves(state, moves);
    if (urgency != Urgency::win) return urgency;
    moves.clear();
    return Urgency::none;
  }
};
TEST(ConformanceAbilities, WinsAreFound) {
  expect_broken(SeesNoWin{}, "decisive_moves() finds the moves that win at once");
}

struct ForgetsToList : Decisive {
  Urgency decisive_moves(const State& state, MoveListOf<TicTacToe>& moves) const {
    const Urgency urgency = Decisive::decisive_moves(state, moves);
    moves.clear();
    return urgency;
  }
};
TEST(ConformanceAbilities, UrgentMovesAreListed) {
  expect_broken(ForgetsToList{}, "decisive_moves() lists moves if and only if they are urgent");
}

struct CornerIsDecisive : TicTacToe {
  Urgency decisive_moves(const State& /*state*/, MoveListOf<TicTacToe>& moves) const {
    moves.push_back(0);
    return Urgency::block;
  }
};
TEST(ConformanceAbilities, DecisiveMovesAreLegal) {
  expect_broken(CornerIsDecisive{}, "decisive_moves() are legal");
}
TEST(ConformanceAbilities, BlocksLeaveOutWhatLoses) {
  expect_broken(CornerIsDecisive{}, "what decisive_moves() leaves out while blocking loses at once");
}

struct GivesUpEarly : Decisive {
  Urgency decisive_moves(const State& state, MoveListOf<TicTacToe>& moves) const {
    const Urgency urgency = Decisive::decisive_moves(state, moves);
    return urgency == Urgency::block ? Urgency::lost : urgency;
  }
};
TEST(ConformanceAbilities, LostGamesAreLost) {
  expect_broken(GivesUpEarly{}, "where decisive_moves() calls a game lost, every move lets the other win");
}

struct DecisiveInName : ConnectFour {
  [[nodiscard]] std::array<double, 2> decisive_playout(const State& state, Random& random) const {
    return playout(state, random);
  }
};
TEST(ConformanceAbilities, DecisivePlayoutsMakeDecisiveMoves) {
  expect_broken(DecisiveInName{}, "decisive_playout() makes decisive_moves()", {.games = 1});
}

struct DecisivePlaysOn : ConnectFour {
  [[nodiscard]] std::array<double, 2> decisive_playout(const State& /*state*/, Random& /*random*/) const {
    return {0, 0};
  }
};
TEST(ConformanceAbilities, DecisivePlayoutsOfFinishedGames) {
  expect_broken(DecisivePlaysOn{}, "decisive_playout() from a finished game answers its outcome");
}

// Sees a draw ahead in every position of seven stones and more.
struct SeesOnlyDraws : TicTacToe {
  [[nodiscard]] std::optional<std::array<double, 2>> foresee(const State& state) const {
    if (state.played < 7) return std::nullopt;
    return draw_for_all();
  }
};
TEST(ConformanceAbilities, ForesightIsTheBestOfTheMoves) {
  expect_broken(SeesOnlyDraws{}, "foresee() answers what the best move leads to");
}

struct ForesightThatFades : TicTacToe {
  [[nodiscard]] std::optional<std::array<double, 2>> foresee(const State& state) const {
    if (state.played != 7) return std::nullopt;
    return draw_for_all();
  }
};
TEST(ConformanceAbilities, ForesightLasts) {
  expect_broken(ForesightThatFades{}, "where foresee() knows how the game ends, it does so after every move");
}

struct Enthusiast : TicTacToe {
  [[nodiscard]] std::array<double, 2> heuristic(const State& state) const {
    return {state.played * 0.25, state.played * -0.25};
  }
};
TEST(ConformanceAbilities, HeuristicStaysInRange) {
  expect_broken(Enthusiast{}, "returns stay within reward_range");
}

// ---- Parameters.

struct UnhappyWithItself : Gomoku {
  using Gomoku::Gomoku;
  [[nodiscard]] static std::string problem(const Params& /*params*/) { return "never right"; }
};
TEST(ConformanceAbilities, OwnParametersAreRight) {
  expect_broken(UnhappyWithItself({3, 3, 3}), "a game's own params have no problem()");
}

TEST(ConformanceAbilities, ParametersReadBack) {
  expect_broken(Gomoku({3, 3, 21}), "params read back as they are printed");
}

}  // namespace
}  // namespace banyan
