// Matrix games from any bytes: refused with a message, or read to a game whose payoffs can be asked for.
#include <cstdint>
#include <string_view>
#include <vector>

#include <banyan/bandit/matrix_text.hpp>

#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto game = banyan::bandit::parse_matrix_game("fuzz", {reinterpret_cast<const char*>(data), size});
  if (!game) {
    must(!game.error().message.empty());
    return 0;
  }
  must(game->players() >= 2);
  std::vector<banyan::bandit::MixedStrategy> first;
  for (std::size_t player = 0; player < game->players(); ++player) {
    first.emplace_back(game->action_count(player), 0.0);
    first.back()[0] = 1;
  }
  must(game->exploitability(first) >= 0);
  return 0;
}
