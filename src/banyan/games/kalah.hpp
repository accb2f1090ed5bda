// Kalah, the mancala game of William Julius Champion (1940), with any number of pits a side and seeds a pit.
// South (player 0) begins. A move takes all seeds of one of the player's pits and sows them counterclockwise,
// one a pit, into the player's store too, but not into the other's. A player whose last seed falls into their
// store moves again. If it falls into a pit of theirs that was empty, with seeds in the pit opposite, they
// capture both into their store. When one side has no seeds left, whichever player is to move, the other
// takes what is left on the other side; the player with more seeds then wins. These are the rules of Irving,
// Donkers & Uiterwijk, "Solving Kalah" (ICGA Journal 23, 2000), whose values of small games the tests compare
// with.
//
// Each side is a word of a byte for each pit, counted from the owner's left, and one for the store on the
// right of them:
//
//          store  6  5  4  3  2  1             North: 1 2 3 4 5 6 store
//                 1  2  3  4  5  6  store      South: 1 2 3 4 5 6 store
//
// A round without the other's store is a ring of 2 * pits + 1: the player's pits and store, the other's pits.
// A state takes 24 bytes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <banyan/core/bits.hpp>
#include <banyan/game/game.hpp>
#include <banyan/games/fen.hpp>

namespace banyan {

class Kalah {
 public:
  static constexpr std::string_view name = "kalah";
  static constexpr int max_players = 2;
  static constexpr int most_pits = 7;
  static constexpr int most_seeds = 10;  // a pit; all seeds together fit in a byte
  static constexpr std::size_t max_legal = most_pits;
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;

  struct Params {
    int pits = 6;
    int seeds = 4;

    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("pits", self.pits, between(1, most_pits), "pits of each player");
      visit("seeds", self.seeds, between(1, most_seeds), "seeds in each pit at the start");
    }
  };

  using Row = std::uint64_t;  // a byte for each pit, then the store
  using Move = std::uint8_t;  // the pit from 0, from the mover's left
  struct State {
    std::array<Row, 2> rows{};  // of player 0, of player 1
    std::uint8_t player = 0;    // who is to move
    friend constexpr bool operator==(const State&, const State&) = default;
  };

  constexpr Kalah() : Kalah(Params{}) {}
  constexpr explicit Kalah(const Params& params)
      : params_(params), pits_(static_cast<unsigned>(params.pits)), pit_bytes_((Row{1} << (8 * pits_)) - 1) {
    for (unsigned pit = 0; pit < pits_; ++pit)
      for (unsigned seeds = 0; seeds < ring(); ++seeds)
        for (unsigned i = 1; i <= seeds; ++i) {
          const unsigned place = (pit + i) % ring();
          if (place <= pits_) {
            sown_[pit][seeds].own += in_byte(1, place);
          } else {
            sown_[pit][seeds].other += in_byte(1, place - pits_ - 1);
          }
        }
  }
  [[nodiscard]] constexpr const Params& params() const { return params_; }
  [[nodiscard]] static std::string problem(const Params& /*params*/) { return {}; }

  [[nodiscard]] constexpr State start() const {
    const Row row = ones & pit_bytes_;
    return {.rows = {row * static_cast<unsigned>(params_.seeds), row * static_cast<unsigned>(params_.seeds)}};
  }
  [[nodiscard]] constexpr Player current_player(const State& state) const { return state.player; }
  [[nodiscard]] constexpr std::size_t legal_limit() const { return pits_; }

  constexpr void legal_moves(const State& state, MoveListOf<Kalah>& moves) const {
    for_each_bit(filled_pits(state.rows[state.player]),
                 [&](unsigned bit) { moves.push_back(static_cast<Move>(bit / 8)); });
  }
  [[nodiscard]] constexpr std::size_t count_legal(const State& state) const {
    return static_cast<std::size_t>(std::popcount(filled_pits(state.rows[state.player])));
  }

  constexpr void apply(State& state, Move pit) const {
    Row& own = state.rows[state.player];
    Row& other = state.rows[state.player ^ 1U];
    if (!sow(own, other, pit)) state.player ^= 1U;
    if (is_over(own, other)) sweep(own, other);
  }

