// Each rule about what a network sees can fail: for every one there is a game with just that fault.
#include <gtest/gtest.h>

#include <span>

#include <banyan/games/connect4.hpp>
#include <banyan/games/othello.hpp>
#include <banyan/games/tictactoe.hpp>

#include "expect_broken.hpp"

namespace banyan {
namespace {

struct NoPlanes : TicTacToe {
  [[nodiscard]] Encoding encoding() const { return {.rows = 3, .columns = 3, .planes = 0}; }
};
TEST(ConformanceEncoding, ThereIsSomethingToSee) {
  expect_broken(NoPlanes{}, "encoding() has cells, planes and outputs");
}

struct LeavesAPlaneOut : TicTacToe {
  [[nodiscard]] Encoding encoding() const { return {.rows = 3, .columns = 3, .planes = 4}; }
};
struct CountsStones : TicTacToe {
  void encode(const State& state, std::span<float> inputs) const {
    TicTacToe::encode(state, inputs);
    for (float& input : inputs.last(9)) input = static_cast<float>(state.played);
  }
};
TEST(ConformanceEncoding, AllIsZerosAndOnes) {
  expect_broken(LeavesAPlaneOut{}, "encode() fills every plane with zeros and ones");
  expect_broken(CountsStones{}, "encode() fills every plane with zeros and ones");
}

struct PassBesideTheOutputs : Othello {
  [[nodiscard]] Encoding encoding() const { return {.rows = 8, .columns = 8, .planes = 4}; }
};
TEST(ConformanceEncoding, MovesHaveOutputs) {
  expect_broken(PassBesideTheOutputs{}, "move_output() is one of the outputs()");
}

struct OneOutput : TicTacToe {
  [[nodiscard]] std::size_t move_output(const State& /*state*/, Move /*cell*/) const { return 4; }
};
TEST(ConformanceEncoding, MovesHaveOutputsOfTheirOwn) {
  expect_broken(OneOutput{}, "different moves have different outputs");
}

struct AllCellsToOne : TicTacToe {
  [[nodiscard]] std::size_t transform_cell(std::size_t /*cell*/, int /*symmetry*/) const { return 0; }
};
TEST(ConformanceEncoding, CellsArePermuted) {
  expect_broken(AllCellsToOne{}, "transform_cell() takes the cells to all cells");
}

struct CellsStay : TicTacToe {
  [[nodiscard]] std::size_t transform_cell(std::size_t cell, int /*symmetry*/) const { return cell; }
};
TEST(ConformanceEncoding, CellsGoAlongWithStates) {
  expect_broken(CellsStay{}, "the encoding of an image is the image of the encoding");
}

// Where the columns stand in another order from left to right than on the board.
struct ColumnsRotated : ConnectFour {
  [[nodiscard]] std::size_t move_output(const State& /*state*/, Move column) const {
    return (column + 1U) % max_legal;
  }
};
TEST(ConformanceEncoding, OutputsGoAlongWithMoves) {
  expect_broken(ColumnsRotated{}, "outputs of moves follow the symmetries");
}

}  // namespace
}  // namespace banyan
