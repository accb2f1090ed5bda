// Nim: take any number of objects from one heap, in turn. Normal play: who takes the last object of all
// wins and everyone else loses. Misère: who takes the last object loses and everyone else wins. Two to six
// players; unused seats are paid 0.
//
// There is no encoding for networks, which play games of exactly two players.
//
//   heaps   3  4  5  0 …   objects left, ten bytes
//   player  1              who is to move
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/game/game.hpp>

namespace banyan {

class Nim {
 public:
  static constexpr std::string_view name = "nim";
  static constexpr int max_players = 6;
  static constexpr std::size_t max_heaps = 10;
  static constexpr std::size_t max_heap = 63;
  static constexpr std::size_t max_legal = max_heaps * max_heap;
  static constexpr RewardRange reward_range{-1, 1};

  struct Params {
    std::vector<int> heaps{3, 4, 5};
    int players = 2;
    bool misere = false;

    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("heaps", self.heaps, between(1, max_heap), "objects in each heap");
      visit("players", self.players, between(2, max_players), "how many play");
      visit("misere", self.misere, anything(), "who takes the last object loses instead of winning");
    }
  };

  struct Move {
    std::uint8_t heap = 0;  // from 0
    std::uint8_t count = 0;
    friend constexpr bool operator==(Move, Move) = default;
  };
  struct State {
    std::array<std::uint8_t, max_heaps> heaps{};
    std::uint8_t player = 0;
    friend constexpr bool operator==(const State&, const State&) = default;
  };

  Nim() : Nim(Params{}) {}
  explicit Nim(Params params) : params_(std::move(params)) {}
  [[nodiscard]] const Params& params() const { return params_; }
  [[nodiscard]] static std::string problem(const Params& params) {
    if (!params.heaps.empty() && params.heaps.size() <= max_heaps) return {};
    return "there are " + std::to_string(params.heaps.size()) + " heaps; from 1 to " +
           std::to_string(max_heaps) + " are allowed";
  }

  [[nodiscard]] int players() const { return params_.players; }
  [[nodiscard]] bool zero_sum() const { return params_.players == 2; }

  [[nodiscard]] State start() const {
    State state;
    for (std::size_t i = 0; i < params_.heaps.size(); ++i)
      state.heaps[i] = static_cast<std::uint8_t>(params_.heaps[i]);
    return state;
  }
  [[nodiscard]] Player current_player(const State& state) const { return state.player; }

  void legal_moves(const State& state, MoveListOf<Nim>& moves) const {
    for (std::uint8_t heap = 0; heap < params_.heaps.size(); ++heap)
      for (std::uint8_t count = 1; count <= state.heaps[heap]; ++count) moves.push_back({heap, count});
  }

  void apply(State& state, Move move) const {
    state.heaps[move.heap] = static_cast<std::uint8_t>(state.heaps[move.heap] - move.count);
    state.player = static_cast<std::uint8_t>((state.player + 1) % params_.players);
  }

  [[nodiscard]] std::optional<std::array<double, max_players>> outcome(const State& state) const {
    if (std::ranges::any_of(state.heaps, [](std::uint8_t heap) { return heap > 0; })) return std::nullopt;
    const int last = (state.player + params_.players - 1) % params_.players;
    const double for_last = params_.misere ? -1 : 1;
    std::array<double, max_players> rewards{};
    for (int player = 0; player < params_.players; ++player)
      rewards[static_cast<std::size_t>(player)] = player == last ? for_last : -for_last;
    return rewards;
  }

  [[nodiscard]] std::size_t max_moves() const {
    return static_cast<std::size_t>(std::accumulate(params_.heaps.begin(), params_.heaps.end(), 0));
  }

  // Six bits a heap and three for the player: nothing is lost.
  [[nodiscard]] std::uint64_t hash(const State& state) const {
    std::uint64_t packed = state.player;
    for (const std::uint8_t heap : state.heaps) packed = packed << 6U | heap;
    return mix64(packed);
  }

