// A game whose state owns memory: a walk on a line in which no place may be visited twice. The state holds
// every place visited so far in a std::vector. It is copied once a simulation, which costs an allocation
// or two; the walk after it shows the same history in an array of fixed size, which costs nothing.
#include <algorithm>
#include <array>
#include <bitset>
#include <cstdio>
#include <optional>
#include <vector>

#include <banyan/banyan.hpp>

namespace {

constexpr int places = 64;  // 0 … 63; the walk starts in the middle

// A history on the heap …
using Places = std::vector<int>;
void mark(Places& visited, int place) { visited.push_back(place); }
bool has(const Places& visited, int place) {
  return std::find(visited.begin(), visited.end(), place) != visited.end();
}

// … and in 8 bytes.
using Bits = std::bitset<places>;
void mark(Bits& visited, int place) { visited.set(static_cast<std::size_t>(place)); }
bool has(const Bits& visited, int place) { return visited.test(static_cast<std::size_t>(place)); }

// What both walks share: from the last place one may step 1, 2 or 3 to either side, to a place that is free.
// Two players step in turn. Whoever can't step loses.
template <class History>
struct Walk {
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = 6;
  static constexpr banyan::RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;

  using Move = signed char;  // the step: -3 … 3
  struct State {
    History visited{};
    int place = places / 2;
    int player = 0;
    friend bool operator==(const State&, const State&) = default;
  };

  State start() const {
    State state;
    mark(state.visited, state.place);
    return state;
  }
  int current_player(const State& state) const { return state.player; }
  void legal_moves(const State& state, banyan::MoveListOf<Walk>& moves) const {
    for (const Move step : std::array<Move, 6>{-3, -2, -1, 1, 2, 3}) {
      const int next = state.place + step;
      if (next >= 0 && next < places && !has(state.visited, next)) moves.push_back(step);
    }
  }
  void apply(State& state, Move step) const {
    state.place += step;
    mark(state.visited, state.place);
    state.player = 1 - state.player;
  }
  std::optional<std::array<double, 2>> outcome(const State& state) const {
    banyan::MoveListOf<Walk> moves;
    legal_moves(state, moves);
    if (!moves.empty()) return std::nullopt;
    return banyan::win_for(1 - state.player);
  }
};

template <class History>
banyan::SearchResult<signed char> think() {
  const Walk<History> game;
  return banyan::search(game, game.start(), {.sims = 5'000});
}

}  // namespace

int main() {
  const auto on_heap = think<Places>();
  const auto in_place = think<Bits>();
  std::printf("step %+d, value %.3f\n", *in_place.best, in_place.value);
  return on_heap.best == in_place.best && on_heap.value == in_place.value ? 0 : 1;
}
