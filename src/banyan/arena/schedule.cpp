#include <banyan/arena/schedule.hpp>

#include <algorithm>
#include <numeric>
#include <optional>

namespace banyan {

namespace {
// All ways to choose `size` of the numbers 0 … count-1, each ascending, in lexicographic order.
std::vector<std::vector<std::size_t>> subsets(std::size_t count, std::size_t size) {
  std::vector<std::vector<std::size_t>> all;
  std::vector<std::size_t> chosen(size);
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  while (true) {
    all.push_back(chosen);
    std::size_t i = size;
    while (i > 0 && chosen[i - 1] == count - size + i - 1) --i;
    if (i == 0) return all;
    ++chosen[i - 1];
    for (; i < size; ++i) chosen[i] = chosen[i - 1] + 1;
  }
}

// So many random moves of players, chance drawn between them; nothing if the game ends on the way.
std::optional<std::vector<std::string>> random_opening(const AnyGame& game, std::uint32_t plies,
                                                       Random& random) {
  const auto position = game.start();
  std::vector<std::string> moves;
  for (std::uint32_t played = 0; played < plies;) {
    const auto player = position->player();
    if (!player) return std::nullopt;
    if (*player != chance_player) ++played;
    if (moves.size() >= game.info().max_moves.value_or(longest_game)) return std::nullopt;  // chance for ever
    moves.push_back(position->play_random(random));
  }
  return position->player() ? std::optional(moves) : std::nullopt;
}

Result<std::vector<std::vector<std::string>>> random_openings(const AnyGame& game, std::size_t count,
                                                              const ScheduleSettings& settings) {
  constexpr int most_tries = 1000;
  std::vector<std::vector<std::string>> openings(count);
  if (settings.opening == 0) return openings;
  for (std::size_t i = 0; i < count; ++i) {
    Random random(mix64(settings.seed), i);  // apart from the games' own streams
    std::optional<std::vector<std::string>> moves;
    for (int tries = 0; !moves && tries < most_tries; ++tries)
      moves = random_opening(game, settings.opening, random);
    if (!moves)
      return Error{"an opening of " + std::to_string(settings.opening) + " random moves leaves nothing of " +
                   game.info().spec + " to play"};
    openings[i] = *std::move(moves);
  }
  return openings;
}
}  // namespace

Result<std::vector<ScheduledGame>> schedule_games(const AnyGame& game, const ScheduleSettings& settings) {
  const auto seats = static_cast<std::size_t>(game.info().players);
  const std::size_t rotation = std::min(seats, settings.agents);
  const auto groups = static_cast<std::size_t>((settings.games + rotation - 1) / rotation);
  const auto openings = random_openings(game, groups, settings);
  if (!openings) return openings.error();
  const auto pairings = subsets(settings.agents, rotation);
  std::vector<ScheduledGame> list;
  for (std::size_t pairing = 0; pairing < pairings.size(); ++pairing) {
    for (std::uint64_t i = 0; i < settings.games; ++i) {
      const auto group = static_cast<std::size_t>(i / rotation);
      // Seeds stay below 2^53, so that every JSON reader keeps them exactly.
      ScheduledGame next{.pairing = pairing,
                         .group = group,
                         .seed = Random(settings.seed, i)() >> 11U,
                         .seats = {},
                         .opening = (*openings)[group]};
      for (std::size_t seat = 0; seat < seats; ++seat)
        next.seats.push_back(pairings[pairing][static_cast<std::size_t>((seat + i) % rotation)]);
      list.push_back(std::move(next));
    }
  }
  return list;
}

}  // namespace banyan
