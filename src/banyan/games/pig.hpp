// Pig: roll a die as often as you dare. A 1 loses what this turn has gathered and ends it; `hold` banks it
// and ends the turn. The first to bank the goal wins. Player 0 begins.
//
// After `roll` chance is to move, with `=1` … `=6`. One can't hold nothing, and with enough to win one
// can't do anything else. So that every game ends, it is a draw after a number of turns no sensible game
// comes near. There is no encoding for networks, which play games without chance.
//
//   scores 12 30   gathered 7   ended 14   player 0   rolling false
//   (banked by each; in this turn; turns so far; whose turn; the die is in the air)
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/game/game.hpp>

namespace banyan {

class Pig {
 public:
  static constexpr std::string_view name = "pig";
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = 2;
  static constexpr std::size_t max_chance = 6;
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;

  struct Params {
    int goal = 100;
    int turns = 1000;

    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("goal", self.goal, between(1, 1000), "points that win");
      visit("turns", self.turns, between(1, 10000),
            "turns, counted over both players, after which the game is a draw");
    }
  };

  using Move = std::uint8_t;  // roll, hold, or what the die shows
  static constexpr Move roll = 0;
  static constexpr Move hold = 7;
  struct State {
    std::array<std::uint16_t, 2> scores{};
    std::uint16_t gathered = 0;
    std::uint16_t ended = 0;
    std::uint8_t player = 0;
    bool rolling = false;
    friend constexpr bool operator==(const State&, const State&) = default;
  };

  constexpr Pig() : Pig(Params{}) {}
  constexpr explicit Pig(const Params& params) : params_(params) {}
  [[nodiscard]] constexpr const Params& params() const { return params_; }
  [[nodiscard]] static std::string problem(const Params& /*params*/) { return {}; }

  [[nodiscard]] constexpr State start() const { return {}; }
  [[nodiscard]] constexpr Player current_player(const State& state) const {
    return state.rolling ? chance_player : state.player;
  }

  constexpr void legal_moves(const State& state, MoveListOf<Pig>& moves) const {
    if (!has_enough(state)) moves.push_back(roll);
    if (state.gathered > 0) moves.push_back(hold);
  }

  constexpr void chance_outcomes(const State& /*state*/, ChanceListOf<Pig>& outcomes) const {
    for (Move face = 1; face <= 6; ++face) outcomes.push_back({face, 1.0 / 6});
  }
  [[nodiscard]] constexpr Move sample_chance(const State& /*state*/, Random& random) const {
    return static_cast<Move>(1 + random.below(6));
  }

  constexpr void apply(State& state, Move move) const {
    if (move == roll) {
      state.rolling = true;
      return;
    }
    state.rolling = false;
    if (move != hold && move != 1) {
      state.gathered = static_cast<std::uint16_t>(state.gathered + move);
      return;
    }
    if (move == hold)
      state.scores[state.player] = static_cast<std::uint16_t>(state.scores[state.player] + state.gathered);
    state.gathered = 0;
    state.player ^= 1U;
    ++state.ended;
  }

  [[nodiscard]] constexpr std::optional<std::array<double, 2>> outcome(const State& state) const {
    for (const Player player : {0, 1})
      if (state.scores[static_cast<std::size_t>(player)] >= params_.goal) return win_for(player);
    if (state.ended >= params_.turns) return draw_for_all();
    return std::nullopt;
  }

  // In a turn every roll but the last adds 2 or more: at most goal/2 rolls that do not yet win and one
  // more, each with its die, then hold.
  [[nodiscard]] constexpr std::size_t max_moves() const {
    return static_cast<std::size_t>(params_.turns * (2 * (params_.goal / 2 + 1) + 1));
  }

  [[nodiscard]] constexpr std::uint64_t hash(const State& state) const {
    const std::uint64_t numbers = state.scores[0] | std::uint64_t{state.scores[1]} << 16U |
                                  std::uint64_t{state.gathered} << 32U | std::uint64_t{state.ended} << 48U;
    return mix64(mix64(numbers) ^ (state.player | (state.rolling ? 2U : 0U)));
  }

