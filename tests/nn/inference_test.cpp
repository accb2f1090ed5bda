// Inference answers what the plain way in double precision does, for networks and boards of every shape, by
// the loops for any processor and by those for this one.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <vector>

#include <banyan/nn/inference.hpp>

#include "reference.hpp"

namespace banyan {
namespace {

constexpr double logit_tolerance = 1e-4;
constexpr double value_tolerance = 1e-5;

struct Case {
  NetShape shape;
  std::size_t rows;
  std::size_t columns;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> list{
      {{.planes = 3, .values = 2, .blocks = 3, .filters = 32}, 9, 9},
      {{.planes = 3, .blocks = 3, .filters = 32}, 8, 8},
      {{.planes = 4, .values = 2, .blocks = 3, .filters = 32}, 6, 7},
      {{.planes = 3, .blocks = 2, .filters = 32}, 3, 3},
      {{.planes = 1, .blocks = 1, .filters = 8}, 1, 1},
      {{.planes = 1, .blocks = 0, .filters = 8}, 1, 19},
      {{.planes = 9, .move_planes = 3, .whole_moves = 2, .blocks = 1, .filters = 24}, 5, 4},
      {{.planes = 17, .move_planes = 0, .whole_moves = 4, .blocks = 2, .filters = 40}, 4, 11},
      {{.planes = 4, .whole_moves = 1, .blocks = 2, .filters = 56}, 8, 8},
      {{.planes = 3, .blocks = 5, .filters = 64}, 15, 15},
      {{.planes = 3, .blocks = 1, .filters = 96}, 19, 19},
  };
  return list;
}

void expect_like_reference(const Case& one, const Kernels& kernels, std::uint64_t seed) {
  const Network network = random_network(one.shape, seed);
  Inference inference(std::make_shared<PreparedNetwork>(network, kernels), one.rows, one.columns);
  const ReferenceNetwork reference(network);
  Random random(seed, 1);
  for (const std::size_t count : {std::size_t{1}, std::size_t{7}}) {
    const auto inputs = random_inputs(count * inference.inputs(), random);
    std::vector<float> outputs(count * inference.outputs());
    std::vector<float> values(count);
    std::vector<float> draws(count);
    inference.evaluate(inputs, outputs, values, draws);
    for (std::size_t i = 0; i < count; ++i) {
      const auto expected = reference.evaluate(
          std::span(inputs).subspan(i * inference.inputs(), inference.inputs()), one.rows, one.columns);
      ASSERT_EQ(expected.outputs.size(), inference.outputs());
      for (std::size_t k = 0; k < expected.outputs.size(); ++k)
        ASSERT_NEAR(outputs[i * inference.outputs() + k], expected.outputs[k], logit_tolerance)
            << one.rows << "×" << one.columns << ", position " << i << ", output " << k;
      ASSERT_NEAR(values[i], expected.value, value_tolerance);
      ASSERT_NEAR(draws[i], expected.draw, value_tolerance);
    }
  }
}

TEST(Inference, PortableLoopsAnswerAsThePlainWay) {
  for (const Case& one : cases()) expect_like_reference(one, portable_kernels(), 1);
}

TEST(Inference, FastLoopsAnswerAsThePlainWay) {
  for (const Case& one : cases()) expect_like_reference(one, use_fast_kernels(), 2);
}

TEST(Inference, EveryBoardUpToTwelve) {
  for (std::size_t side = 1; side <= 12; ++side)
    expect_like_reference({{.planes = 3, .blocks = 1, .filters = 16}, side, 13 - side}, use_fast_kernels(),
                          side);
}

// The answer for a position does not depend on what else is in the batch, nor on what was asked before.
TEST(Inference, PositionsDoNotTouchEachOther) {
  const NetShape shape{.planes = 3, .blocks = 2, .filters = 32};
  Inference inference(std::make_shared<PreparedNetwork>(random_network(shape, 3), use_fast_kernels()), 6, 6);
  constexpr std::size_t count = 20;
  Random random(5);
  const auto inputs = random_inputs(count * inference.inputs(), random);
  std::vector<float> outputs(count * inference.outputs());
  std::vector<float> values(count);
  inference.evaluate(inputs, outputs, values);
  for (std::size_t i = count; i-- > 0;) {
    std::vector<float> alone(inference.outputs());
    std::vector<float> value(1);
    inference.evaluate(std::span(inputs).subspan(i * inference.inputs(), inference.inputs()), alone, value);
    for (std::size_t k = 0; k < alone.size(); ++k)
      ASSERT_EQ(alone[k], outputs[i * inference.outputs() + k]) << "position " << i;
    ASSERT_EQ(value[0], values[i]);
  }
}

}  // namespace
}  // namespace banyan