  [[nodiscard]] constexpr std::optional<std::array<double, 2>> outcome(const State& state) const {
    if (!is_over(state.rows[0], state.rows[1])) return std::nullopt;
    return rewards(state.rows[0], state.rows[1]);
  }

  // Every move brings a seed to a store or only moves seeds within a side. Of the latter there are few in a
  // row: pit 1 is emptied once, as nothing fills it, pit 2 twice, pit 3 four times …, and the last pit
  // always feeds the store.
  [[nodiscard]] constexpr std::size_t max_moves() const {
    const std::size_t within_sides = 2 * ((std::size_t{1} << (pits_ - 1)) - 1);
    return (total_seeds() + 1) * (within_sides + 1);
  }

  [[nodiscard]] constexpr std::uint64_t hash(const State& state) const {
    return mix64(mix64(mix64(state.rows[0]) ^ state.rows[1]) ^ state.player);
  }

  [[nodiscard]] constexpr std::array<double, 2> playout(const State& state, Random& random) const {
    Row own = state.rows[state.player];
    Row other = state.rows[state.player ^ 1U];
    unsigned player = state.player;
    while (!is_over(own, other)) {
      const Row filled = filled_pits(own);
      const auto k = random.below(static_cast<unsigned>(std::popcount(filled)));
      const bool again = sow(own, other, select_bit(filled, static_cast<unsigned>(k)) / 8);
      // Without a branch, which would often be mispredicted.
      const Row turn = again ? 0 : own ^ other;
      own ^= turn;
      other ^= turn;
      player ^= again ? 0U : 1U;
    }
    sweep(own, other);
    return player == 0 ? rewards(own, other) : rewards(other, own);
  }

  // The lead in seeds, squashed into (-1, 1). Those in the store are safe; those in the pits count a quarter.
  [[nodiscard]] constexpr std::array<double, 2> heuristic(const State& state) const {
    constexpr double half_way = 4;  // a lead of so many seeds is worth 1/2
    const auto seeds = [&](std::size_t player) {
      const Row row = state.rows[player];
      return byte(row, pits_) + 0.25 * static_cast<double>((row & pit_bytes_) * ones >> 56U);
    };
    const double lead = seeds(0) - seeds(1);
    const double value = lead / (half_way + (lead < 0 ? -lead : lead));
    return {value, -value};
  }

  // The cells are those of the picture, seen by the player to move, with that player's pits below. Planes: at
  // least 1, 2, … 15 seeds, the bits of the number of seeds, and ones for pits and stores. A move is its
  // pit's cell.
  [[nodiscard]] constexpr Encoding encoding() const {
    return {.rows = 2, .columns = static_cast<int>(pits_ + 2), .planes = seed_planes + bit_planes + 1};
  }
  void encode(const State& state, std::span<float> inputs) const {
    std::fill(inputs.begin(), inputs.end(), 0.0F);
    const std::size_t columns = pits_ + 2;
    for (const unsigned side : {0U, 1U})
      for (unsigned i = 0; i <= pits_; ++i) {
        const std::size_t cell = side == 0 ? columns + i + 1 : pits_ - i;
        const unsigned seeds = byte(state.rows[state.player ^ side], i);
        const auto set = [&](unsigned plane, bool value) {
          inputs[plane * 2 * columns + cell] = value ? 1.0F : 0.0F;
        };
        for (unsigned k = 0; k < seed_planes; ++k) set(k, seeds > k);
        for (unsigned k = 0; k < bit_planes; ++k) set(seed_planes + k, (seeds >> k & 1U) != 0);
        set(seed_planes + bit_planes, true);
      }
  }
  [[nodiscard]] constexpr std::size_t move_output(const State& /*state*/, Move pit) const {
    return pits_ + 2 + pit + 1U;
  }

  [[nodiscard]] std::string print_move(const State& /*state*/, Move pit) const {
    return std::to_string(pit + 1);
  }
  [[nodiscard]] std::optional<Move> parse_move(const State& /*state*/, std::string_view text) const {
    if (text.size() != 1 || text[0] < '1' || text[0] > '0' + params_.pits) return std::nullopt;
    return static_cast<Move>(text[0] - '1');
  }

