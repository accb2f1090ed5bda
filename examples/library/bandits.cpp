// Bandits and regret matching in a loop of your own: choose, act, tell.
#include <array>
#include <cstdio>

#include <banyan/bandit/regret_matching.hpp>
#include <banyan/bandit/ucb1_learner.hpp>

using namespace banyan::bandit;

namespace {

// UCB1: which of three servers answers best? It tries all of them, and the best one most.
void choose_server() {
  constexpr std::array<double, 3> success{0.5, 0.8, 0.6};  // the learner doesn't know
  Ucb1Learner learner(success.size());
  banyan::Random world(1);
  for (int request = 0; request < 1'000; ++request) {
    const std::size_t server = learner.choose();
    const double utility = world.bernoulli(success[server]) ? 1 : 0;
    if (const auto told = learner.tell(server, utility); !told)
      std::printf("%s\n", told.error().message.c_str());
  }
  std::printf("server %zu, after %.0f of %.0f requests\n", learner.best(),
              learner.tallies()[learner.best()].n, learner.total());
}

// Regret matching: rock, paper, scissors against someone who plays rock too often.
void play_scissors() {
  RegretMatchingRule<false> rule({}, {.arms = 3, .horizon = 10'000, .full_feedback = true});
  banyan::Random random(1);
  for (int round = 0; round < 10'000; ++round) {
    const int mine = static_cast<int>(rule.choose(random));
    const int other = random.bernoulli(0.5) ? 0 : static_cast<int>(random.below(3));
    std::array<double, 3> would_pay{};  // 1 for beating what was played, -1 for losing to it
    for (int action = 0; action < 3; ++action) would_pay[action] = (action - other + 4) % 3 - 1;
    if (const auto told = rule.tell_all(would_pay, would_pay[mine]); !told)
      std::printf("%s\n", told.error().message.c_str());
  }
  std::printf("plays paper with probability %.2f\n", rule.strategy()[1]);
}

}  // namespace

int main() {
  choose_server();
  play_scissors();
}
