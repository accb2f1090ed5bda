#include <banyan/learn/net/ladder.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>

#include <banyan/arena/elo_fit.hpp>
#include <banyan/arena/match.hpp>
#include <banyan/arena/tally.hpp>
#include <banyan/core/clock.hpp>
#include <banyan/learn/net/solved_positions.hpp>
#include <banyan/nn/bnet.hpp>

namespace banyan {

struct Ladder::Opponent {
  std::string name;
  Spec spec;
  bool contested = true;  // worth more than a first few games
  AgentTally tally{};
};

namespace {
Spec spec_of(const std::string& text) { return *parse_spec(text); }

const StoredRating* find(const std::vector<StoredRating>& ratings, const std::string& player) {
  const auto found = std::find_if(ratings.begin(), ratings.end(),
                                  [&](const auto& rating) { return rating.player == player; });
  return found != ratings.end() ? &*found : nullptr;
}

// Whether a network is better than an opponent beyond doubt. A network that has never scored has no rating,
// only an upper bound.
bool is_clearly_better(const StoredRating& network, const StoredRating& opponent) {
  const double there = std::isfinite(opponent.elo) ? opponent.elo : opponent.high;
  return network.low > there;
}

// `uct` at each number of simulations up to the first that the last network is not clearly better than, the
// most first.
std::vector<Ladder::Opponent> searchers(const std::vector<StoredRating>& ratings, const StoredRating* last) {
  std::vector<Ladder::Opponent> list;
  for (const char* name : {Ladder::anchor, "uct:sims=5000", "uct:sims=10000"}) {
    list.insert(list.begin(), Ladder::Opponent{.name = name, .spec = spec_of(name)});
    const StoredRating* rating = find(ratings, name);
    if (last == nullptr || rating == nullptr || !is_clearly_better(*last, *rating)) break;
  }
  for (std::size_t i = 1; i < list.size(); ++i) list[i].contested = false;
  return list;
}

// Plays matches in turn until the time is up.
class Rung {
 public:
  using Opponent = Ladder::Opponent;
  Rung(const AnyGame& game, const LadderSettings& settings, Spec self, std::uint64_t generation,
       const std::stop_token& stop)
      : game_(std::shared_ptr<void>(), &game),
        settings_(settings),
        self_(std::move(self)),
        generation_(generation),
        stop_(stop) {}

  // The first opponent in any case; then each of the others; then those worth it, again and again.
  Result<void> play(std::vector<Opponent>& opponents, double seconds) {
    const Stopwatch watch;
    for (std::uint64_t round = 0; !stop_.stop_requested(); ++round) {
      bool played = false;
      for (Opponent& opponent : opponents) {
        if (round > 0 && (!is_open(opponent) || opponent.tally.games >= settings_.most_games)) continue;
        if ((round > 0 || &opponent != &opponents.front()) && watch.seconds() >= seconds) return {};
        if (auto done = play_batch(opponent); !done) return done;
        played = true;
      }
      if (!played) return {};
    }
    return {};
  }

 private:
  // Against some opponents a few games usually decide.
  static bool is_open(const Opponent& opponent) {
    constexpr double clear = 0.9;
    return opponent.contested || opponent.tally.points < clear;
  }

  // Each opening from both seats.
  Result<void> play_batch(Opponent& opponent) {
    constexpr std::uint32_t random_moves = 2;
    const std::uint64_t games = 2 * ((settings_.threads + 1) / 2);
    const std::uint64_t seed = Random(mix64(settings_.seed + generation_), batches_++)();
    Tally tally(2, 2);
    const auto result =
        run_match({.game = game_,
                   .agents = {self_, opponent.spec},
                   .schedule = {.agents = 2, .games = games, .opening = random_moves, .seed = seed},
                   .jobs = settings_.threads},
                  stop_, {.game = [&tally](const PlayedGame& game) { tally.add(game); }});
    const auto failed = [&](const std::string& why) {
      return Error{"the ladder, against " + opponent.name + ": " + why};
    };
    if (!result) return failed(result.error().message);
    if (!result->error.empty()) return failed(result->error);
    const AgentTally own = tally.finish().agents[0];
    opponent.tally.games += own.games;
    opponent.tally.wins += own.wins;
    opponent.tally.draws += own.draws;
    opponent.tally.losses += own.losses;
    if (opponent.tally.games > 0)
      opponent.tally.points =
          (static_cast<double>(opponent.tally.wins) + static_cast<double>(opponent.tally.draws) / 2) /
          static_cast<double>(opponent.tally.games);
    return {};
  }

