#include <banyan/arena/schedule.hpp>

#include <algorithm>
#include <limits>

#include <banyan/arena/openings.hpp>

namespace banyan {

namespace {
// The number of ways to choose `size` of `count`; saturated at the largest number.
std::size_t subset_count(std::size_t count, std::size_t size) {
  if (size > count) return 0;
  std::size_t ways = 1;
  for (std::size_t i = 1; i <= size; ++i) {  // i of count - size + i, from i - 1 of one fewer
    const std::size_t factor = count - size + i;
    if (ways > std::numeric_limits<std::size_t>::max() / factor)
      return std::numeric_limits<std::size_t>::max();
    ways = ways * factor / i;
  }
  return ways;
}

// One of the ways to choose `size` of the numbers 0 … count-1, ascending; they are in lexicographic order.
std::vector<std::size_t> subset(std::size_t count, std::size_t size, std::size_t number) {
  std::vector<std::size_t> chosen;
  for (std::size_t next = 0; chosen.size() < size; ++next) {
    const std::size_t with_next = subset_count(count - next - 1, size - chosen.size() - 1);
    if (number < with_next) {
      chosen.push_back(next);
    } else {
      number -= with_next;
    }
  }
  return chosen;
}

// The opening of a group. An error if no game was found that goes on after it.
Result<std::vector<std::string>> opening_of(const AnyGame& game, const ScheduleSettings& settings,
                                            std::size_t group) {
  constexpr int most_tries = 1000;
  Random random(mix64(settings.seed), group);  // apart from the games' own streams
  for (int tries = 0; tries < most_tries; ++tries)
    if (auto moves = random_opening(game, settings.opening, random)) return *std::move(moves);
  return Error{"no game of " + game.info().spec + " lasts longer than an opening of " +
               std::to_string(settings.opening) + " random moves"};
}
}  // namespace

Schedule::Schedule(const AnyGame& game, const ScheduleSettings& settings)
    : game_(&game),
      settings_(settings),
      seats_(static_cast<std::size_t>(game.info().players)),
      rotation_(std::min(seats_, settings.agents)) {}

Result<Schedule> Schedule::make(const AnyGame& game, const ScheduleSettings& settings) {
  constexpr std::size_t most_games = 1'000'000'000'000;
  Schedule schedule(game, settings);
  const std::size_t pairings = schedule.pairings();
  if (pairings > most_games / std::max<std::uint64_t>(settings.games, 1))
    return Error{std::to_string(settings.agents) + " agents have too many pairings; give fewer"};
  schedule.size_ = pairings * static_cast<std::size_t>(settings.games);
  if (schedule.size_ > 0)
    if (const ScheduledGame first = schedule[0]; !first.problem.empty()) return Error{first.problem};
  return schedule;
}

std::size_t Schedule::pairings() const {
  return settings_.gauntlet ? subset_count(settings_.agents - 1, rotation_ - 1)
                            : subset_count(settings_.agents, rotation_);
}

std::vector<std::size_t> Schedule::agents_of(std::size_t pairing) const {
  if (!settings_.gauntlet) return subset(settings_.agents, rotation_, pairing);
  std::vector<std::size_t> agents{0};
  for (const std::size_t other : subset(settings_.agents - 1, rotation_ - 1, pairing))
    agents.push_back(other + 1);
  return agents;
}

ScheduledGame Schedule::operator[](std::size_t number) const {
  const std::size_t pairing = number / settings_.games;
  const std::size_t i = number % settings_.games;
  const std::size_t group = i / rotation_;
  // Seeds stay below 2^53, so that every JSON reader keeps them exactly.
  ScheduledGame next{.pairing = pairing,
                     .group = group,
                     .seed = Random(settings_.seed, i)() >> 11U,
                     .seats = {},
                     .position = {},
                     .opening = {}};
  if (settings_.book) {
    const Opening& opening = (*settings_.book)[group % settings_.book->size()];
    next.position = opening.position;
    next.opening = opening.moves;
  } else if (settings_.opening > 0) {
    auto drawn = opening_of(*game_, settings_, group);
    if (drawn) {
      next.opening = *std::move(drawn);
    } else {
      next.problem = drawn.error().message;
    }
  }
  const std::vector<std::size_t> agents = agents_of(pairing);
  for (std::size_t seat = 0; seat < seats_; ++seat) next.seats.push_back(agents[(seat + i) % rotation_]);
  return next;
}

}  // namespace banyan