  // heap-count, heaps counted from 1.
  [[nodiscard]] std::string print_move(const State& /*state*/, Move move) const {
    return std::to_string(move.heap + 1) + '-' + std::to_string(move.count);
  }
  [[nodiscard]] std::optional<Move> parse_move(const State& /*state*/, std::string_view text) const {
    const std::size_t dash = text.find('-');
    if (dash == std::string_view::npos) return std::nullopt;
    const auto heap =
        parse_value<int>(text.substr(0, dash), between(1, static_cast<double>(params_.heaps.size())));
    const auto count = parse_value<int>(text.substr(dash + 1), between(1, max_heap));
    if (!heap || !count) return std::nullopt;
    return Move{static_cast<std::uint8_t>(*heap - 1), static_cast<std::uint8_t>(*count)};
  }

  // The heaps, then who is to move: "3/4/5 0".
  [[nodiscard]] std::string print_position(const State& state) const {
    std::string text;
    for (std::size_t i = 0; i < params_.heaps.size(); ++i)
      text += (i == 0 ? "" : "/") + std::to_string(state.heaps[i]);
    return text + ' ' + std::to_string(state.player);
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    const std::size_t space = std::min(text.find(' '), text.size());
    const auto heaps = parse_value<std::vector<int>>(text.substr(0, space), between(0, max_heap));
    const auto player =
        parse_value<int>(text.substr(std::min(space + 1, text.size())), between(0, params_.players - 1));
    if (!heaps || !player || heaps->size() != params_.heaps.size())
      return Error{"position '" + detail::shorten(text) + "': it has what is left in each of the " +
                   std::to_string(params_.heaps.size()) +
                   " heaps, '/' between, a space and who is to move (0 to " +
                   std::to_string(params_.players - 1) + "), as in '" + print_position(start()) + "'"};
    State state{.heaps = {}, .player = static_cast<std::uint8_t>(*player)};
    for (std::size_t i = 0; i < heaps->size(); ++i) {
      if ((*heaps)[i] > params_.heaps[i])
        return Error{"heap " + std::to_string(i + 1) + " has more than the " +
                     std::to_string(params_.heaps[i]) + " objects it begins with"};
      state.heaps[i] = static_cast<std::uint8_t>((*heaps)[i]);
    }
    return state;
  }

  // A row for each heap. An object's move takes it and all to the right of it. Cells beyond the size that a
  // heap begins with are absent, so empty ones show what was taken.
  [[nodiscard]] Picture picture(const State& state) const {
    Picture picture;
    picture.rows = params_.heaps.size();
    picture.columns = static_cast<std::size_t>(*std::ranges::max_element(params_.heaps));
    picture.cells.resize(picture.rows * picture.columns);
    for (std::size_t row = 0; row < picture.rows; ++row) {
      picture.row_labels.push_back(std::to_string(row + 1));
      for (auto i = static_cast<std::size_t>(params_.heaps[row]); i < picture.columns; ++i)
        picture.at(row, i).absent = true;
      for (std::size_t i = 0; i < state.heaps[row]; ++i)
        picture.at(row, i) = {.text = "|",
                              .owner = -1,
                              .move = std::to_string(row + 1) + '-' + std::to_string(state.heaps[row] - i)};
    }
    picture.caption =
        std::string("The player who takes the last stick ") + (params_.misere ? "loses." : "wins.");
    return picture;
  }

  [[nodiscard]] GameDescription describe() const {
    return {
        .title = "Nim",
        .rules = std::string("Players take any number of sticks from one heap in turn. The player who takes "
                             "the last stick ") +
                 (params_.misere ? "loses." : "wins."),
        .notation = "heap-count: 2-3 takes three sticks from the second heap",
        .board = BoardStyle::sticks,
        .variants = {{"3, 4, 5", ""},
                     {"3, 4, 5: the last stick loses", "misere=true"},
                     {"Three players", "players=3"}}};
  }

 private:
  Params params_;
};

static_assert(Game<Nim> && VariablePlayers<Nim> && HasParams<Nim> && HasRewardRange<Nim>);
static_assert(HasHash<Nim> && HasMaxMoves<Nim>);
static_assert(HasMoveText<Nim> && HasPositionText<Nim> && HasPicture<Nim> && HasDescription<Nim>);

}  // namespace banyan
