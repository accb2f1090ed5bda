// Backgammon without the doubling cube, by the usual rules (World Backgammon Federation). White is player 0.
// Both roll one die each until they differ; the higher begins with these two dice. From then on a turn is a
// roll and a move of all checkers, a double used four times. Checkers on the bar enter first. A player who
// can use both dice must; who can use either but not both uses the higher; who can use none passes. A checker
// is borne off when all 15 are home: from the die's point, or from the highest one where the die is higher
// still. The player who bears off all checkers wins 1 point; 2 (a gammon) if the other has borne off none; 3
// (a backgammon) if one of the other's is then still on the bar or in the winner's home. With gammons=false
// every win is 1 point. So that every game ends, it is a draw after a number of turns that no sensible game
// comes near.
//
// Chance rolls 21 dice, doubles with probability 1/36 and others with 2/36; for the opening 30, of White's
// die and Black's. A state is two sides (backgammon_board.hpp), turns played, who is to move, and the dice (0
// before a roll): 40 bytes. There is no encoding for networks: a turn of four steps has too many different
// moves to give each an output.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <banyan/game/game.hpp>
#include <banyan/games/backgammon_board.hpp>
#include <banyan/games/backgammon_text.hpp>

namespace banyan {

class Backgammon {
 public:
  static constexpr std::string_view name = "backgammon";
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = backgammon::most_turns;
  static constexpr std::size_t max_chance = 30;

  struct Params {
    bool gammons = true;
    int turns = 1000;

    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("gammons", self.gammons, anything(), "a gammon wins 2 points and a backgammon 3");
      visit("turns", self.turns, between(1, 10000),
            "turns, counted over both players, after which the game is a draw");
    }
  };

  using Move = backgammon::Move;
  struct State {
    std::array<backgammon::Side, 2> sides{};  // White's, Black's
    std::uint16_t turns = 0;                  // played
    std::uint8_t player = 0;                  // whose turn it is
    std::uint8_t high = 0;                    // the dice, 0 before they are rolled
    std::uint8_t low = 0;
    bool opening = false;  // the roll decides who begins
    friend constexpr bool operator==(const State&, const State&) = default;
  };

  constexpr Backgammon() : Backgammon(Params{}) {}
  constexpr explicit Backgammon(const Params& params) : params_(params) {}
  [[nodiscard]] constexpr const Params& params() const { return params_; }
  [[nodiscard]] static std::string problem(const Params& /*params*/) { return {}; }
  [[nodiscard]] constexpr RewardRange reward_range() const {
    return params_.gammons ? RewardRange{-3, 3} : RewardRange{-1, 1};
  }
  [[nodiscard]] constexpr bool zero_sum() const { return true; }

  [[nodiscard]] constexpr State start() const {
    State state;
    for (auto& side : state.sides) {
      side.add(24, 2);
      side.add(13, 5);
      side.add(8, 3);
      side.add(6, 5);
    }
    state.opening = true;
    return state;
  }
  [[nodiscard]] constexpr Player current_player(const State& state) const {
    return state.high == 0 ? chance_player : state.player;
  }

  void legal_moves(const State& state, MoveListOf<Backgammon>& moves) const {
    backgammon::Groups groups;
    list_groups(state, groups);
    for (const auto& group : groups)
      for_each_bit(group.last,
                   [&](unsigned from) { moves.push_back(backgammon::add_step(group.begin, from)); });
    if (groups.empty()) moves.push_back(backgammon::no_move);
  }
  [[nodiscard]] std::size_t count_legal(const State& state) const {
    backgammon::Groups groups;
    list_groups(state, groups);
    return std::max<std::size_t>(1, count(groups));
  }

  constexpr void chance_outcomes(const State& state, ChanceListOf<Backgammon>& outcomes) const {
    for (unsigned first = 1; first <= 6; ++first)
      for (unsigned second = 1; second <= 6; ++second) {
        if (state.opening ? first == second : first < second) continue;
        const double probability = state.opening ? 1.0 / 30 : first == second ? 1.0 / 36 : 1.0 / 18;
        outcomes.push_back({backgammon::make_roll(first, second), probability});
      }
  }
  [[nodiscard]] constexpr Move sample_chance(const State& state, Random& random) const {
    if (!state.opening) {
      const auto [high, low] = roll(random);
      return backgammon::make_roll(high, low);
    }
    const auto pair = static_cast<unsigned>(random.below(30));
    const unsigned first = pair / 5 + 1;
    const unsigned second = pair % 5 + 1;
    return backgammon::make_roll(first, second < first ? second : second + 1);
  }

