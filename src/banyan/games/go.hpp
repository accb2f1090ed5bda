// Go by the rules of Tromp and Taylor: area scoring, positional superko, two passes end the game, and what is
// on the board then is alive. X (player 0, black) begins. Boards from 1×1 to 19×19.
//
// Options: `ko` says which positions may not come back; `suicide` lets players take off their own chains,
// though never a single stone, which would be a pass. A game of more than 3 · size² + 100 moves is counted as
// it stands, so that all games end, those with ko=simple too.
//
// The parts: go_board.hpp has the data and their layout, go_state.hpp the past and what is legal,
// go_playout.hpp random games, go_text.hpp positions in one line.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <banyan/game/game.hpp>
#include <banyan/games/board_planes.hpp>
#include <banyan/games/board_text.hpp>
#include <banyan/games/go_candidates.hpp>
#include <banyan/games/go_expert.hpp>
#include <banyan/games/go_light_board.hpp>
#include <banyan/games/go_playout.hpp>
#include <banyan/games/go_state.hpp>
#include <banyan/games/go_text.hpp>

namespace banyan {

enum class GoScoring { area };
template <>
inline constexpr std::array enum_names<GoScoring>{std::string_view("area")};

class Go {
 public:
  static constexpr std::string_view name = "go";
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = detail::GoBoard::max_points + 1;
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;

  struct Params {
    int size = 19;
    double komi = 7.5;
    GoKo ko = GoKo::positional;
    bool suicide = false;
    GoScoring scoring = GoScoring::area;

    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("size", self.size, between(1, detail::GoBoard::max_size), "rows and columns of the board");
      visit("komi", self.komi, between(-400, 400), "points that White is given, a multiple of 0.5");
      visit(
          "ko", self.ko, anything(),
          "what may not come back: any position (positional), any with the same player to move (situational), "
          "or the one before the other's capture of a single stone (simple)");
      visit("suicide", self.suicide, anything(),
            "whether players may take off own chains of two or more stones");
      visit("scoring", self.scoring, anything(), "stones and surrounded points count");
    }
  };

  using Move = std::uint16_t;  // the point, numbered as in go_board.hpp, or pass
  using State = detail::GoState;
  static constexpr Move pass = detail::go_pass;

  Go() : Go(Params{}) {}
  explicit Go(const Params& params)
      : params_(params), rules_{.size = params.size, .ko = params.ko, .suicide = params.suicide} {}
  [[nodiscard]] const Params& params() const { return params_; }
  [[nodiscard]] const detail::GoRules& rules() const { return rules_; }
  [[nodiscard]] std::size_t legal_limit() const {
    return static_cast<std::size_t>(params_.size * params_.size) + 1;
  }
  [[nodiscard]] static std::string problem(const Params& params) {
    if (params.komi * 2 == std::floor(params.komi * 2)) return {};
    return "komi=" + print_number(params.komi) + " is not a multiple of 0.5";
  }

  [[nodiscard]] State start() const { return rules_.start(); }
  [[nodiscard]] Player current_player(const State& state) const { return state.player; }
  [[nodiscard]] std::size_t max_moves() const { return detail::longest_go_game(params_.size); }

  void legal_moves(const State& state, MoveListOf<Go>& moves) const {
    for_each_point([&](Move point) {
      if (state.board.colour(point) == detail::go_empty && rules_.is_legal(state, point))
        moves.push_back(point);
    });
    moves.push_back(pass);
  }
  void apply(State& state, Move move) const { rules_.play(state, move); }
  [[nodiscard]] std::optional<std::array<double, 2>> outcome(const State& state) const {
    if (!rules_.is_over(state)) return std::nullopt;
    return rewards(state);
  }

  // Area as it stands, less komi.
  [[nodiscard]] double score(const State& state) const { return state.board.lead() - params_.komi; }

  [[nodiscard]] std::uint64_t hash(const State& state) const {
    return hash_of(state, state.board.hash(), state.seen_sum);
  }
  [[nodiscard]] std::uint64_t hash_from_scratch(const State& state) const {
    std::uint64_t sum = 0;
    for (const std::uint64_t seen : state.seen) sum += mix64(seen);
    return hash_of(state, state.board.hash_from_scratch(), sum);
  }

