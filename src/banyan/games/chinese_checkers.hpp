// Chinese checkers (Sternhalma) for 2, 3, 4 or 6 players on a six-pointed star. A player's pegs start in one
// point of the star and have to reach the opposite one. A move is one step to a neighbouring empty hole, or a
// chain of jumps, each over one neighbouring peg of any player into the empty hole right behind it; nothing
// is captured. Ways with the same start and end are one move. Pegs may jump across all points of the star but
// stop only in the middle, in the point they started from and in their target; a peg in its target stays
// there. A player who can't move passes.
//
// A player wins after their move if the target is full and at least one of the pegs there is theirs: so
// leaving a peg at home does not block the other for ever. The others lose. After a number of moves of each
// player the game is a draw, so that every game ends.
//
// The star with points of `size` rows is the set of cells of two triangles, in coordinates x to the right and
// y down to the right of a grid whose rows are shifted (Picture), with z = -x-y: x, y, z ≤ size or x, y, z ≥
// -size. Holes are numbered row by row from the top; names count rows by letters from the bottom:
//
//                 e1
//            d1 d2 d3 d4        size=1: 13 holes, one peg each. The points of the star clockwise from the
//              c1 c2 c3         bottom are 0 … 5; two players sit at 0 and 3, three at 0, 2 and 4, four at
//            b1 b2 b3 b4        0, 1, 3 and 4.
//                 a1
//
// A state is a set of holes for each player, the moves made and who is to move: 104 bytes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/bits.hpp>
#include <banyan/game/game.hpp>
#include <banyan/games/chinese_checkers_star.hpp>
#include <banyan/games/fen.hpp>

namespace banyan {

class ChineseCheckers {
 public:
  static constexpr std::string_view name = "chinese-checkers";
  static constexpr int max_players = 6;
  // Jumps keep the parity of both coordinates: a peg reaches six neighbours or 36 other holes of its kind.
  static constexpr std::size_t max_legal = star::most_pegs * (star::directions + star::most_alike - 1);
  static constexpr RewardRange reward_range{-1, 1};

  struct Params {
    int players = 2;
    int size = 4;
    int limit = 200;

    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("players", self.players, between(2, max_players), "how many play: 2, 3, 4 or 6");
      visit("size", self.size, between(1, star::most_size), "rows of each point of the star");
      visit("limit", self.limit, between(1, 5000), "moves of each player after which the game is a draw");
    }
  };

  using Move = star::Move;
  static constexpr Move pass{};
  struct State {
    std::array<star::Holes, max_players> pegs{};
    std::uint16_t moves = 0;
    std::uint8_t player = 0;
    friend constexpr bool operator==(const State&, const State&) = default;
  };

  ChineseCheckers() : ChineseCheckers(Params{}) {}
  explicit ChineseCheckers(const Params& params) : params_(params), star_(params.size) {
    constexpr std::array<std::array<int, max_players>, max_players + 1> corners{
        {{}, {}, {0, 3}, {0, 2, 4}, {0, 1, 3, 4}, {}, {0, 1, 2, 3, 4, 5}}};
    for (std::size_t player = 0; player < static_cast<std::size_t>(params.players); ++player) {
      const int corner = corners[static_cast<std::size_t>(params.players)][player];
      seats_[player] = {.home = star_.point(corner),
                        .target = star_.point((corner + 3) % 6),
                        .stops = star_.middle() | star_.point(corner) | star_.point((corner + 3) % 6)};
      for (std::size_t hole = 0; hole < star_.size(); ++hole) {
        distance_[player][hole] = static_cast<std::uint8_t>(star_.distance_to_tip(hole, (corner + 3) % 6));
        view_[player][hole] = static_cast<std::uint8_t>(star_.turned(hole, 5 - corner));
      }
    }
  }
  [[nodiscard]] const Params& params() const { return params_; }
  [[nodiscard]] static std::string problem(const Params& params) {
    return params.players == 5 ? "5 players can't sit evenly around the star; 2, 3, 4 or 6 can" : "";
  }
  [[nodiscard]] int players() const { return params_.players; }
  [[nodiscard]] bool zero_sum() const { return params_.players == 2; }

  [[nodiscard]] State start() const {
    State state;
    for (std::size_t player = 0; player < seat_count(); ++player) state.pegs[player] = seats_[player].home;
    return state;
  }
  [[nodiscard]] Player current_player(const State& state) const { return state.player; }
  [[nodiscard]] std::size_t legal_limit() const {
    return pegs() * (star::directions + std::min(star_.size(), star::most_alike) - 1);
  }

