// The Game of the Amazons (Walter Zamkauskas, 1988). White (player 0) begins. A player moves one of their
// amazons, as a queen of chess, to a free square, and from there shoots an arrow, again as a queen moves, to
// a free square (perhaps the one just left), which is blocked from then on. A player who can't move loses:
// there are no draws.
//
// On 10 × 10 White begins on a4 d1 g1 j4, Black on a7 d10 g10 j7; other sizes have them a third of the side
// from the corners, 6 × 6 on a2 b1 e1 f2 and a5 b6 e6 f5.
//
//   State    the occupied squares as lines (amazons_lines.hpp)      116 bytes
//            four amazons a side, by their squares' numbers            8
//            moves so far, which is also the number of arrows          2, Zobrist key 8
//
// A move has three squares, and there are up to 2176 of them in games on 10 × 10. There is no encoding for
// networks: planes for all pairs of ways would be more than the 256 that a network may have.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <banyan/game/game.hpp>
#include <banyan/games/amazons_lines.hpp>
#include <banyan/games/amazons_territory.hpp>
#include <banyan/games/board_text.hpp>
#include <banyan/games/fen.hpp>

namespace banyan {

class Amazons {
 public:
  static constexpr std::string_view name = "amazons";
  static constexpr int max_players = 2;
  static constexpr std::size_t amazons_each = 4;
  static constexpr std::size_t max_legal = amazons_each * amazons::longest_reach(amazons::longest_side) *
                                           amazons::longest_reach(amazons::longest_side);
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;

  struct Params {
    int size = 10;

    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("size", self.size, between(4, amazons::longest_side), "rows and columns of the board");
    }
  };

  using Square = amazons::Square;
  struct Move {
    Square from = 0;
    Square to = 0;
    Square arrow = 0;
    friend constexpr bool operator==(Move, Move) = default;
  };
  using Side = std::array<Square, amazons_each>;  // in the order of their numbers; no_square at the end
  struct State {
    std::uint64_t key = 0;
    amazons::Lines taken;  // squares with an amazon or an arrow
    std::array<Side, 2> sides{};
    std::uint16_t moves = 0;
    friend constexpr bool operator==(const State&, const State&) = default;
  };

  Amazons() : Amazons(Params{}) {}
  explicit Amazons(const Params& params) : params_(params) {
    start_.taken = amazons::Lines(params.size);
    const int near = (params.size - 1) / 3;
    const int far = params.size - 1 - near;
    const int last = params.size - 1;
    for (Side& side : start_.sides) side.fill(amazons::no_square);
    for (const auto& [row, column] : {std::pair{0, near}, {0, far}, {near, 0}, {near, last}}) {
      add_amazon(start_, 0, amazons::square_at(row, column));
      add_amazon(start_, 1, amazons::square_at(last - row, column));
    }
  }
  [[nodiscard]] const Params& params() const { return params_; }
  [[nodiscard]] static std::string problem(const Params& /*params*/) { return {}; }
  [[nodiscard]] std::size_t legal_limit() const {
    return amazons_each * amazons::longest_reach(params_.size) * amazons::longest_reach(params_.size);
  }
  // Each move leaves an arrow.
  [[nodiscard]] std::size_t max_moves() const {
    return static_cast<std::size_t>(params_.size * params_.size);
  }

  [[nodiscard]] State start() const { return start_; }
  [[nodiscard]] Player current_player(const State& state) const { return state.moves & 1; }

  void legal_moves(const State& state, MoveListOf<Amazons>& moves) const {
    for_each_way(state, [&](Square from, Square to, const amazons::Reach& arrows) {
      amazons::Lines::for_each(to, arrows, [&](Square arrow) { moves.push_back({from, to, arrow}); });
    });
  }
  [[nodiscard]] std::size_t count_legal(const State& state) const {
    std::size_t count = 0;
    for_each_way(state, [&](Square, Square, const amazons::Reach& arrows) { count += arrows.total; });
    return count;
  }