  // ---- Random games.

  [[nodiscard]] std::array<double, 2> playout(const State& state, Random& random) const {
    State game = state;
    while (!rules_.is_over(game)) rules_.play(game, detail::uniform_go_move(rules_, game, random));
    return rewards(game);
  }
  // Nobody fills an eye of their own, and nobody passes while there is anything else. In random games of
  // these moves on 5×5 and up, the simple ko is all that is forbidden, whatever the game's own rule, and
  // suicide always is. On smaller boards longer repetitions decide who wins.
  void playout_moves(const State& state, MoveListOf<Go>& moves) const {
    for_each_point([&](Move point) {
      if (state.board.colour(point) == detail::go_empty &&
          !detail::is_go_eye(state.board, point, state.player) && rules_.is_legal(state, point))
        moves.push_back(point);
    });
    if (moves.empty()) moves.push_back(pass);
  }
  template <class Note>
  std::array<double, 2> game_playout(const State& state, Random& random, Note&& note) const {
    if (params_.size < least_light_size) return play_out_by_rules(state, random, note);
    detail::GoLightBoard board(state.board, rules_.ko_point(state));
    play_out(board, state.player, state.passes, state.moves, random, note);
    return rewards(board.lead());
  }
  // Plays such a game to its end; answers how many moves it has then.
  template <class Note>
  std::size_t play_out(detail::GoLightBoard& board, unsigned player, unsigned passes, std::size_t moves,
                       Random& random, Note&& note) const {
    for (; passes < 2 && moves < detail::longest_go_game(params_.size); ++moves, player ^= 1U) {
      const Move move = board.draw(player, random);
      note(Player(player), move);
      if (move == pass) {
        board.pass();
        ++passes;
      } else {
        board.play(move, player);
        passes = 0;
      }
    }
    return moves;
  }

  // Players save and take chains in atari around the last move, and answer it by shape (go_expert.hpp).
  template <class Note>
  std::array<double, 2> expert_playout(const State& state, Random& random, Note&& note) const {
    State game = state;
    while (!rules_.is_over(game)) {
      const Move move = detail::GoExpert(rules_, game, random).move();
      note(Player{game.player}, move);
      rules_.play(game, move);
    }
    return rewards(game);
  }

  // What to search first (go_candidates.hpp). Nothing is certain.
  [[nodiscard]] Prospect prospect(const State& /*state*/) const { return Prospect::open; }
  Prospect candidate_moves(const State& state, CandidateListOf<Go>& moves) const {
    detail::GoCandidates(rules_, state).list(moves);
    return Prospect::open;
  }

  // ---- Symmetries. Earlier positions are turned too: the game is played again on the turned board.

  [[nodiscard]] int symmetry_count() const { return square_symmetries; }
  [[nodiscard]] Move transform_move(Move move, int symmetry) const {
    if (move == pass) return pass;
    const int stride = params_.size + 1;
    const auto [row, column] = transform_square(move / stride - 1, move % stride - 1, params_.size, symmetry);
    return static_cast<Move>((row + 1) * stride + column + 1);
  }
  [[nodiscard]] State transform(const State& state, int symmetry) const;

  // ---- For networks: stones, and all over ones; chains of each player by their liberties, one, two or more;
  // points that are forbidden; the last move; whether Black is to move, to whom komi matters otherwise.

  [[nodiscard]] Encoding encoding() const {
    return {.rows = params_.size, .columns = params_.size, .planes = stone_planes + 9, .whole_moves = 1};
  }
  void encode(const State& state, std::span<float> inputs) const;
  [[nodiscard]] std::size_t move_output(const State& /*state*/, Move move) const {
    if (move == pass) return static_cast<std::size_t>(params_.size * params_.size);
    const int stride = params_.size + 1;
    return static_cast<std::size_t>((move / stride - 1) * params_.size + move % stride - 1);
  }
  [[nodiscard]] std::size_t transform_cell(std::size_t cell, int symmetry) const {
    return transform_board_cell(encoding(), cell, symmetry);
  }