  void legal_moves(const State& state, MoveListOf<ChineseCheckers>& moves) const {
    for_each_move(state, [&](Move move) { moves.push_back(move); });
    if (moves.empty()) moves.push_back(pass);
  }
  [[nodiscard]] std::size_t count_legal(const State& state) const {
    std::size_t count = 0;
    const star::Holes all = taken(state);
    state.pegs[state.player].for_each(
        [&](unsigned from) { count += static_cast<std::size_t>(targets(state, all, from).count()); });
    return std::max<std::size_t>(count, 1);
  }

  void apply(State& state, Move move) const {
    if (move != pass) {
      state.pegs[state.player].remove(move.from);
      state.pegs[state.player].add(move.to);
    }
    ++state.moves;
    state.player = static_cast<std::uint8_t>(state.player + 1U < seat_count() ? state.player + 1U : 0U);
  }

  [[nodiscard]] std::optional<std::array<double, max_players>> outcome(const State& state) const {
    const std::size_t last = (state.player == 0 ? seat_count() : state.player) - 1;
    const star::Holes target = seats_[last].target;
    if ((state.pegs[last] & target).any() && (taken(state) & target) == target) {
      std::array<double, max_players> rewards{};
      for (std::size_t player = 0; player < seat_count(); ++player) rewards[player] = player == last ? 1 : -1;
      return rewards;
    }
    if (state.moves >= max_moves()) return std::array<double, max_players>{};
    return std::nullopt;
  }
  [[nodiscard]] std::size_t max_moves() const {
    return static_cast<std::size_t>(params_.limit) * seat_count();
  }

  [[nodiscard]] std::uint64_t hash(const State& state) const {
    std::uint64_t hash = state.moves | std::uint64_t{state.player} << 16U;
    for (std::size_t player = 0; player < seat_count(); ++player)
      for (const std::uint64_t word : state.pegs[player].words) hash = mix64(hash) ^ word;
    return mix64(hash);
  }

  // The moves that bring a peg nearer to the tip of its target; those that keep its distance where there are
  // none; all where there are neither. Games of them end by themselves, random games almost never.
  void playout_moves(const State& state, MoveListOf<ChineseCheckers>& moves) const {
    MoveListOf<ChineseCheckers> aside;
    const auto& distance = distance_[state.player];
    for_each_move(state, [&](Move move) {
      if (distance[move.to] < distance[move.from]) moves.push_back(move);
      if (distance[move.to] == distance[move.from]) aside.push_back(move);
    });
    if (!moves.empty()) return;
    for (const Move move : aside) moves.push_back(move);
    if (moves.empty()) legal_moves(state, moves);
  }

  // By the way that is left to the target, compared with that of the best other player.
  [[nodiscard]] std::array<double, max_players> heuristic(const State& state) const {
    std::array<double, max_players> left{};
    for (std::size_t player = 0; player < seat_count(); ++player)
      state.pegs[player].for_each([&](unsigned hole) { left[player] += distance_[player][hole]; });
    const double half_way = static_cast<double>(pegs());  // a lead of so many steps is worth 1/2
    std::array<double, max_players> values{};
    for (std::size_t player = 0; player < seat_count(); ++player) {
      double best = 1e9;
      for (std::size_t other = 0; other < seat_count(); ++other)
        if (other != player) best = std::min(best, left[other]);
      const double lead = best - left[player];
      values[player] = lead / (half_way + (lead < 0 ? -lead : lead));
    }
    return values;
  }

  // For two players the star may be mirrored left to right.
  [[nodiscard]] int symmetry_count() const { return params_.players == 2 ? 2 : 1; }
  [[nodiscard]] State transform(const State& state, int symmetry) const {
    if (symmetry == 0) return state;
    State image = state;
    for (std::size_t player = 0; player < seat_count(); ++player) {
      image.pegs[player] = {};
      state.pegs[player].for_each([&](unsigned hole) { image.pegs[player].add(star_.mirrored(hole)); });
    }
    return image;
  }
  [[nodiscard]] Move transform_move(Move move, int symmetry) const {
    if (symmetry == 0 || move == pass) return move;
    return {static_cast<std::uint8_t>(star_.mirrored(move.from)),
            static_cast<std::uint8_t>(star_.mirrored(move.to))};
  }

