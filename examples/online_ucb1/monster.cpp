// Online UCB1 in a game: a monster learns which of its tactics works against this player, and why the same is
// a bad way to choose a weapon. Headers only:
//
//   g++ -std=c++20 -O2 -I src examples/online_ucb1/monster.cpp -o monster && ./monster
#include <cstdio>
#include <string>
#include <vector>

#include <banyan/bandit/ucb1_learner.hpp>
#include <banyan/core/random.hpp>

namespace {

struct Choice {
  std::string name;
  double success;  // how often it works against this player; the learner doesn't know
};

// Choose, act, tell: an encounter.
void encounter(banyan::bandit::Ucb1Learner& learner, const std::vector<Choice>& choices,
               banyan::Random& random) {
  const std::size_t chosen = learner.choose();
  const double utility = random.bernoulli(choices[chosen].success) ? 1 : 0;
  if (const auto told = learner.tell(chosen, utility); !told) std::puts(told.error().message.c_str());
}

// Which choice was taken how often, after so many encounters.
void show(const banyan::bandit::Ucb1Learner& learner, const std::vector<Choice>& choices) {
  std::printf("  after %3.0f encounters:", learner.total());
  for (std::size_t i = 0; i < choices.size(); ++i)
    std::printf("  %s %2.0f %%", choices[i].name.c_str(), 100 * learner.tallies()[i].n / learner.total());
  std::printf("\n");
}

void meet(const char* title, const std::vector<Choice>& choices) {
  std::printf("%s\n", title);
  banyan::bandit::Ucb1Learner learner(choices.size(), banyan::bandit::weight_from_k(0.5));
  banyan::Random random(25);
  for (const int encounters : {10, 50, 200}) {
    while (learner.total() < encounters) encounter(learner, choices, random);
    show(learner, choices);
  }
}

}  // namespace

int main() {
  meet("a monster against a careful player", {{"rush", 0.2}, {"ambush", 0.6}, {"siege", 0.35}});
  meet("the same monster against a hasty player", {{"rush", 0.35}, {"ambush", 0.25}, {"siege", 0.7}});
  meet("a monster choosing its weapon", {{"sword", 0.6}, {"bow", 0.5}, {"stick", 0.1}, {"spoon", 0.05}});
}