  constexpr void apply(State& state, Move move) const {
    if ((move & backgammon::roll_flag) != 0) {
      const auto first = static_cast<std::uint8_t>(move & 7U);
      const auto second = static_cast<std::uint8_t>(move >> 3U & 7U);
      if (state.opening) state.player = first > second ? 0 : 1;
      state.opening = false;
      state.high = std::max(first, second);
      state.low = std::min(first, second);
      return;
    }
    backgammon::make_turn(state.sides[state.player], state.sides[state.player ^ 1U], dice_of(state), move);
    state.high = state.low = 0;
    state.player ^= 1U;
    ++state.turns;
  }

  [[nodiscard]] constexpr std::optional<std::array<double, 2>> outcome(const State& state) const {
    // The side that moved last, as no other can have won.
    if (state.sides[state.player ^ 1U].has_won())
      return rewards(state.player ^ 1U, state.sides[state.player]);
    if (state.turns >= params_.turns) return draw_for_all();
    return std::nullopt;
  }

  // A roll and a move for each turn.
  [[nodiscard]] constexpr std::size_t max_moves() const {
    return 2 * static_cast<std::size_t>(params_.turns);
  }

  [[nodiscard]] constexpr std::uint64_t hash(const State& state) const {
    std::uint64_t hash = state.turns | std::uint64_t{state.player} << 16U | std::uint64_t{state.high} << 24U |
                         std::uint64_t{state.low} << 32U | std::uint64_t{state.opening} << 40U;
    for (const auto& side : state.sides)
      for (const std::size_t i : {0U, 2U})
        hash = mix64(hash) ^ (side.planes[i] | std::uint64_t{side.planes[i + 1]} << 32U);
    return mix64(hash);
  }

  [[nodiscard]] std::array<double, 2> playout(State state, Random& random) const;

  // By the lead in pips: about two rolls of the dice are worth half a point.
  [[nodiscard]] constexpr std::array<double, 2> heuristic(const State& state) const {
    constexpr double half_way = 16;
    const double lead =
        static_cast<double>(state.sides[1].pips()) - static_cast<double>(state.sides[0].pips());
    const double value = lead / (half_way + (lead < 0 ? -lead : lead));
    return {value, -value};
  }

  // Steps joined by commas: a move is one word. Spaces between are read too.
  [[nodiscard]] std::string print_move(const State& state, Move move) const {
    if ((move & backgammon::roll_flag) != 0)
      return '=' + std::to_string(move & 7U) + std::to_string(move >> 3U & 7U);
    return backgammon::print_turn(state.sides[state.player], state.sides[state.player ^ 1U], dice_of(state),
                                  move);
  }
  [[nodiscard]] std::optional<Move> parse_move(const State& state, std::string_view text) const;

  // The Position ID as the player to move sees the board, w or b for that player (- before the opening roll),
  // the dice (- before the roll), and the turns played where there are some: "4HPwATDgc/ABMA w 31 17". An ID
  // alone is White's to roll.
  [[nodiscard]] std::string print_position(const State& state) const;
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;

  [[nodiscard]] Picture picture(const State& state) const;
  void move_cells(const State& state, Move move, CellPath& cells) const;
  [[nodiscard]] GameDescription describe() const;

 private:
  static constexpr std::size_t columns = 14;  // six points, the bar, six points, and those borne off
  Params params_;

  static constexpr backgammon::Dice dice_of(const State& state) { return {state.high, state.low}; }
  static constexpr backgammon::Dice roll(Random& random) {
    const auto pair = static_cast<unsigned>(random.below(36));
    const unsigned first = pair / 6 + 1;
    const unsigned second = pair % 6 + 1;
    return {std::max(first, second), std::min(first, second)};
  }
  static void list_groups(const State& state, backgammon::Groups& groups) {
    backgammon::list_groups(state.sides[state.player], state.sides[state.player ^ 1U], dice_of(state),
                            groups);
  }
  static std::size_t count(const backgammon::Groups& groups) {
    std::size_t turns = 0;
    for (const auto& group : groups) turns += static_cast<std::size_t>(std::popcount(group.last));
    return turns;
  }

  [[nodiscard]] constexpr std::array<double, 2> rewards(unsigned winner,
                                                        const backgammon::Side& loser) const {
    double won = 1;
    if (params_.gammons && (loser.some() & backgammon::bit(backgammon::off)) == 0)
      won = loser.some() >> (backgammon::bar - backgammon::home) != 0 ? 3 : 2;
    return winner == 0 ? std::array{won, -won} : std::array{-won, won};
  }
  // The cell of a place as a player counts it: White's home is at the bottom right.
  static constexpr std::size_t cell_of(unsigned place, unsigned player) {
    if (place == backgammon::off) return (player == 0 ? columns : 0) + columns - 1;
    if (place == backgammon::bar) return (player == 0 ? 0 : columns) + 6;
    const unsigned point = player == 0 ? place : backgammon::bar - place;
    const unsigned from_left = point > 12 ? point - 13 : 12 - point;
    return (point > 12 ? 0 : columns) + from_left + (from_left >= 6 ? 1 : 0);
  }
};