  // ---- Text and picture.

  [[nodiscard]] std::string print_move(const State& /*state*/, Move move) const {
    if (move == pass) return "pass";
    const int stride = params_.size + 1;
    return detail::print_go_point(move / stride - 1, move % stride - 1);
  }
  [[nodiscard]] std::optional<Move> parse_move(const State& state, std::string_view text) const {
    if (text == "pass" || text == "PASS") return pass;
    const auto square = detail::parse_go_point(text, params_.size);
    if (!square) return std::nullopt;
    return state.board.point_at(square->row, square->column);
  }
  [[nodiscard]] std::string print_position(const State& state) const {
    return detail::GoText(rules_).print(state);
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    return detail::GoText(rules_).parse(text);
  }
  [[nodiscard]] Picture picture(const State& state) const;
  [[nodiscard]] GameDescription describe() const;

 private:
  static constexpr int least_light_size = 5;
  template <class Note>
  std::array<double, 2> play_out_by_rules(const State& state, Random& random, Note&& note) const {
    State game = state;
    while (!rules_.is_over(game)) {
      const Move move = detail::sensible_go_move(rules_, game, random);
      note(Player{game.player}, move);
      rules_.play(game, move);
    }
    return rewards(game);
  }

  template <class Visit>
  void for_each_point(Visit&& visit) const {
    const int stride = params_.size + 1;
    for (int row = 1; row <= params_.size; ++row)
      for (int column = 1; column <= params_.size; ++column) visit(static_cast<Move>(row * stride + column));
  }
  [[nodiscard]] std::array<double, 2> rewards(const State& state) const {
    return rewards(state.board.lead());
  }
  [[nodiscard]] std::array<double, 2> rewards(int area) const {
    const double lead = area - params_.komi;
    if (lead == 0) return draw_for_all();
    return win_for(lead > 0 ? 0 : 1);
  }
  [[nodiscard]] static std::uint64_t hash_of(const State& state, std::uint64_t stones, std::uint64_t seen) {
    const std::uint64_t rest = std::uint64_t{state.ko} << 32U | std::uint64_t{state.moves} << 8U |
                               std::uint64_t{state.passes} << 4U | state.player;
    return mix64(mix64(stones ^ mix64(rest)) + seen);
  }
  [[nodiscard]] static Player owner(const State& state, Move point) {
    const std::uint8_t colour = state.board.colour(point);
    return colour < detail::go_empty ? Player{colour} : -1;
  }

  Params params_;
  detail::GoRules rules_;
};

inline Go::State Go::transform(const State& state, int symmetry) const {
  detail::GoBoard board(params_.size);
  std::size_t i = 0;
  const auto image_of = [&](std::uint16_t entry) {
    return transform_move(static_cast<Move>(entry & State::point_bits), symmetry);
  };
  const auto kind_of = [](std::uint16_t entry) {
    return static_cast<std::uint16_t>(entry & ~State::point_bits);
  };
  const auto& record = state.record;
  std::size_t moves = 0;
  for (const std::uint16_t entry : record) moves += kind_of(entry) == 0 ? 1U : 0U;
  for (; i < record.size() &&
         (kind_of(record[i]) == State::black_stone || kind_of(record[i]) == State::white_stone);
       ++i)
    board.place(image_of(record[i]), kind_of(record[i]) == State::black_stone ? 0 : 1);
  State image = rules_.begin(board, static_cast<std::uint8_t>((state.player + moves) & 1U));
  for (; i < record.size(); ++i) {
    if (kind_of(record[i]) == State::forbidden) {
      rules_.forbid(image, image_of(record[i]));
    } else {
      rules_.play(image, image_of(record[i]));
    }
  }
  image.moves = state.moves;
  image.passes = state.passes;
  return image;
}

