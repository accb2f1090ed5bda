// A state of a compiled game behind the erased Position.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <banyan/game/text.hpp>
#include <banyan/search/contract.hpp>
#include <banyan/session/any_game.hpp>
#include <banyan/session/words.hpp>

namespace banyan {

namespace detail {
// A random move: by its probability at chance, otherwise uniform.
template <Game G>
MoveOf<G> random_move(const G& game, const StateOf<G>& state, Random& random) {
  if constexpr (HasChance<G>)
    if (game.current_player(state) == chance_player) return sample_chance(game, state, random);
  MoveListOf<G> moves;
  game.legal_moves(state, moves);
  return moves[random.below(moves.size())];
}
}  // namespace detail

template <Game G>
class PositionOf final : public Position {
 public:
  PositionOf(const G& game, const StateOf<G>& state)
      : game_(game), state_(state), problem_(problem_of_position(game, state)) {}

  [[nodiscard]] const StateOf<G>& state() const { return state_; }

  [[nodiscard]] std::unique_ptr<Position> clone() const override {
    return std::unique_ptr<Position>(new PositionOf(*this));
  }

  [[nodiscard]] const std::string& problem() const override { return problem_; }

  [[nodiscard]] std::optional<Player> player() const override {
    if (!problem_.empty() || game_.outcome(state_)) return std::nullopt;
    return game_.current_player(state_);
  }

  [[nodiscard]] std::vector<std::string> legal() const override {
    std::vector<std::string> texts;
    if (player().value_or(chance_player) == chance_player) return texts;
    for (const MoveOf<G>& move : possible_moves()) texts.push_back(move_text(game_, state_, move));
    return texts;
  }

  [[nodiscard]] std::vector<ChanceText> chances() const override {
    std::vector<ChanceText> texts;
    if constexpr (HasChance<G>) {
      if (player() != chance_player) return texts;
      ChanceListOf<G> outcomes;
      game_.chance_outcomes(state_, outcomes);
      for (const auto& outcome : outcomes)
        texts.push_back({move_text(game_, state_, outcome.move), outcome.probability});
    }
    return texts;
  }

  [[nodiscard]] std::optional<std::vector<double>> outcome() const override {
    const auto rewards = game_.outcome(state_);
    if (!rewards || !problem_.empty()) return std::nullopt;
    std::vector<double> total = paid();
    for (std::size_t i = 0; i < total.size(); ++i) total[i] += (*rewards)[i];
    return total;
  }

  [[nodiscard]] std::vector<double> paid() const override {
    const auto players = static_cast<std::ptrdiff_t>(std::clamp(player_count(game_), 0, G::max_players));
    return {paid_.begin(), paid_.begin() + players};
  }

  [[nodiscard]] std::optional<std::uint64_t> milestone() const override {
    if constexpr (HasMilestones<G>) {
      return game_.milestone(state_);
    } else {
      return std::nullopt;
    }
  }

  [[nodiscard]] std::optional<double> score() const override {
    if constexpr (HasScore<G>) {
      return game_.score(state_);
    } else {
      return std::nullopt;
    }
  }

  [[nodiscard]] std::string coordinates_of(std::string_view text) const override {
    if constexpr (HasCoordinates<G>)
      if (player())
        if (const auto move = move_from_text(game_, state_, text); move && is_possible(*move))
          return game_.print_coordinates(state_, *move);
    return std::string(text);
  }
  [[nodiscard]] std::string text_of_coordinates(std::string_view coordinates) const override {
    if constexpr (HasCoordinates<G>)
      if (player())
        if (const auto move = move_from_coordinates(game_, state_, coordinates); move && is_possible(*move))
          return move_text(game_, state_, *move);
    return (ReadsCoordinates<G> ? "coordinates " : "") + std::string(coordinates);
  }

  [[nodiscard]] std::optional<std::string> text() const override {
    if constexpr (HasPositionText<G>) {
      return game_.print_position(state_);
    } else {
      return std::nullopt;
    }
  }