// Draws from the groups of turns without listing them.
inline std::array<double, 2> Backgammon::playout(State state, Random& random) const {
  while (true) {
    if (state.high == 0) {
      if (const auto result = outcome(state)) return *result;
      if (state.opening) {
        apply(state, sample_chance(state, random));
      } else {
        const auto [high, low] = roll(random);
        state.high = static_cast<std::uint8_t>(high);
        state.low = static_cast<std::uint8_t>(low);
      }
    }
    backgammon::Groups groups;
    list_groups(state, groups);
    Move move = backgammon::no_move;
    if (!groups.empty()) {
      auto k = static_cast<unsigned>(random.below(count(groups)));
      std::size_t i = 0;
      for (unsigned size = 0; k >= (size = static_cast<unsigned>(std::popcount(groups[i].last))); ++i)
        k -= size;
      move = backgammon::add_step(groups[i].begin, select_bit(groups[i].last, k));
    }
    apply(state, move);
  }
}

inline std::optional<Backgammon::Move> Backgammon::parse_move(const State& state,
                                                              std::string_view text) const {
  if (text.starts_with('=')) {
    if (text.size() != 3 || text[1] < '1' || text[1] > '6' || text[2] < '1' || text[2] > '6')
      return std::nullopt;
    auto first = static_cast<unsigned>(text[1] - '0');
    auto second = static_cast<unsigned>(text[2] - '0');
    if (!state.opening && first < second) std::swap(first, second);
    return backgammon::make_roll(first, second);
  }
  if (text == "pass" || text == "no move") return backgammon::no_move;
  if (state.high == 0) return std::nullopt;
  const auto written = backgammon::read_turn(text);
  if (!written) return std::nullopt;
  MoveListOf<Backgammon> moves;
  legal_moves(state, moves);
  std::array<Move, 2> found{};  // that hits more than is written, that fits well
  std::array<int, 2> number{};
  for (const Move move : moves) {
    const auto match = backgammon::match_turn(state.sides[state.player], state.sides[state.player ^ 1U],
                                              dice_of(state), move, *written);
    if (match == backgammon::Match::none) continue;
    const std::size_t i = match == backgammon::Match::good ? 1 : 0;
    found[i] = move;
    ++number[i];
  }
  for (const std::size_t i : {1U, 0U})
    if (number[i] > 0) return number[i] == 1 ? std::optional(found[i]) : std::nullopt;
  return std::nullopt;
}

inline std::string Backgammon::print_position(const State& state) const {
  std::string text = backgammon::print_id(state.sides[state.player], state.sides[state.player ^ 1U]);
  text += ' ';
  text += state.opening ? '-' : "wb"[state.player];
  text += ' ' + (state.high == 0 ? "-" : std::to_string(state.high) + std::to_string(state.low));
  if (state.turns > 0) text += ' ' + std::to_string(state.turns);
  return text;
}

inline Result<Backgammon::State> Backgammon::parse_position(std::string_view text) const {
  const auto wrong = [&](const std::string& what) {
    return Error{
        "position '" + detail::shorten(text) + "': " + what +
        "; it is as in 4HPwATDgc/ABMA w 31 17: a Position ID of GNU Backgammon, who is to move (w or b, "
        "- before the opening roll), the dice (- before the roll), and the turns played"};
  };
  const auto fields = split_fields(text);
  if (fields.empty() || fields.size() > 4)
    return wrong("it has " + std::to_string(fields.size()) + " fields");
  State state;
  if (fields.size() > 1) {
    if (fields[1] != "w" && fields[1] != "b" && fields[1] != "-")
      return wrong("after the ID comes w, b or -, who is to move");
    state.player = fields[1] == "b" ? 1 : 0;
    state.opening = fields[1] == "-";
  }
  auto sides = backgammon::parse_id(fields[0]);
  if (!sides) return wrong(sides.error().message);
  state.sides[state.player] = (*sides)[0];
  state.sides[state.player ^ 1U] = (*sides)[1];
  if (fields.size() > 2 && fields[2] != "-") {
    const std::string_view dice = fields[2];
    const auto is_die = [](char c) { return c >= '1' && c <= '6'; };
    if (dice.size() != 2 || !is_die(dice[0]) || !is_die(dice[1]))
      return wrong("the dice are two digits from 1 to 6, or -");
    if (state.opening) return wrong("before the opening roll there are no dice");
    state.high = static_cast<std::uint8_t>(std::max(dice[0], dice[1]) - '0');
    state.low = static_cast<std::uint8_t>(std::min(dice[0], dice[1]) - '0');
  }
  if (fields.size() > 3) {
    const auto turns = parse_whole(fields[3], 0, params_.turns);
    if (!turns) return wrong("the turns played are a number from 0 to " + std::to_string(params_.turns));
    state.turns = static_cast<std::uint16_t>(*turns);
  }
  if (state.opening && !(state == start())) return wrong("the opening roll comes before any move");
  if (state.sides[state.player].has_won())
    return wrong("the player to move has no checkers left; the loser is to move when the game is over");
  if (outcome(state) && state.high != 0) return wrong("the game is over, so that there are no dice");
  return state;
}