  [[nodiscard]] std::string print_move(const State& /*state*/, Move move) const {
    if (move == roll) return "roll";
    if (move == hold) return "hold";
    return '=' + std::to_string(move);
  }
  [[nodiscard]] std::optional<Move> parse_move(const State& /*state*/, std::string_view text) const {
    if (text == "roll") return roll;
    if (text == "hold") return hold;
    if (text.size() == 2 && text[0] == '=' && text[1] >= '1' && text[1] <= '6')
      return static_cast<Move>(text[1] - '0');
    return std::nullopt;
  }

  // Scores, gathered in this turn, turns ended, whose turn, and 1 while the die rolls: "12/30/7/14/0/0".
  [[nodiscard]] std::string print_position(const State& state) const {
    return print_value(std::vector<int>{state.scores[0], state.scores[1], state.gathered, state.ended,
                                        state.player, state.rolling ? 1 : 0});
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    const auto wrong = [&](const std::string& what) {
      return Error{"position '" + detail::shorten(text) + "': " + what +
                   "; it has six numbers: both scores, points gathered in this turn, turns ended, whose turn "
                   "(0 or 1), and 1 while the die rolls, else 0, as in 12/30/7/14/0/0"};
    };
    constexpr double most = 10000;
    const auto numbers = parse_value<std::vector<std::uint16_t>>(text, between(0, most));
    if (!numbers || numbers->size() != 6) return wrong("it can't be read");
    const auto& n = *numbers;
    if (n[4] > 1 || n[5] > 1) return wrong("the last two are 0 or 1");
    const State state{.scores = {n[0], n[1]},
                      .gathered = n[2],
                      .ended = n[3],
                      .player = static_cast<std::uint8_t>(n[4]),
                      .rolling = n[5] == 1};
    const int most_gathered = params_.goal - 1 - state.scores[state.player] + 6;
    if (n[3] > params_.turns) return wrong("there are at most " + std::to_string(params_.turns) + " turns");
    const bool over = outcome(state).has_value();
    if (over && (state.gathered > 0 || state.rolling)) return wrong("the game is over, so no turn goes on");
    if (!over && state.gathered > most_gathered) return wrong("so much can't be gathered in a turn");
    if (state.rolling && has_enough(state)) return wrong("with enough to win one holds");
    return state;
  }

  [[nodiscard]] Picture picture(const State& state) const {
    Picture picture;
    for (const std::size_t player : {0U, 1U})
      picture.caption +=
          "player " + std::to_string(player) + ": " + std::to_string(state.scores[player]) +
          (state.player == player ? " + " + std::to_string(state.gathered) + " in this turn\n" : "\n");
    picture.caption += "turn " + std::to_string(state.ended + 1) + ", first to " +
                       std::to_string(params_.goal) + (state.rolling ? "; the die rolls" : "");
    for (const Player player : {0, 1})
      picture.bars.push_back({.owner = player,
                              .value = static_cast<double>(state.scores[static_cast<std::size_t>(player)]),
                              .at_stake = state.player == player ? static_cast<double>(state.gathered) : 0.0,
                              .goal = static_cast<double>(params_.goal)});
    return picture;
  }

  [[nodiscard]] GameDescription describe() const {
    return {
        .title = "Pig",
        .rules =
            "Roll the die as often as you like and gather its points, then hold to keep them. A 1 ends the "
            "turn and loses what it gathered. The first player to keep " +
            std::to_string(params_.goal) + " points wins.",
        .notation = "roll or hold; the die is =1 to =6"};
  }

 private:
  Params params_;

  [[nodiscard]] constexpr bool has_enough(const State& state) const {
    return state.scores[state.player] + state.gathered >= params_.goal;
  }
};

static_assert(Game<Pig> && WinDrawLoss<Pig> && HasParams<Pig>);
static_assert(HasChance<Pig> && SamplesChance<Pig> && HasHash<Pig> && HasMaxMoves<Pig>);
static_assert(HasMoveText<Pig> && HasPositionText<Pig> && HasPicture<Pig> && HasDescription<Pig>);

}  // namespace banyan