  [[nodiscard]] std::optional<Picture> picture() const override {
    if constexpr (HasPicture<G>) {
      Picture picture = game_.picture(state_);
      return picture.problem().empty() ? std::optional(std::move(picture)) : std::nullopt;
    } else {
      return std::nullopt;
    }
  }

  [[nodiscard]] std::optional<EncodedPosition> encoded() const override {
    if constexpr (HasEncoding<G>) {
      if (player().value_or(chance_player) == chance_player) return std::nullopt;
      EncodedPosition encoded{.inputs = std::vector<float>(game_.encoding().inputs()), .outputs = {}};
      game_.encode(state_, encoded.inputs);
      for (const MoveOf<G>& move : possible_moves())
        encoded.outputs.push_back(game_.move_output(state_, move));
      return encoded;
    } else {
      return std::nullopt;
    }
  }

  [[nodiscard]] std::vector<std::vector<std::size_t>> legal_cells() const override {
    std::vector<std::vector<std::size_t>> list;
    if constexpr (HasMoveCells<G>)
      if (player().value_or(chance_player) != chance_player)
        for (const MoveOf<G>& move : possible_moves()) list.push_back(cells_of_move(move));
    return list;
  }

  [[nodiscard]] std::vector<std::size_t> cells_of(std::string_view text) const override {
    if constexpr (HasMoveCells<G>) {
      const auto move = player() ? move_from_text(game_, state_, text) : std::nullopt;
      if (move && is_possible(*move)) return cells_of_move(*move);
    }
    return {};
  }

  Result<std::string> play(std::string_view text) override {
    if (!problem_.empty()) return Error{problem_};
    if (game_.outcome(state_))
      return Error{"'" + detail::shorten(text) + "' comes after the end of the game"};
    const auto move = move_from_text(game_, state_, text);
    const auto moves = possible_moves();
    if (move && std::find(moves.begin(), moves.end(), *move) != moves.end()) return apply(*move);
    std::vector<std::string> allowed;
    for (const MoveOf<G>& each : moves) allowed.push_back(move_text(game_, state_, each));
    const bool chance = game_.current_player(state_) == chance_player;
    return Error{"'" + detail::shorten(text) + "' is not " +
                 (chance ? "an outcome of chance" : "a legal move") + " here; " +
                 (chance ? "chance can be: " : "legal: ") + list_words(allowed)};
  }

  std::string play_random(Random& random) override {
    return apply(detail::random_move(game_, state_, random));
  }

 private:
  PositionOf(const PositionOf&) = default;

  [[nodiscard]] std::vector<std::size_t> cells_of_move(const MoveOf<G>& move) const requires HasMoveCells<G> {
    CellPath path;
    game_.move_cells(state_, move, path);
    return {path.begin(), path.end()};
  }

  [[nodiscard]] bool is_possible(const MoveOf<G>& move) const {
    const auto moves = possible_moves();
    return std::find(moves.begin(), moves.end(), move) != moves.end();
  }
  // The moves possible now, of a player or of chance.
  [[nodiscard]] std::vector<MoveOf<G>> possible_moves() const {
    std::vector<MoveOf<G>> list;
    if constexpr (HasChance<G>) {
      if (game_.current_player(state_) == chance_player) {
        ChanceListOf<G> outcomes;
        game_.chance_outcomes(state_, outcomes);
        for (const auto& outcome : outcomes) list.push_back(outcome.move);
        return list;
      }
    }
    MoveListOf<G> moves;
    game_.legal_moves(state_, moves);
    list.assign(moves.begin(), moves.end());
    return list;
  }

  std::string apply(const MoveOf<G>& move) {
    std::string text = move_text(game_, state_, move);
    const RewardsOf<G> rewards = apply_move(game_, state_, move);
    for (std::size_t i = 0; i < rewards.size(); ++i) paid_[i] += rewards[i];
    problem_ = problem_of_position(game_, state_);
    return text;
  }

  G game_;
  StateOf<G> state_;
  RewardsOf<G> paid_{};
  std::string problem_;
};

// The state in a position that is known to be of this game.
template <Game G>
const StateOf<G>& state_of(const Position& position) {
  return static_cast<const PositionOf<G>&>(position).state();
}

}  // namespace banyan
