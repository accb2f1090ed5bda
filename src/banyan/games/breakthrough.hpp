// Breakthrough (Dan Troyka, 2000). White (player 0) begins. A piece moves one square straight or diagonally
// forward; it captures diagonally, and is not obliged to. A player who reaches the far row, or captures all
// pieces of the other, wins: there are no draws. Boards up to 8×8; each side begins with its two nearest rows
// full, or with one row where the board has fewer than six.
//
// Each side's pieces are the bits of a word; a square's number is row * 8 + column on every board, row 0 at
// the bottom, where White's pieces start:
//
//     3 |16 17 18 …
//     2 | 8  9 10 …
//     1 | 0  1  2 …
//         a  b  c
//
// A state takes 24 bytes. The player to move always has a move: the foremost piece can go diagonally, since
// no piece of its own stands further ahead.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <banyan/core/bits.hpp>
#include <banyan/game/game.hpp>
#include <banyan/games/board_planes.hpp>
#include <banyan/games/board_text.hpp>
#include <banyan/games/fen.hpp>

namespace banyan {

class Breakthrough {
 public:
  static constexpr std::string_view name = "breakthrough";
  static constexpr int max_players = 2;
  static constexpr int stride = 8;                  // squares from a row to the next
  static constexpr std::size_t max_legal = 16 * 3;  // three moves for each piece
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;

  struct Params {
    int width = 8;
    int height = 8;

    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("width", self.width, between(2, stride), "columns of the board");
      visit("height", self.height, between(3, stride), "rows of the board");
    }
  };

  using Board = std::uint64_t;
  struct Move {
    std::uint8_t from = 0;
    std::uint8_t to = 0;
    friend constexpr bool operator==(Move, Move) = default;
  };
  struct State {
    std::array<Board, 2> pieces{};  // of player 0, of player 1
    std::uint8_t player = 0;        // who is to move
    friend constexpr bool operator==(const State&, const State&) = default;
  };

  constexpr Breakthrough() : Breakthrough(Params{}) {}
  constexpr explicit Breakthrough(const Params& params) : params_(params) {
    for (int row = 0; row < params.height; ++row) board_ |= row_mask(row);
  }
  [[nodiscard]] constexpr const Params& params() const { return params_; }
  [[nodiscard]] static std::string problem(const Params& /*params*/) { return {}; }

  [[nodiscard]] constexpr State start() const {
    State state;
    for (int row = 0; row < (params_.height < 6 ? 1 : 2); ++row) {
      state.pieces[0] |= row_mask(row);
      state.pieces[1] |= row_mask(params_.height - 1 - row);
    }
    return state;
  }
  [[nodiscard]] constexpr Player current_player(const State& state) const { return state.player; }

  constexpr void legal_moves(const State& state, MoveListOf<Breakthrough>& moves) const {
    push_moves(state.player, targets(state), moves);
  }

  [[nodiscard]] constexpr std::size_t count_legal(const State& state) const {
    int count = 0;
    for (const Board each : targets(state)) count += std::popcount(each);
    return static_cast<std::size_t>(count);
  }

  constexpr void apply(State& state, Move move) const {
    state.pieces[state.player] ^= bit(move.from) | bit(move.to);
    state.player ^= 1U;
    state.pieces[state.player] &= ~bit(move.to);
  }

  [[nodiscard]] constexpr std::optional<std::array<double, 2>> outcome(const State& state) const {
    if ((state.pieces[0] & goal(0)) != 0 || state.pieces[1] == 0) return win_for(0);
    if ((state.pieces[1] & goal(1)) != 0 || state.pieces[0] == 0) return win_for(1);
    return std::nullopt;
  }

  // Each move brings a piece a row forward.
  [[nodiscard]] constexpr std::size_t max_moves() const {
    return static_cast<std::size_t>(params_.width * params_.height * params_.height);
  }