  void apply(State& state, Move move) const {
    const std::size_t player = state.moves & 1U;
    Side& side = state.sides[player];
    std::size_t i = 0;
    while (i + 1 < side.size() && side[i] != move.from) ++i;
    side[i] = move.to;
    for (; i > 0 && side[i - 1] > side[i]; --i) std::swap(side[i - 1], side[i]);
    for (; i + 1 < side.size() && side[i] > side[i + 1]; ++i) std::swap(side[i], side[i + 1]);
    state.taken.toggle(move.from);
    state.taken.toggle(move.to);
    state.taken.toggle(move.arrow);
    state.key ^= key_of(player, move.from) ^ key_of(player, move.to) ^ key_of(2, move.arrow);
    ++state.moves;
  }

  [[nodiscard]] std::optional<std::array<double, 2>> outcome(const State& state) const {
    for (const Square amazon : state.sides[state.moves & 1U])
      if (amazon != amazons::no_square && state.taken.reach(amazon).total > 0) return std::nullopt;
    return win_for((state.moves & 1) ^ 1);
  }

  [[nodiscard]] std::uint64_t hash(const State& state) const { return mix64(state.key); }
  [[nodiscard]] std::uint64_t hash_from_scratch(const State& state) const {
    std::uint64_t key = 0;
    for_each_square([&](Square square) {
      const int owner = owner_of(state, square);
      if (owner >= 0 || state.taken.has(square))
        key ^= key_of(owner < 0 ? 2 : static_cast<std::size_t>(owner), square);
    });
    return mix64(key);
  }

  [[nodiscard]] std::array<double, 2> playout(const State& state, Random& random) const;

  // Squares that one side reaches before the other, squashed into (-1, 1). Where both do at once, who is to
  // move has a little more.
  [[nodiscard]] std::array<double, 2> heuristic(const State& state) const {
    constexpr double half_way = 4;  // a lead of so much is worth 1/2
    amazons::Territory territory(state.taken, params_.size);
    for (const std::size_t side : {0U, 1U})
      for (const Square amazon : state.sides[side])
        if (amazon != amazons::no_square) territory.add(side, amazon);
    const double lead = territory.lead((state.moves & 1U) == 0 ? 0.2 : -0.2);
    const double value = lead / (half_way + std::abs(lead));
    return {value, -value};
  }

  [[nodiscard]] int symmetry_count() const { return square_symmetries; }
  [[nodiscard]] Move transform_move(Move move, int symmetry) const {
    return {image_of(move.from, symmetry), image_of(move.to, symmetry), image_of(move.arrow, symmetry)};
  }
  [[nodiscard]] State transform(const State& state, int symmetry) const {
    State image = empty_board();
    for_each_square([&](Square square) {
      const int owner = owner_of(state, square);
      if (owner >= 0)
        add_amazon(image, static_cast<std::size_t>(owner), image_of(square, symmetry));
      else if (state.taken.has(square))
        add_arrow(image, image_of(square, symmetry));
    });
    return image;
  }

  [[nodiscard]] std::string print_move(const State& /*state*/, Move move) const {
    return text_of(move.from) + '-' + text_of(move.to) + '/' + text_of(move.arrow);
  }
  // Also d1-d7-g7, d1-d7(g7), d1-d7xg7 and without signs, in capitals too.
  [[nodiscard]] std::optional<Move> parse_move(const State& state, std::string_view text) const;

