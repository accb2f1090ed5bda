// What a search shared by several ranks is worth, played out at Connect Four against one rank. The ranks take
// turns in one thread: each makes some simulations and exchanges its news with the others, who hear them that
// many turns later. So the load of the machine changes nothing, and more ranks can be tried than it has
// processors.
//
//   ranks_strength RANKS SIMULATIONS_OF_EACH SIMULATIONS_OF_THE_OTHER SIMULATIONS_A_TURN DELAY PAIRS [SEED]
//
// With 0 simulations a turn the ranks hear nothing of each other until the end.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <vector>

#include <banyan/core/random.hpp>
#include <banyan/games/connect4.hpp>
#include <banyan/search/forest.hpp>

namespace banyan {
namespace {

using Game = ConnectFour;

// A rank's news, on their way to the others for some turns.
class Turns final : public SearchPeers {
 public:
  Turns(std::uint32_t rank, std::uint32_t delay, std::vector<std::unique_ptr<Turns>>& all)
      : rank_(rank), all_(all), coming_(delay + 1) {}

  [[nodiscard]] std::uint32_t rank() const override { return rank_; }
  [[nodiscard]] std::uint32_t size() const override { return static_cast<std::uint32_t>(all_.size()); }
  [[nodiscard]] double seconds_early() const override { return 0; }
  [[nodiscard]] double interval() const override { return 1e9; }  // once a turn, at its beginning
  [[nodiscard]] std::uint32_t depth() const override { return 4; }
  UpperNews exchange(const UpperNews& own) override {
    for (auto& other : all_)
      if (other->rank_ != rank_) other->coming_.back().add(own);
    UpperNews heard = std::move(coming_.front());
    coming_.pop_front();
    coming_.emplace_back();
    return heard;
  }
  bool someone_is_done() override { return false; }
  std::vector<std::string> gather(std::string, bool, bool) override { return {}; }

 private:
  std::uint32_t rank_;
  std::vector<std::unique_ptr<Turns>>& all_;
  std::deque<UpperNews> coming_;
};

struct Side {
  std::uint32_t ranks = 1;
  std::uint64_t each = 0;
  std::uint64_t turn = 0;  // simulations
  std::uint32_t delay = 0;
};

MoveOf<Game> move_of(const Side& side, const StateOf<Game>& state, std::uint64_t seed) {
  std::vector<std::unique_ptr<Turns>> turns;
  for (std::uint32_t rank = 0; rank < side.ranks; ++rank)
    turns.push_back(std::make_unique<Turns>(rank, side.delay, turns));
  std::vector<std::unique_ptr<Searcher<Game>>> trees;
  for (std::uint32_t rank = 0; rank < side.ranks; ++rank) {
    trees.push_back(std::make_unique<Searcher<Game>>(Game{}, SearchParams{.memory = Bytes{20'000'000}},
                                                     mix64(seed + rank)));
    trees.back()->set_root(state);
    if (side.turn > 0 && side.ranks > 1) trees.back()->set_peers(turns[rank].get());
  }
  const std::uint64_t turn = side.turn > 0 ? side.turn : side.each;
  for (std::uint64_t done = 0; done < side.each; done += turn)
    for (auto& tree : trees) tree->run_until(stop_after_simulations(std::min(turn, side.each - done)));
  std::vector<SearchResult<MoveOf<Game>>> parts;
  for (auto& tree : trees) parts.push_back(tree->result());
  return *merge_results(parts, {}).best;
}

// What the first side gets: 1, 0.5 or 0.
double play(const Side& first, const Side& second, bool first_begins, std::uint64_t seed) {
  constexpr int opening = 4;
  const Game game;
  auto state = game.start();
  Random random(seed);
  for (int ply = 0; !game.outcome(state); ++ply) {
    const Player player = game.current_player(state);
    MoveListOf<Game> legal;
    game.legal_moves(state, legal);
    MoveOf<Game> move = legal[random.below(legal.size())];
    if (ply >= opening)
      move = move_of((player == 0) == first_begins ? first : second, state,
                     mix64(seed + static_cast<unsigned>(ply)));
    game.apply(state, move);
  }
  const double outcome = (*game.outcome(state))[first_begins ? 0 : 1];
  return outcome > 0 ? 1 : outcome < 0 ? 0 : 0.5;
}

int measure(int count, char** words) {
  if (count < 7) {
    std::fputs("usage: ranks_strength RANKS EACH OTHER TURN DELAY PAIRS [SEED]\n", stderr);
    return 2;
  }
  const auto number = [&](int i) { return std::strtoull(words[i], nullptr, 10); };
  const Side team{static_cast<std::uint32_t>(number(1)), number(2), number(4),
                  static_cast<std::uint32_t>(number(5))};
  const Side alone{.each = number(3)};
  const auto pairs = static_cast<double>(number(6));
  const std::uint64_t seed = count > 7 ? number(7) : 1;
  double sum = 0;
  double squares = 0;
  for (std::uint64_t pair = 0; pair < number(6); ++pair) {
    const std::uint64_t opening = mix64(seed + pair);
    const double points = (play(team, alone, true, opening) + play(team, alone, false, opening)) / 2;
    sum += points;
    squares += points * points;
  }
  const double mean = sum / pairs;
  const double error = 1.96 * std::sqrt((squares / pairs - mean * mean) / pairs);
  const auto elo = [](double share) { return -400 * std::log10(1 / share - 1); };
  std::printf(
      "%s ranks of %s, turns of %s, delay %s, against one of %s: %.1f %% of %g games, Elo %+.0f [%+.0f, %+.0f]\n",
      words[1], words[2], words[4], words[5], words[3], 100 * mean, 2 * pairs, elo(mean), elo(mean - error),
      elo(mean + error));
  return 0;
}

}  // namespace
}  // namespace banyan

int main(int count, char** words) { return banyan::measure(count, words); }