  [[nodiscard]] constexpr std::uint64_t hash(const State& state) const {
    return mix64(mix64(mix64(state.pieces[0]) ^ state.pieces[1]) ^ state.player);
  }

  [[nodiscard]] constexpr std::array<double, 2> playout(const State& state, Random& random) const {
    return random_game<false>(state, random);
  }
  [[nodiscard]] constexpr std::array<double, 2> decisive_playout(const State& state, Random& random) const {
    return random_game<true>(state, random);
  }

  // The lead in pieces, squashed into (-1, 1). A piece is worth the more the nearer it is to its goal; of
  // those that can be captured now and are not guarded one is lost.
  [[nodiscard]] constexpr std::array<double, 2> heuristic(const State& state) const {
    constexpr double half_way = 2;  // an advantage of so many pieces is worth 1/2
    double lead = worth(0, state.pieces[0]) - worth(1, state.pieces[1]);
    const unsigned waiting = state.player ^ 1U;
    const Board hanging = state.pieces[waiting] & attacked_by(state.player, state.pieces[state.player]) &
                          ~attacked_by(waiting, state.pieces[waiting]);
    if (hanging != 0) lead += state.player == 0 ? 1 : -1;
    const double value = lead / (half_way + (lead < 0 ? -lead : lead));
    return {value, -value};
  }

  // A piece that is a step from its goal gets there, straight or diagonally, unless it is captured now.
  constexpr Urgency decisive_moves(const State& state, MoveListOf<Breakthrough>& moves) const {
    const Targets all = targets(state);
    Targets urgent = all;
    const Urgency urgency = decide(state.player, state.pieces[state.player ^ 1U], urgent);
    if (urgency == Urgency::lost) urgent = all;
    if (urgency != Urgency::none) push_moves(state.player, urgent, moves);
    return urgency;
  }

  // The only symmetry mirrors the columns.
  [[nodiscard]] constexpr int symmetry_count() const { return 2; }
  [[nodiscard]] constexpr Move transform_move(Move move, int symmetry) const {
    return {transform_square_number(move.from, symmetry), transform_square_number(move.to, symmetry)};
  }
  [[nodiscard]] constexpr State transform(const State& state, int symmetry) const {
    State image{.pieces = {}, .player = state.player};
    for (const std::size_t side : {0U, 1U})
      for_each_bit(state.pieces[side], [&](unsigned square) {
        image.pieces[side] |= bit(transform_square_number(static_cast<std::uint8_t>(square), symmetry));
      });
    return image;
  }

  // The board is seen from the side of the player to move, whose pieces are at the bottom. A move stands at
  // the square it comes from, in the plane of its direction: to the left, straight, to the right.
  [[nodiscard]] constexpr Encoding encoding() const {
    return {
        .rows = params_.height, .columns = params_.width, .planes = stone_planes, .move_planes = directions};
  }
  constexpr void encode(const State& state, std::span<float> inputs) const {
    fill_stone_planes(encoding(), inputs, state.player,
                      [&](int row, int column) { return owner(state, seen_row(state.player, row), column); });
  }
  [[nodiscard]] constexpr std::size_t move_output(const State& state, Move move) const {
    const int row = seen_row(state.player, move.from / stride);
    const int plane = move.to % stride - move.from % stride + 1;
    return static_cast<std::size_t>((plane * params_.height + row) * params_.width + move.from % stride);
  }
  [[nodiscard]] constexpr std::size_t transform_cell(std::size_t cell, int symmetry) const {
    return transform_board_cell(encoding(), cell, symmetry);
  }
  [[nodiscard]] constexpr std::size_t transform_plane(std::size_t plane, int symmetry) const {
    return symmetry == 0 ? plane : directions - 1 - plane;
  }