inline void Go::encode(const State& state, std::span<float> inputs) const {
  const Encoding shape = encoding();
  const detail::GoBoard& board = state.board;
  const Player mover = state.player;
  fill_stone_planes(shape, inputs, mover,
                    [&](int row, int column) { return owner(state, board.point_at(row, column)); });
  int plane = stone_planes;
  for (const Player whose : {mover, mover ^ 1})
    for (int liberties = 1; liberties <= 3; ++liberties)
      fill_plane(shape, inputs, plane++, [&](int row, int column) {
        const Move point = board.point_at(row, column);
        return owner(state, point) == whose && board.liberties_up_to_three(point) == liberties;
      });
  fill_plane(shape, inputs, plane++, [&](int row, int column) {
    const Move point = board.point_at(row, column);
    return board.colour(point) == detail::go_empty && rules_.is_forbidden(state, point);
  });
  const Move last = state.last_move();
  fill_plane(shape, inputs, plane++,
             [&](int row, int column) { return board.point_at(row, column) == last; });
  fill_plane(shape, inputs, plane++, [&](int, int) { return mover == 0; });
}

inline Picture Go::picture(const State& state) const {
  const int size = params_.size;
  Picture picture = board_picture(
      size, size, [&](int row, int column) { return owner(state, state.board.point_at(row, column)); });
  const auto cell = [&](int row, int column) {
    return static_cast<std::size_t>((size - 1 - row) * size + column);
  };
  for (int column = 0; column < size; ++column) {
    picture.column_labels[static_cast<std::size_t>(column)] =
        detail::go_letters[static_cast<std::size_t>(column)];
    for (int row = 0; row < size; ++row)
      picture.cells[cell(row, column)].move = detail::print_go_point(row, column);
  }
  const int middle = size / 2;
  if (size >= 5 && size % 2 == 1) picture.dots.push_back(cell(middle, middle));
  if (size >= 7) {
    const int edge = size >= 12 ? 3 : 2;
    for (const int row : {edge, size - 1 - edge})
      for (const int column : {edge, size - 1 - edge}) picture.dots.push_back(cell(row, column));
    if (size >= 15 && size % 2 == 1)
      for (const int side : {edge, size - 1 - edge}) {
        picture.dots.push_back(cell(side, middle));
        picture.dots.push_back(cell(middle, side));
      }
  }
  const int lead = state.board.lead();
  picture.caption = "Area as it stands: " +
                    std::string(lead == 0  ? "even"
                                : lead > 0 ? "Black +"
                                           : "White +") +
                    (lead == 0 ? "" : std::to_string(lead > 0 ? lead : -lead)) + ", komi " +
                    print_number(params_.komi) + " for White";
  return picture;
}

inline GameDescription Go::describe() const {
  return {
      .title = "Go",
      .rules =
          "Players put stones on the crossings in turn, or pass. Stones that are joined along the lines "
          "share their liberties, the empty points beside them; who takes the last liberty takes the "
          "stones off. No position may come back. After two passes who has more area wins: own stones, and "
          "empty points that only they surround. White gets komi for moving second. Dead stones must be "
          "taken before the end: all that is left counts as alive.",
      .notation = "letter without i, then the row from the bottom: d4; or pass",
      .sides = {{"Black", "#222"}, {"White", "#fff"}},
      .board = BoardStyle::stones,
      .variants = {{"19 × 19", "size=19"}, {"13 × 13", "size=13"}, {"9 × 9", "size=9"}},
      // playout=expert: 80 % (± 11) of 60 games on 9×9 against playout=game, at 50 ms a move. rule=grave: 72
      // % (± 14) of 40 games against none with 1,000 simulations, which take as long (docs/strength.md).
      .uct = "playout=expert,rule=grave",
      .protocol = "gtp",
      .pass_reason = "has no legal move on the board",
      .record = RecordStyle::sgf,
      .sgf_game = 1};
}

static_assert(Game<Go> && WinDrawLoss<Go> && HasParams<Go> && HasMaxMoves<Go> && HasLegalLimit<Go>);
static_assert(HasHash<Go> && HasSymmetries<Go> && HasPlayout<Go> && HasPlayoutMoves<Go>);
static_assert(HasMoveText<Go> && HasEncoding<Go> && HasPositionText<Go> && HasPicture<Go>);
static_assert(HasDescription<Go> && HasGamePlayout<Go> && HasExpertPlayout<Go> && HasScore<Go>);
static_assert(HasCandidates<Go>);

}  // namespace banyan