// The points are numbered as the player to move counts them.
inline Picture Backgammon::picture(const State& state) const {
  Picture picture;
  picture.rows = 2;
  picture.columns = columns;
  picture.cells.resize(2 * columns);
  const unsigned viewer = state.player;
  for (unsigned place = 1; place < backgammon::bar; ++place)
    picture.cells[cell_of(place, viewer)].name = std::to_string(place);
  for (const unsigned player : {0U, 1U}) {
    const std::string side = player == 0 ? "White" : "Black";
    picture.cells[cell_of(backgammon::bar, player)].name = side + "'s bar";
    picture.cells[cell_of(backgammon::off, player)].name = side + " off";
    for_each_bit(state.sides[player].some(), [&](unsigned place) {
      Picture::Cell& cell = picture.cells[cell_of(place, player)];
      cell.glyph = std::to_string(state.sides[player].count(place));
      cell.text = "wb"[player] + cell.glyph;
      cell.owner = static_cast<int>(player);
    });
    picture.caption += (player == 0 ? "White " : ", Black ") + std::to_string(state.sides[player].pips());
  }
  picture.caption += " pips to go";
  if (state.high != 0) {
    picture.caption += "; dice " + std::to_string(state.high) + ' ' + std::to_string(state.low);
    picture.dice = {state.high, state.low};
    if (state.high == state.low) picture.dice = {state.high, state.high, state.high, state.high};
  }
  return picture;
}

// From and to of each checker, the highest first; its stops too, where it goes on by the other die.
inline void Backgammon::move_cells(const State& state, Move move, CellPath& cells) const {
  if ((move & backgammon::roll_flag) != 0) return;
  for (const auto& way :
       backgammon::ways_of(state.sides[state.player], state.sides[state.player ^ 1U], dice_of(state), move))
    for (std::size_t i = 0; i + 1 < way.places.size(); ++i)
      for (const unsigned place : {way.places[i], way.places[i + 1]})
        cells.push_back(static_cast<std::uint16_t>(cell_of(place, state.player)));
}

inline GameDescription Backgammon::describe() const {
  return {
      .title = "Backgammon",
      .rules =
          "Bring your 15 checkers home by the dice and bear them off. A point with two or more of the "
          "other's checkers is closed; a single one is hit and starts again from the bar. Doubles count four "
          "times. Use both dice if you can, otherwise the higher. The first to bear off all checkers wins" +
          std::string(params_.gammons ? ": 1 point, 2 for a gammon, 3 for a backgammon." : "."),
      .notation =
          "from/to as you count the points, parts joined by commas: 8/5,6/5 or 24/18(2), bar/22*, 6/off; "
          "pass; dice are =31, for the opening White's die first",
      .sides = {{"White", "#f4f1e8"}, {"Black", "#3a3f47"}},
      .board = BoardStyle::points,
      .variants = {{"Gammons count", ""}, {"A win is a win", "gammons=false"}},
      // 26:14 against whole random games, at 1,000 simulations a move.
      .uct = "depth=2",
      .pass_reason = "can't move a checker"};
}

static_assert(Game<Backgammon> && HasParams<Backgammon> && HasRangeByParams<Backgammon>);
static_assert(MayBeZeroSum<Backgammon> && HasChance<Backgammon> && SamplesChance<Backgammon>);
static_assert(HasMaxMoves<Backgammon> && HasHash<Backgammon> && HasPlayout<Backgammon>);
static_assert(HasLegalCount<Backgammon> && HasHeuristic<Backgammon>);
static_assert(HasMoveText<Backgammon> && HasPositionText<Backgammon> && HasMoveCells<Backgammon>);
static_assert(HasPicture<Backgammon> && HasDescription<Backgammon>);

}  // namespace banyan
