// Leaf parallelism: one thread goes down the tree, and from the leaf it reaches every thread plays a random
// game (Cazenave & Jouandeau, "On the Parallelization of UCT", 2007). Their mean is what is backed up, as one
// visit. Threads wait for the slowest of them at every leaf, and several games from one leaf tell less than
// as many from different ones; what it has for itself is that seed and number of threads decide everything.
#pragma once

#include <barrier>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include <banyan/core/clock.hpp>
#include <banyan/game/game.hpp>
#include <banyan/search/evaluate/playout.hpp>

namespace banyan {

template <Game G>
class LeafTeam {
 public:
  using Rewards = RewardsOf<G>;

  // Including the caller of play() there are params.threads threads.
  LeafTeam(const G& game, const SearchParams& params, std::uint64_t seed)
      : game_(game),
        playout_(params.playout),
        discount_(params.discount),
        rewards_(params.threads - 1),
        together_(params.threads) {
    for (std::uint32_t i = 1; i < params.threads; ++i)
      members_.emplace_back([this, i, seed] { work(rewards_[i - 1], Random(seed, i)); });
  }
  LeafTeam(const LeafTeam&) = delete;
  LeafTeam& operator=(const LeafTeam&) = delete;
  ~LeafTeam() {
    leave_ = true;
    together_.arrive_and_wait();
  }

  // The mean over a random game on each thread, and how many of them were drawn.
  // The watch is asked by whichever thread has a long game, by one at a time.
  Evaluation<G> play(const StateOf<G>& state, std::uint32_t plies, Random& random, PlayoutWatch& watch) {
    leaf_ = state;
    plies_ = plies;
    watch_ = &watch;
    together_.arrive_and_wait();  // all begin
    Evaluation<G> mean;
    const double share = 1 / static_cast<double>(rewards_.size() + 1);
    const auto add = [&](const Rewards& rewards) {
      for (std::size_t player = 0; player < rewards.size(); ++player)
        mean.rewards[player] += share * rewards[player];
      if (rewards[0] == 0) mean.draw += share;
    };
    add(play_out(random));
    together_.arrive_and_wait();  // all have ended
    for (const Rewards& rewards : rewards_) add(rewards);
    return mean;
  }

  // Processor seconds of the threads beside the caller's.
  [[nodiscard]] double cpu_seconds() {
    double sum = 0;
    for (std::jthread& member : members_) sum += thread_cpu_seconds(member.native_handle());
    return sum;
  }

 private:
  void work(Rewards& rewards, Random random) {
    while (true) {
      together_.arrive_and_wait();
      if (leave_) return;
      rewards = play_out(random);
      together_.arrive_and_wait();
    }
  }

  Rewards play_out(Random& random) {
    PlayoutWatch watch{.goes_on =
                           [this] {
                             const std::lock_guard lock(asking_);
                             return watch_->may_go_on();
                           },
                       .fault = watch_->fault};
    return random_playout(game_, leaf_, random, plies_, playout_, discount_, UniformPick{}, &watch);
  }

  // What is written by one side while the other waits.
  G game_;
  Playout playout_;
  double discount_;
  StateOf<G> leaf_{};
  std::uint32_t plies_ = no_limit;
  const PlayoutWatch* watch_ = nullptr;
  std::mutex asking_;
  bool leave_ = false;
  std::vector<Rewards> rewards_;
  std::barrier<> together_;
  std::vector<std::jthread> members_;  // they end before anything they use does
};

}  // namespace banyan