  std::shared_ptr<const AnyGame> game_;
  const LadderSettings& settings_;
  Spec self_;
  std::uint64_t generation_;
  std::stop_token stop_;
  std::uint64_t batches_ = 0;
};
}  // namespace

std::string ladder_name(std::uint64_t generation) { return ladder_name_start + std::to_string(generation); }

std::string Ladder::file(std::uint64_t generation) const {
  return settings_.folder + "/ladder-" + std::to_string(generation) + ".bnet";
}

std::vector<StoredRating> rate_ladder(const std::vector<StoredMatch>& matches) {
  std::vector<std::string> players{Ladder::anchor};
  std::map<std::string, std::size_t> places{{Ladder::anchor, 0}};
  const auto place = [&](const std::string& player) {
    const auto [found, is_new] = places.try_emplace(player, players.size());
    if (is_new) players.push_back(player);
    return found->second;
  };
  std::vector<PairScore> scores;
  for (const StoredMatch& match : matches)
    scores.push_back({.first = place(ladder_name(match.generation)),
                      .second = place(match.opponent),
                      .points = static_cast<double>(match.wins) + static_cast<double>(match.draws) / 2,
                      .games = static_cast<double>(match.wins + match.draws + match.losses)});
  const auto ratings = fit_elo(players.size(), scores, 0);
  std::vector<StoredRating> list;
  for (std::size_t i = 0; i < players.size(); ++i)
    list.push_back(
        {.player = players[i], .elo = ratings[i].elo, .low = ratings[i].low, .high = ratings[i].high});
  return list;
}

std::vector<Ladder::Opponent> Ladder::opponents(const RungStart& start,
                                                const std::vector<StoredMatch>& before,
                                                const std::vector<StoredRating>& ratings) const {
  std::set<std::uint64_t> earlier;
  for (const StoredMatch& match : before)
    if (match.generation < start.generation && read_bnet(file(match.generation)))
      earlier.insert(match.generation);
  const StoredRating* last = earlier.empty() ? nullptr : find(ratings, ladder_name(*earlier.rbegin()));
  std::vector<Opponent> list = searchers(ratings, last);
  const std::vector<std::uint64_t> selves(earlier.begin(), earlier.end());
  const auto add_self = [&](std::uint64_t generation) {
    list.push_back({.name = ladder_name(generation), .spec = player(generation)});
  };
  if (!selves.empty()) add_self(selves.back());
  if (selves.size() > 2) add_self(selves[selves.size() / 2]);
  list.push_back({.name = "random", .spec = spec_of("random"), .contested = false});
  // When time is short, the order rotates so that each opponent gets games.
  const auto turn = static_cast<std::ptrdiff_t>(selves.size() % (list.size() - 1));
  std::rotate(list.begin() + 1, list.begin() + 1 + turn, list.end());
  return list;
}

Spec Ladder::player(std::uint64_t generation) const {
  return {.name = "puct", .values = {{"net", file(generation)}, {"sims", std::to_string(simulations)}}};
}

Result<std::optional<StoredRung>> Ladder::climb(const RungStart& start,
                                                const std::vector<StoredMatch>& before,
                                                const std::vector<StoredRating>& ratings, double seconds,
                                                const std::stop_token& stop) const {
  StoredRung rung;
  const Stopwatch watch;
  if (auto solved = solved_accuracy(game_, player(start.generation), seconds / 3, settings_.threads, stop)) {
    solved->generation = start.generation;
    solved->seconds = start.seconds;
    solved->games = start.games;
    solved->positions = start.positions;
    solved->simulations = simulations;
    rung.accuracy.push_back(*solved);
  }
  std::vector<Opponent> others = opponents(start, before, ratings);
  Rung matches(game_, settings_, player(start.generation), start.generation, stop);
  if (auto played = matches.play(others, seconds - watch.seconds()); !played) return played.error();
  if (stop.stop_requested()) return std::optional<StoredRung>();
  for (const Opponent& opponent : others)
    if (opponent.tally.games > 0)
      rung.matches.push_back({.generation = start.generation,
                              .seconds = start.seconds,
                              .games = start.games,
                              .positions = start.positions,
                              .opponent = opponent.name,
                              .wins = opponent.tally.wins,
                              .draws = opponent.tally.draws,
                              .losses = opponent.tally.losses});
  std::vector<StoredMatch> all = before;
  std::erase_if(all, [&](const StoredMatch& match) { return match.generation == start.generation; });
  all.insert(all.end(), rung.matches.begin(), rung.matches.end());
  rung.ratings = rate_ladder(all);
  return std::optional(std::move(rung));
}

}  // namespace banyan