  // The star is turned so that the player to move goes from point 5 to point 2, which lies on the diagonal of
  // the grid. Planes: pegs of the player to move, of those who follow in turn, and the holes. A move stands
  // in the plane of the hole it goes to, at the cell it comes from.
  [[nodiscard]] Encoding encoding() const {
    const auto side = static_cast<int>(star_.side());
    return {.rows = side,
            .columns = side,
            .planes = params_.players + 1,
            .move_planes = static_cast<int>(star_.size()),
            .whole_moves = 1};
  }
  void encode(const State& state, std::span<float> inputs) const {
    std::fill(inputs.begin(), inputs.end(), 0.0F);
    const std::size_t cells = star_.side() * star_.side();
    const OfHoles& view = view_[state.player];
    for (std::size_t i = 0; i < seat_count(); ++i)
      state.pegs[(state.player + i) % seat_count()].for_each(
          [&](unsigned hole) { inputs[i * cells + star_.cell_of(view[hole])] = 1.0F; });
    for (std::size_t hole = 0; hole < star_.size(); ++hole)
      inputs[seat_count() * cells + star_.cell_of(hole)] = 1.0F;
  }
  [[nodiscard]] std::size_t move_output(const State& state, Move move) const {
    const std::size_t cells = star_.side() * star_.side();
    if (move == pass) return star_.size() * cells;
    const OfHoles& view = view_[state.player];
    return view[move.to] * cells + star_.cell_of(view[move.from]);
  }
  [[nodiscard]] std::size_t transform_cell(std::size_t cell, int symmetry) const {
    return symmetry == 0 ? cell : cell % star_.side() * star_.side() + cell / star_.side();
  }
  [[nodiscard]] std::size_t transform_plane(std::size_t plane, int symmetry) const {
    return symmetry == 0 ? plane : star_.transposed(plane);
  }

  // From and to, as in a1-c1. A chain may be read with all its landings; the ends count.
  [[nodiscard]] std::string print_move(const State& /*state*/, Move move) const {
    return move == pass ? "pass" : star_.name_of(move.from) + '-' + star_.name_of(move.to);
  }
  [[nodiscard]] std::optional<Move> parse_move(const State& state, std::string_view text) const;

  // The rows from the top, '/' between, with . for an empty hole and the number of the peg's player from 1;
  // who is to move, and the moves made: "2/..../.../..../1 1 0".
  [[nodiscard]] std::string print_position(const State& state) const;
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;

  [[nodiscard]] Picture picture(const State& state) const;
  void move_cells(const State& /*state*/, Move move, CellPath& cells) const {
    if (move == pass) return;
    for (const unsigned hole : {move.from, move.to})
      cells.push_back(static_cast<std::uint16_t>(star_.cell_of(hole)));
  }
  [[nodiscard]] GameDescription describe() const;

 private:
  struct Seat {
    star::Holes home;
    star::Holes target;
    star::Holes stops;  // where pegs may stop
  };
  // The players' names, and their colours in CSS.
  static constexpr std::array<std::array<const char*, 2>, max_players> colours{{{"Red", "#c0392b"},
                                                                                {"Blue", "#2563a8"},
                                                                                {"Green", "#2e8b57"},
                                                                                {"Yellow", "#d9a520"},
                                                                                {"Purple", "#7d4fa0"},
                                                                                {"Black", "#2b2b2b"}}};
  Params params_;
  star::Star star_;
  std::array<Seat, max_players> seats_{};
  using OfHoles = std::array<std::uint8_t, star::most_holes>;
  std::array<OfHoles, max_players> distance_{};  // to the target's tip
  std::array<OfHoles, max_players> view_{};      // the star turned so that the player is at point 5

  [[nodiscard]] std::size_t seat_count() const { return static_cast<std::size_t>(params_.players); }
  [[nodiscard]] std::size_t pegs() const {
    return static_cast<std::size_t>(params_.size * (params_.size + 1) / 2);
  }
  static star::Holes taken(const State& state) {
    star::Holes all;
    for (const star::Holes& each : state.pegs) all = all | each;
    return all;
  }
  // Where a peg of the player to move may go.
  [[nodiscard]] star::Holes targets(const State& state, const star::Holes& all, unsigned from) const {
    const Seat& seat = seats_[state.player];
    return star_.reachable(all, from) & (seat.target.has(from) ? seat.target : seat.stops);
  }
  template <class Visit>
  void for_each_move(const State& state, Visit&& visit) const {
    const star::Holes all = taken(state);
    state.pegs[state.player].for_each([&](unsigned from) {
      targets(state, all, from).for_each([&](unsigned to) {
        visit(Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)});
      });
    });
  }
};

static_assert(Game<ChineseCheckers> && VariablePlayers<ChineseCheckers> && HasParams<ChineseCheckers>);
static_assert(HasRewardRange<ChineseCheckers> && MayBeZeroSum<ChineseCheckers> && HasHash<ChineseCheckers>);
static_assert(HasMaxMoves<ChineseCheckers> && HasLegalLimit<ChineseCheckers>);
static_assert(HasLegalCount<ChineseCheckers> && HasPlayoutMoves<ChineseCheckers>);
static_assert(HasHeuristic<ChineseCheckers> && HasSymmetries<ChineseCheckers>);
static_assert(HasMoveText<ChineseCheckers> && HasPositionText<ChineseCheckers>);
static_assert(HasEncoding<ChineseCheckers> && HasPlaneSymmetries<ChineseCheckers>);
static_assert(HasMoveCells<ChineseCheckers> && HasDescription<ChineseCheckers>);

}  // namespace banyan

#include <banyan/games/chinese_checkers_text.hpp>