  // South's pits and store, North's, and who is to move: "4,4,4,4,4,4,0/4,4,4,4,4,4,0 s".
  [[nodiscard]] std::string print_position(const State& state) const {
    return print_row(state.rows[0]) + '/' + print_row(state.rows[1]) + ' ' + "sn"[state.player];
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;

  // North's pits above, from right to left; the stores at the ends.
  [[nodiscard]] Picture picture(const State& state) const {
    Picture picture;
    picture.rows = 2;
    picture.columns = pits_ + 2;
    picture.cells.resize(2 * picture.columns);
    const bool over = outcome(state).has_value();
    for (const unsigned player : {0U, 1U}) {
      const std::size_t row = player == 0 ? 1 : 0;
      for (unsigned i = 0; i <= pits_; ++i) {
        Picture::Cell& cell = picture.at(row, player == 0 ? i + 1 : pits_ - i);
        cell.text = std::to_string(byte(state.rows[player], i));
        cell.owner = static_cast<int>(player);
        cell.name = (player == 0 ? "South " : "North ") + (i < pits_ ? std::to_string(i + 1) : "store");
        if (i < pits_ && player == state.player && !over) cell.move = std::to_string(i + 1);
      }
      picture.at(row, player == 0 ? 0 : pits_ + 1).absent = true;
    }
    return picture;
  }

  [[nodiscard]] GameDescription describe() const {
    return {
        .title = "Kalah",
        .rules =
            "Sow the seeds of one of your pits counterclockwise. Ending in your store, you move again; "
            "ending in an empty pit of yours, you capture it and the pit opposite, if that has seeds. When "
            "one side is empty, the other takes what is left there. More seeds win.",
        .notation = "the pit, counted from the mover's left: 3",
        .sides = {{"South", "#c0392b"}, {"North", "#2563a8"}},
        .board = BoardStyle::pits,
        .variants = {{"6 pits, 4 seeds", ""},
                     {"6 pits, 3 seeds", "seeds=3"},
                     {"6 pits, 6 seeds", "seeds=6"},
                     {"4 pits, 4 seeds", "pits=4"}},
        // 83 % (± 7) of 100 games against whole random games, in the time of 2,000 simulations a move.
        .uct = "depth=4"};
  }

 private:
  static constexpr Row ones = 0x0101'0101'0101'0101;
  static constexpr int seed_planes = 15;  // as many seeds as a round has places, at most
  static constexpr int bit_planes = 8;
  struct Sown {
    Row own = 0;
    Row other = 0;
  };

  Params params_;
  unsigned pits_;
  Row pit_bytes_;  // all bits but the store's
  // What is added by sowing less than a round, by the pit and the number of seeds.
  std::array<std::array<Sown, 2 * most_pits + 1>, most_pits> sown_{};

  [[nodiscard]] constexpr unsigned ring() const { return 2 * pits_ + 1; }
  [[nodiscard]] constexpr unsigned total_seeds() const {
    return 2 * pits_ * static_cast<unsigned>(params_.seeds);
  }
  static constexpr Row in_byte(unsigned number, unsigned place) { return Row{number} << (8 * place); }
  static constexpr unsigned byte(Row row, unsigned place) {
    return static_cast<unsigned>(row >> (8 * place) & 0xffU);
  }

  // The highest bit of the byte of every pit that has seeds.
  [[nodiscard]] constexpr Row filled_pits(Row row) const {
    constexpr Row low = 0x7f * ones;
    return (((row & low) + low) | row) & ~low & pit_bytes_;
  }
  [[nodiscard]] constexpr bool is_over(Row first, Row second) const {
    return (first & pit_bytes_) == 0 || (second & pit_bytes_) == 0;
  }

  // Sows and captures; true if the last seed falls into the mover's store.
  constexpr bool sow(Row& own, Row& other, unsigned pit) const {
    const unsigned seeds = byte(own, pit);
    own &= ~in_byte(0xff, pit);
    unsigned rest = seeds;
    if (seeds >= ring()) [[unlikely]] {
      const unsigned rounds = seeds / ring();
      rest = seeds % ring();
      own += rounds * (ones & (pit_bytes_ << 8U | 0xffU));
      other += rounds * (ones & pit_bytes_);
    }
    own += sown_[pit][rest].own;
    other += sown_[pit][rest].other;
    const unsigned last = pit + rest < ring() ? pit + rest : pit + rest - ring();
    // Captures without a branch, which would often be mispredicted; what `last & 7` finds elsewhere is
    // unused.
    const unsigned opposite = (pits_ - 1 - last) & 7U;
    const unsigned seen = byte(other, opposite);
    const bool captures =
        bool(unsigned(last < pits_) & unsigned(byte(own, last & 7U) == 1) & unsigned(seen > 0));
    const unsigned captured = captures ? seen : 0;
    own += in_byte(captured, pits_) + (captures ? in_byte(1, pits_) - in_byte(1, last & 7U) : 0);
    other -= in_byte(captured, opposite);
    return last == pits_;
  }

  // What is left in the pits goes to the stores.
  constexpr void sweep(Row& first, Row& second) const {
    for (Row* row : {&first, &second})
      *row = in_byte(static_cast<unsigned>((*row & pit_bytes_) * ones >> 56U) + byte(*row, pits_), pits_);
  }
  static constexpr std::array<double, 2> rewards(Row first, Row second) {
    return first == second ? draw_for_all() : win_for(first > second ? 0 : 1);
  }

  [[nodiscard]] std::string print_row(Row row) const {
    std::string text;
    for (unsigned i = 0; i <= pits_; ++i) text += std::to_string(byte(row, i)) + (i < pits_ ? "," : "");
    return text;
  }
  [[nodiscard]] std::optional<Row> parse_row(std::string_view text) const {
    Row row = 0;
    for (unsigned i = 0; i <= pits_; ++i) {
      const std::size_t comma = text.find(',');
      if ((comma == std::string_view::npos) != (i == pits_)) return std::nullopt;
      const auto number = parse_whole(text.substr(0, comma), 0, static_cast<int>(total_seeds()));
      if (!number) return std::nullopt;
      row |= in_byte(static_cast<unsigned>(*number), i);
      if (i < pits_) text.remove_prefix(comma + 1);
    }
    return row;
  }
};

inline Result<Kalah::State> Kalah::parse_position(std::string_view text) const {
  const auto wrong = [&](const std::string& what) {
    return Error{"position '" + detail::shorten(text) + "': " + what + "; the start is '" +
                 print_position(start()) + "'"};
  };
  const std::size_t slash = text.find('/');
  const std::size_t space = text.rfind(' ');
  if (slash == std::string_view::npos || space == std::string_view::npos || space < slash)
    return wrong("it has South's pits and store, '/', North's, a space and who is to move, s or n");
  const std::string_view player = text.substr(space + 1);
  if (player != "s" && player != "n") return wrong("after the space comes s or n, who is to move");
  State state{.rows = {}, .player = static_cast<std::uint8_t>(player == "s" ? 0 : 1)};
  unsigned seeds = 0;
  for (const std::size_t side : {0U, 1U}) {
    const auto row = parse_row(side == 0 ? text.substr(0, slash) : text.substr(slash + 1, space - slash - 1));
    if (!row)
      return wrong(std::string(side == 0 ? "South" : "North") + " does not have " +
                   std::to_string(pits_ + 1) + " numbers from 0 to " + std::to_string(total_seeds()) +
                   " with commas between");
    state.rows[side] = *row;
    for (unsigned i = 0; i <= pits_; ++i) seeds += byte(*row, i);
  }
  if (seeds != total_seeds())
    return wrong("there are " + std::to_string(seeds) + " seeds instead of " + std::to_string(total_seeds()));
  if (is_over(state.rows[0], state.rows[1]) && ((state.rows[0] | state.rows[1]) & pit_bytes_) != 0)
    return wrong("one side has no seeds left, so that what is left on the other belongs in its store");
  return state;
}

static_assert(Game<Kalah> && WinDrawLoss<Kalah> && HasParams<Kalah> && HasMaxMoves<Kalah>);
static_assert(HasLegalLimit<Kalah> && HasLegalCount<Kalah> && HasHash<Kalah> && HasPlayout<Kalah>);
static_assert(HasHeuristic<Kalah> && HasEncoding<Kalah>);
static_assert(HasMoveText<Kalah> && HasPositionText<Kalah> && HasPicture<Kalah> && HasDescription<Kalah>);

}  // namespace banyan