  [[nodiscard]] std::string print_move(const State& /*state*/, Move move) const {
    return print_square(move.from / stride, move.from % stride) +
           print_square(move.to / stride, move.to % stride);
  }
  // Also with '-' or 'x' in between, as in a2-a3 and a2xb3.
  [[nodiscard]] std::optional<Move> parse_move(const State& /*state*/, std::string_view text) const {
    if (text.size() == 5 && (text[2] == '-' || text[2] == 'x')) {
      return parse_squares(text.substr(0, 2), text.substr(3));
    }
    return text.size() == 4 ? parse_squares(text.substr(0, 2), text.substr(2)) : std::nullopt;
  }

  [[nodiscard]] std::string print_coordinates(const State& state, Move move) const {
    return print_move(state, move);
  }

  // The board as in chess, P for White's pieces and p for Black's, and who is to move: "pppp/…/PPPP w".
  [[nodiscard]] std::string print_position(const State& state) const {
    return print_fen_board(params_.height, params_.width,
                           [&](int row, int column) { return "pP "[letter_index(state, row, column)]; }) +
           ' ' + "wb"[state.player];
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;

  [[nodiscard]] Picture picture(const State& state) const {
    Picture picture = board_picture(params_.height, params_.width,
                                    [&](int row, int column) { return owner(state, row, column); });
    for (Picture::Cell& cell : picture.cells) {
      cell.name = std::move(cell.move);
      cell.move.clear();
      cell.text = cell.owner < 0 ? "" : cell.owner == 0 ? "P" : "p";
      cell.glyph = cell.owner < 0 ? "" : "♟";
    }
    return picture;
  }
  void move_cells(const State& /*state*/, Move move, CellPath& cells) const {
    for (const std::uint8_t square : {move.from, move.to})
      cells.push_back(static_cast<std::uint16_t>((params_.height - 1 - square / stride) * params_.width +
                                                 square % stride));
  }

  [[nodiscard]] GameDescription describe() const {
    return {.title = "Breakthrough",
            .rules =
                "Pieces move one square forward, straight or diagonally, and capture only diagonally. "
                "The first to reach the far row, or to capture everything, wins.",
            .notation = "from and to: a2a3, a2b3",
            .sides = {{"White", "#f4f1e8"}, {"Black", "#2b2b2b"}},
            .board = BoardStyle::checkered,
            .variants = {{"8 × 8", ""}, {"6 × 6", "width=6,height=6"}, {"5 × 5", "width=5,height=5"}},
            // 91 % (± 6) of 100 games against whole random games, in the time of 2,000 simulations a move.
            .uct = "depth=0",
            .uci_options = "UCI_Variant=breakthrough"};
  }

 private:
  // Where pieces can go, to the left, straight and to the right, as White sees it: the columns to the left
  // have smaller numbers.
  static constexpr int directions = 3;
  using Targets = std::array<Board, directions>;

  Params params_;
  Board board_ = 0;  // the squares there are

  static constexpr Board not_left = 0xfefe'fefe'fefe'fefe;  // all columns but the leftmost

  static constexpr Board bit(unsigned square) { return Board{1} << square; }
  [[nodiscard]] constexpr Board row_mask(int row) const {
    return ((Board{1} << params_.width) - 1) << (row * stride);
  }
  [[nodiscard]] constexpr Board goal(unsigned player) const {
    return row_mask(player == 0 ? params_.height - 1 : 0);
  }

  // How far a move in each direction takes a piece, in squares' numbers.
  static constexpr int step(unsigned player, int direction) {
    return (player == 0 ? stride : -stride) + direction - 1;
  }
  static constexpr Board shifted(Board board, int by) { return by > 0 ? board << by : board >> -by; }

  template <unsigned Player>
  [[nodiscard]] constexpr Targets targets_of(Board mover, Board other) const {
    return {shifted(mover & not_left, step(Player, 0)) & ~mover & board_,
            shifted(mover, step(Player, 1)) & ~(mover | other) & board_,
            shifted(mover, step(Player, 2)) & ~mover & board_ & not_left};
  }
  [[nodiscard]] constexpr Targets targets(const State& state) const {
    return state.player == 0 ? targets_of<0>(state.pieces[0], state.pieces[1])
                             : targets_of<1>(state.pieces[1], state.pieces[0]);
  }

  // The squares diagonally ahead of the player's pieces: where they could capture.
  [[nodiscard]] constexpr Board attacked_by(unsigned player, Board pieces) const {
    return (shifted(pieces & not_left, step(player, 0)) | (shifted(pieces, step(player, 2)) & not_left)) &
           board_;
  }
  // In pieces that have not moved yet.
  [[nodiscard]] constexpr double worth(unsigned player, Board pieces) const {
    constexpr std::array<double, stride> by_steps_to_goal{0, 3, 2, 1.5, 1.25, 1.1, 1, 1};
    double sum = 0;
    for (int row = 0; row < params_.height; ++row) {
      const int steps = player == 0 ? params_.height - 1 - row : row;
      sum += by_steps_to_goal[static_cast<std::size_t>(steps)] * std::popcount(pieces & row_mask(row));
    }
    return sum;
  }

  static constexpr void push_moves(unsigned player, const Targets& targets, MoveListOf<Breakthrough>& moves) {
    for (int direction = 0; direction < directions; ++direction)
      for_each_bit(targets[static_cast<std::size_t>(direction)], [&](unsigned to) {
        moves.push_back({static_cast<std::uint8_t>(static_cast<int>(to) - step(player, direction)),
                         static_cast<std::uint8_t>(to)});
      });
  }

  // Keeps the targets that can't wait, all or none of them where there are no such.
  [[nodiscard]] constexpr Urgency decide(unsigned player, Board other, Targets& targets) const {
    Board winning = goal(player);
    if (std::has_single_bit(other)) winning |= other;
    if (((targets[0] | targets[1] | targets[2]) & winning) != 0) {
      for (Board& each : targets) each &= winning;
      return Urgency::win;
    }
    const Board threats = other & row_mask(player == 0 ? 1 : params_.height - 2);
    if (threats == 0) return Urgency::none;
    const Board captures = std::has_single_bit(threats) ? threats : 0;
    for (Board& each : targets) each &= captures;
    return ((targets[0] | targets[2]) != 0) ? Urgency::block : Urgency::lost;
  }

  // A random move of this player; true where it ends the game.
  template <unsigned Player, bool Decisive>
  constexpr bool random_move(Board& mover, Board& other, Random& random) const {
    Targets found = targets_of<Player>(mover, other);
    if constexpr (Decisive) {
      const Urgency urgency = decide(Player, other, found);
      if (urgency == Urgency::lost) found = targets_of<Player>(mover, other);
    }
    const auto left = static_cast<unsigned>(std::popcount(found[0]));
    const auto straight = static_cast<unsigned>(std::popcount(found[1]));
    const auto right = static_cast<unsigned>(std::popcount(found[2]));
    auto k = static_cast<unsigned>(random.below(left + straight + right));
    // Selected without branches, which would be mispredicted half of the time.
    const bool past_left = k >= left;
    const bool past_straight = k >= left + straight;
    const Board chosen = past_straight ? found[2] : past_left ? found[1] : found[0];
    k -= past_straight ? left + straight : past_left ? left : 0;
    const int direction = static_cast<int>(past_left) + static_cast<int>(past_straight);
    const unsigned to = select_bit(chosen, k);
    const Board target = bit(to);
    mover ^= target | bit(to - static_cast<unsigned>(step(Player, direction)));
    other &= ~target;
    return (target & goal(Player)) != 0 || other == 0;
  }

  template <bool Decisive>
  [[nodiscard]] constexpr std::array<double, 2> random_game(const State& state, Random& random) const {
    if (const auto over = outcome(state)) return *over;
    Board white = state.pieces[0];
    Board black = state.pieces[1];
    if (state.player == 1 && random_move<1, Decisive>(black, white, random)) return win_for(1);
    while (true) {
      if (random_move<0, Decisive>(white, black, random)) return win_for(0);
      if (random_move<1, Decisive>(black, white, random)) return win_for(1);
    }
  }

  [[nodiscard]] constexpr std::uint8_t transform_square_number(std::uint8_t square, int symmetry) const {
    if (symmetry == 0) return square;
    return static_cast<std::uint8_t>(square - square % stride + params_.width - 1 - square % stride);
  }

  // The row as that player sees it, with their own side at the bottom.
  [[nodiscard]] constexpr int seen_row(unsigned player, int row) const {
    return player == 0 ? row : params_.height - 1 - row;
  }
  static constexpr Player owner(const State& state, int row, int column) {
    const auto square = static_cast<unsigned>(row * stride + column);
    if ((state.pieces[0] >> square & 1U) != 0) return 0;
    return (state.pieces[1] >> square & 1U) != 0 ? 1 : -1;
  }
  static constexpr std::size_t letter_index(const State& state, int row, int column) {
    const Player player = owner(state, row, column);
    return player < 0 ? 2 : player == 0 ? 1 : 0;
  }

  [[nodiscard]] std::optional<Move> parse_squares(std::string_view from_text,
                                                  std::string_view to_text) const {
    const auto from = parse_square(from_text, params_.height, params_.width);
    const auto to = parse_square(to_text, params_.height, params_.width);
    if (!from || !to) return std::nullopt;
    return Move{static_cast<std::uint8_t>(from->row * stride + from->column),
                static_cast<std::uint8_t>(to->row * stride + to->column)};
  }
};

inline Result<Breakthrough::State> Breakthrough::parse_position(std::string_view text) const {
  const auto fields = split_fields(text);
  if (fields.size() != 2 || (fields[1] != "w" && fields[1] != "b"))
    return Error{"position '" + detail::shorten(text) +
                 "': after the board come a space and w or b, who is to move"};
  State state{.player = static_cast<std::uint8_t>(fields[1] == "w" ? 0 : 1)};
  auto read =
      parse_fen_board(fields[0], params_.height, params_.width, "Pp", [&](int row, int column, char letter) {
        state.pieces[letter == 'P' ? 0 : 1] |= bit(static_cast<unsigned>(row * stride + column));
      });
  if (!read) return read.error();
  const State first = start();
  for (const std::size_t side : {0U, 1U})
    if (const int count = std::popcount(state.pieces[side]); count > std::popcount(first.pieces[side]))
      return Error{std::string(side == 0 ? "White" : "Black") + " has " + std::to_string(count) +
                   " pieces; at the start there are " + std::to_string(std::popcount(first.pieces[side]))};
  if ((state.pieces[0] | state.pieces[1]) == 0) return Error{"there are no pieces on the board"};
  if ((state.pieces[state.player] & goal(state.player)) != 0)
    return Error{"the player to move already has a piece on the far row"};
  if (state.pieces[state.player ^ 1U] == 0) return Error{"the player who has just moved has no pieces left"};
  if (std::popcount(state.pieces[state.player ^ 1U] & goal(state.player ^ 1U)) > 1)
    return Error{"two pieces stand on their far row; the first one ended the game"};
  return state;
}

static_assert(Game<Breakthrough> && WinDrawLoss<Breakthrough> && HasParams<Breakthrough>);
static_assert(HasHash<Breakthrough> && HasSymmetries<Breakthrough> && HasMaxMoves<Breakthrough>);
static_assert(HasPlayout<Breakthrough> && HasDecisiveMoves<Breakthrough> && HasHeuristic<Breakthrough>);
static_assert(HasDecisivePlayout<Breakthrough> && HasMoveText<Breakthrough> && HasEncoding<Breakthrough>);
static_assert(HasPositionText<Breakthrough> && HasMoveCells<Breakthrough> && HasDescription<Breakthrough>);

}  // namespace banyan
