// Inference answers what the plain way in double precision does, for networks and boards of every shape, by
// the loops for any processor and by all those for this one.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <span>
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
      {{.planes = 3, .blocks = 2, .filters = 48}, 7, 7},
      {{.planes = 3, .blocks = 5, .filters = 64}, 13, 13},
      {{.planes = 3, .blocks = 5, .filters = 64}, 15, 15},
      {{.planes = 3, .blocks = 1, .filters = 96}, 19, 19},
  };
  return list;
}

std::vector<const Kernels*> kernels_for(std::size_t filters) {
  std::vector<const Kernels*> list{&portable_kernels()};
  for (const Kernels* kernels : fast_kernels())
    if (filters % kernels->channel_step == 0) list.push_back(kernels);
  return list;
}

struct Answers {
  std::vector<float> outputs;
  std::vector<float> values;
  std::vector<float> draws;
};

Answers ask(const Network& network, const Kernels& kernels, const Case& one, std::span<const float> inputs,
            std::size_t count) {
  Inference inference(std::make_shared<PreparedNetwork>(network, kernels), one.rows, one.columns);
  Answers answers{std::vector<float>(count * inference.outputs()), std::vector<float>(count),
                  std::vector<float>(count)};
  inference.evaluate(inputs, answers.outputs, answers.values, answers.draws);
  return answers;
}

void expect_like_reference(const Case& one, std::uint64_t seed) {
  const Network network = random_network(one.shape, seed);
  const ReferenceNetwork reference(network);
  const std::size_t size = one.shape.planes * one.rows * one.columns;
  Random random(seed, 1);
  for (const std::size_t count : {std::size_t{1}, std::size_t{7}}) {
    const auto inputs = random_inputs(count * size, random);
    std::vector<ReferenceAnswer> expected;
    for (std::size_t i = 0; i < count; ++i)
      expected.push_back(
          reference.evaluate(std::span(inputs).subspan(i * size, size), one.rows, one.columns));
    for (const Kernels* kernels : kernels_for(one.shape.filters)) {
      const Answers answers = ask(network, *kernels, one, inputs, count);
      const std::size_t outputs = answers.outputs.size() / count;
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(expected[i].outputs.size(), outputs);
        for (std::size_t k = 0; k < outputs; ++k)
          ASSERT_NEAR(answers.outputs[i * outputs + k], expected[i].outputs[k], logit_tolerance)
              << kernels->name << ", " << one.rows << "×" << one.columns << ", position " << i << ", output "
              << k;
        ASSERT_NEAR(answers.values[i], expected[i].value, value_tolerance) << kernels->name;
        ASSERT_NEAR(answers.draws[i], expected[i].draw, value_tolerance) << kernels->name;
      }
    }
  }
}

TEST(Inference, AnswersAsThePlainWay) {
  for (const Case& one : cases()) expect_like_reference(one, 1);
}

// So that each kind of tile has each kind of neighbour, and blocks of sums have every height and width.
TEST(Inference, EveryBoardUpToTwelve) {
  for (const std::uint32_t filters : {8U, 16U, 24U, 32U, 48U, 64U, 80U})
    for (std::size_t side = 1; side <= 12; ++side)
      expect_like_reference({{.planes = 3, .blocks = 1, .filters = filters}, side, 13 - side}, side);
}

TEST(Inference, TakesTheFastestLoopsThatFitTheFilters) {
  use_fast_kernels();
  for (std::uint32_t filters = 8; filters <= 64; filters += 8) {
    const PreparedNetwork network(random_network({.planes = 3, .blocks = 1, .filters = filters}, 1));
    const auto fitting = kernels_for(filters);  // the portable ones first, then the fastest
    EXPECT_EQ(network.kernels().name, fitting[fitting.size() > 1 ? 1 : 0]->name) << filters << " filters";
  }
}

// The answer for a position does not depend on what else is in the batch, nor on what was asked before.
TEST(Inference, PositionsDoNotTouchEachOther) {
  const NetShape shape{.planes = 3, .blocks = 2, .filters = 32};
  constexpr std::size_t count = 20;
  for (const Kernels* kernels : kernels_for(shape.filters)) {
    Inference inference(std::make_shared<PreparedNetwork>(random_network(shape, 3), *kernels), 6, 7);
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
        ASSERT_EQ(alone[k], outputs[i * inference.outputs() + k]) << kernels->name << ", position " << i;
      ASSERT_EQ(value[0], values[i]);
    }
  }
}

}  // namespace
}  // namespace banyan