  // The board as in chess, Q for White's amazons, q for Black's, x for arrows, and who is to move.
  [[nodiscard]] std::string print_position(const State& state) const {
    return print_fen_board(params_.size, params_.size,
                           [&](int row, int column) {
                             const Square square = amazons::square_at(row, column);
                             const int owner = owner_of(state, square);
                             return owner >= 0 ? "Qq"[owner] : state.taken.has(square) ? 'x' : ' ';
                           }) +
           ' ' + "wb"[state.moves & 1U];
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;

  [[nodiscard]] Picture picture(const State& state) const;
  void move_cells(const State& /*state*/, Move move, CellPath& cells) const {
    for (const Square square : {move.from, move.to, move.arrow})
      cells.push_back(static_cast<std::uint16_t>((params_.size - 1 - amazons::row_of(square)) * params_.size +
                                                 amazons::column_of(square)));
  }

  [[nodiscard]] GameDescription describe() const {
    return {
        .title = "Amazons",
        .rules =
            "Move one of your amazons as a queen in chess, then shoot an arrow from where it stands, again "
            "as a queen moves. The arrow's square is blocked for good; nothing passes or stands on it. A "
            "player who can't move loses.",
        .notation = "from, to and arrow: d1-d7/g7",
        .sides = {{"White", "#f4f1e8"}, {"Black", "#2b2b2b"}},
        .board = BoardStyle::checkered,
        .variants = {{"10 × 10", "size=10"}, {"8 × 8", "size=8"}, {"6 × 6", "size=6"}},
        .uct = "depth=4"};
  }

 private:
  Params params_;
  State start_;

  static constexpr std::uint64_t key_of(std::size_t what, Square square) {
    return mix64(0xa3a2'0000 + 256 * std::uint64_t{what} + square);
  }
  [[nodiscard]] State empty_board() const {
    State state;
    state.taken = amazons::Lines(params_.size);
    for (Side& side : state.sides) side.fill(amazons::no_square);
    return state;
  }
  static void add_amazon(State& state, std::size_t player, Square square) {
    state.sides[player].back() = square;
    std::ranges::sort(state.sides[player]);
    state.taken.toggle(square);
    state.key ^= key_of(player, square);
  }
  static void add_arrow(State& state, Square square) {
    state.taken.toggle(square);
    state.key ^= key_of(2, square);
    ++state.moves;
  }

  static int owner_of(const State& state, Square square) {
    for (const int side : {0, 1})
      for (const Square amazon : state.sides[static_cast<std::size_t>(side)])
        if (amazon == square) return side;
    return -1;
  }
  static std::string text_of(Square square) {
    return print_square(amazons::row_of(square), amazons::column_of(square));
  }
  [[nodiscard]] Square image_of(Square square, int symmetry) const {
    const auto [row, column] =
        transform_square(amazons::row_of(square), amazons::column_of(square), params_.size, symmetry);
    return amazons::square_at(row, column);
  }
  template <class Visit>
  void for_each_square(Visit&& visit) const {
    for (int row = 0; row < params_.size; ++row)
      for (int column = 0; column < params_.size; ++column) visit(amazons::square_at(row, column));
  }

  // Calls visit(from, to, where arrows go from there) for each way of an amazon.
  template <class Visit>
  static void for_each_way(const State& state, Visit&& visit) {
    amazons::Lines taken = state.taken;
    for (const Square from : state.sides[state.moves & 1U]) {
      if (from == amazons::no_square) continue;
      const amazons::Reach ways = taken.reach(from);
      taken.toggle(from);
      amazons::Lines::for_each(from, ways, [&](Square to) { visit(from, to, taken.reach(to)); });
      taken.toggle(from);
    }
  }
};

// A move is drawn without listing them all: a way of an amazon, each as likely, then one of as many places
// for the arrow as there can be at most; if it has fewer places than that number, both are drawn again. So
// all moves are equally likely.
inline std::array<double, 2> Amazons::playout(const State& state, Random& random) const {
  amazons::Lines taken = state.taken;
  std::array<Side, 2> sides = state.sides;
  std::size_t player = state.moves & 1U;
  std::size_t free = 0;
  for_each_square([&](Square square) { free += taken.has(square) ? 0 : 1; });
  while (true) {
    std::array<amazons::Reach, amazons_each> ways{};
    unsigned total = 0;
    for (std::size_t i = 0; i < amazons_each; ++i)
      if (sides[player][i] != amazons::no_square) {
        ways[i] = taken.reach(sides[player][i]);
        total += ways[i].total;
      }
    if (total == 0) return win_for(static_cast<Player>(player ^ 1U));
    const std::size_t most = std::min(free, amazons::longest_reach(params_.size));
    while (true) {
      auto k = static_cast<unsigned>(random.below(total));
      std::size_t i = 0;
      for (; k >= ways[i].total; ++i) k -= ways[i].total;
      const Square from = sides[player][i];
      const Square to = amazons::Lines::pick(from, ways[i], k);
      const auto place = static_cast<unsigned>(random.below(most));
      taken.toggle(from);
      const amazons::Reach arrows = taken.reach(to);
      if (place >= arrows.total) {
        taken.toggle(from);
        continue;
      }
      taken.toggle(to);
      taken.toggle(amazons::Lines::pick(to, arrows, place));
      sides[player][i] = to;
      break;
    }
    --free;
    player ^= 1U;
  }
}

inline std::optional<Amazons::Move> Amazons::parse_move(const State& /*state*/, std::string_view text) const {
  std::array<Square, 3> squares{};
  constexpr std::array<std::string_view, 3> signs{"", "-", "/-(x,"};  // one of them may stand before a square
  for (std::size_t i = 0; i < squares.size(); ++i) {
    if (!text.empty() && signs[i].find(text[0]) != std::string_view::npos) text.remove_prefix(1);
    const std::size_t end =
        std::min(text.find_first_not_of("0123456789", std::min<std::size_t>(1, text.size())), text.size());
    const auto square = parse_square(text.substr(0, end), params_.size, params_.size);
    if (!square) return std::nullopt;
    squares[i] = amazons::square_at(square->row, square->column);
    text.remove_prefix(end);
  }
  if (text == ")") text.remove_prefix(1);
  if (!text.empty()) return std::nullopt;
  return Move{squares[0], squares[1], squares[2]};
}

inline Result<Amazons::State> Amazons::parse_position(std::string_view text) const {
  const auto fields = split_fields(text);
  const auto wrong = [&](const std::string& what) {
    return Error{"position '" + detail::shorten(text) + "': " + what};
  };
  if (fields.size() != 2 || (fields[1] != "w" && fields[1] != "b"))
    return wrong("after the board come a space and w or b, who is to move");
  State state = empty_board();
  std::array<std::size_t, 2> counts{};
  auto read =
      parse_fen_board(fields[0], params_.size, params_.size, "Qqx", [&](int row, int column, char letter) {
        const Square square = amazons::square_at(row, column);
        if (letter == 'x') return add_arrow(state, square);
        const std::size_t side = letter == 'Q' ? 0 : 1;
        if (++counts[side] <= amazons_each) add_amazon(state, side, square);
      });
  if (!read) return read.error();
  for (const std::size_t side : {0U, 1U})
    if (counts[side] < 1 || counts[side] > amazons_each)
      return wrong(std::string(side == 0 ? "White" : "Black") + " has " + std::to_string(counts[side]) +
                   " amazons; each side has 1 to 4");
  if ((fields[1] == "w") != (state.moves % 2 == 0))
    return wrong(
        "there are " + std::to_string(state.moves) +
        " arrows; White moves first and each move shoots one, so with an even number w is to move and "
        "with an odd number b");
  return state;
}

inline Picture Amazons::picture(const State& state) const {
  Picture picture = board_picture(params_.size, params_.size, [&](int row, int column) {
    return owner_of(state, amazons::square_at(row, column));
  });
  for (std::size_t i = 0; i < picture.cells.size(); ++i) {
    Picture::Cell& cell = picture.cells[i];
    cell.name = std::exchange(cell.move, {});
    const int row = params_.size - 1 - static_cast<int>(i) / params_.size;
    const int column = static_cast<int>(i) % params_.size;
    if (cell.owner >= 0) {
      cell.text = cell.owner == 0 ? "Q" : "q";
      cell.glyph = "♛";
    } else if (state.taken.has(amazons::square_at(row, column))) {
      cell.text = "x";
      cell.glyph = "✖";
    }
  }
  return picture;
}

static_assert(Game<Amazons> && WinDrawLoss<Amazons> && HasParams<Amazons> && HasLegalCount<Amazons>);
static_assert(HasMaxMoves<Amazons> && HasLegalLimit<Amazons> && HasHash<Amazons> && HasSymmetries<Amazons>);
static_assert(HasPlayout<Amazons> && HasHeuristic<Amazons> && HasMoveText<Amazons>);
static_assert(HasPositionText<Amazons> && HasMoveCells<Amazons> && HasDescription<Amazons>);

}  // namespace banyan
