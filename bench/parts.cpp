// The smallest parts: random numbers, logarithms, the index of four children.
#include <benchmark/benchmark.h>

#include <banyan/bandit/index.hpp>
#include <banyan/core/distributions.hpp>
#include <banyan/core/float4.hpp>
#include <banyan/core/log.hpp>

namespace banyan {
namespace {

void random_word(benchmark::State& state) {
  Random random(1);
  for (auto _ : state) benchmark::DoNotOptimize(random());
}
BENCHMARK(random_word);

void random_below_seven(benchmark::State& state) {
  Random random(1);
  for (auto _ : state) benchmark::DoNotOptimize(random.below(7));
}
BENCHMARK(random_below_seven);

void normal_variate(benchmark::State& state) {
  Random random(1);
  for (auto _ : state) benchmark::DoNotOptimize(normal(random));
}
BENCHMARK(normal_variate);

void logarithm(benchmark::State& state) {
  double x = 1;
  for (auto _ : state) benchmark::DoNotOptimize(natural_log(x += 1));
}
BENCHMARK(logarithm);

void root_of_logarithm_of_count(benchmark::State& state) {
  std::uint64_t n = 0;
  for (auto _ : state) benchmark::DoNotOptimize(root_log_of_count(++n));
}
BENCHMARK(root_of_logarithm_of_count);

// Each waits for the one before, as a step down a tree does.
void ucb1_of_four_children(benchmark::State& state) {
  Float4 sum(0.4F);
  for (auto _ : state) benchmark::DoNotOptimize(sum = bandit::ucb1(sum, Float4(9), Float4(1.5F)));
}
BENCHMARK(ucb1_of_four_children);

}  // namespace
}  // namespace banyan
