// Agents by spec, as on the command line, and a game between two of them.
#include <cstdio>
#include <memory>
#include <string>

#include <banyan/banyan.hpp>
#include <banyan/games/connect4.hpp>

using banyan::ConnectFour;
using AnAgent = std::unique_ptr<banyan::Agent<ConnectFour>>;

namespace {

// Text from outside may be wrong: the error says what, and what would be right.
AnAgent make(const ConnectFour& game, const std::string& text, std::uint64_t seed) {
  const auto spec = banyan::parse_spec(text);
  auto agent = spec ? banyan::make_agent(game, *spec, seed) : spec.error();
  if (agent) return std::move(*agent);
  std::printf("%s\n", agent.error().message.c_str());
  return nullptr;
}

}  // namespace

int main() {
  const ConnectFour game;
  make(game, "uct:sims=many", 1);
  const AnAgent seats[]{make(game, "uct:sims=1000", 1), make(game, "random", 2)};

  auto state = game.start();
  while (!game.outcome(state)) {
    const auto result = seats[game.current_player(state)]->choose(state, {});
    for (const AnAgent& agent : seats) agent->observe(state, *result.best);  // keeps the tree
    game.apply(state, *result.best);
  }
  std::printf("%s wins\n", (*game.outcome(state))[0] > 0 ? "uct" : "random");
}
