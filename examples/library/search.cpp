// One search and everything it tells: limits, a stop from outside, progress, statistics, threads, memory.
#include <chrono>
#include <cstdio>
#include <stop_token>
#include <thread>

#include <banyan/banyan.hpp>
#include <banyan/games/connect4.hpp>

using namespace std::chrono_literals;
using banyan::ConnectFour;
using Result = banyan::SearchResult<banyan::MoveOf<ConnectFour>>;

namespace {

// Whatever limit is reached first ends the search; no limit at all means one second.
Result within_limits(const ConnectFour& game) {
  return banyan::search(game, game.start(), {.sims = 20'000, .time = 10s});
}

// Another thread, a signal handler or a button may stop a search: it returns the result so far.
Result until_stopped(const ConnectFour& game) {
  std::stop_source stop;
  std::jthread impatient([&] {
    std::this_thread::sleep_for(50ms);
    stop.request_stop();
  });
  banyan::Searcher<ConnectFour> searcher(game, {}, 1);
  return searcher.run({.time = 1h}, stop.get_token());
}

// Called about ten times a second on the searching thread, with the result so far.
Result with_progress(const ConnectFour& game) {
  banyan::Searcher<ConnectFour> searcher(game, {}, 1);
  return searcher.run({.time = 250ms}, {}, [](const Result& so_far) {
    std::fprintf(stderr, "%llu simulations, value %.3f\n",
                 static_cast<unsigned long long>(so_far.simulations), so_far.value);
  });
}

// Two threads on one tree, in at most 64 MB. At the limit the least visited subtrees are recycled.
Result with_threads(const ConnectFour& game) {
  const banyan::SearchParams params{.threads = 2, .memory = {64'000'000}};
  return banyan::search(game, game.start(), {.sims = 20'000}, params);
}

// Every move at the root: visits, mean return with its 95 % interval, and what is proven. Then the line.
void show(const ConnectFour& game, const Result& result) {
  for (const auto& move : result.moves)
    std::printf("%s: %llu visits, value %.3f (%.3f to %.3f)%s\n",
                game.print_move(game.start(), move.move).c_str(),
                static_cast<unsigned long long>(move.visits), move.value, move.low, move.high,
                move.bounds && move.bounds->proven() ? ", proven" : "");
  std::printf("line:");
  for (const auto move : result.line) std::printf(" %s", game.print_move(game.start(), move).c_str());
  std::printf("\nstopped by %s after %llu simulations, %llu nodes, %llu bytes\n",
              banyan::print_value(result.stopped_by).c_str(),
              static_cast<unsigned long long>(result.simulations),
              static_cast<unsigned long long>(result.nodes), static_cast<unsigned long long>(result.bytes));
}

}  // namespace

int main() {
  const ConnectFour game;
  show(game, within_limits(game));
  std::printf("stopped by %s\n", banyan::print_value(until_stopped(game).stopped_by).c_str());
  std::printf("stopped by %s\n", banyan::print_value(with_progress(game).stopped_by).c_str());
  const Result shared = with_threads(game);
  std::printf("%u threads, at most 64 MB: %s\n", shared.threads, shared.bytes <= 64'000'000 ? "yes" : "no");
}
