// Which moves of Go are worth searching, and how much each promises at first sight: a weight for each feature
// of a move, all multiplied. The features are those that programs have long begun their searches with (Gelly
// & Silver, "Combining Online and Offline Knowledge in UCT", 2007): taking and saving chains, shapes of 3×3
// points, nearness to the last moves, and lines of an empty part of the board. Moves into an own eye are left
// out.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>

#include <banyan/games/go_expert.hpp>
#include <banyan/games/go_playout.hpp>
#include <banyan/games/go_state.hpp>

namespace banyan::detail {

class GoCandidates {
 public:
  GoCandidates(const GoRules& rules, const GoState& state) : rules_(rules), state_(state) {
    const auto& record = state.record;
    for (std::size_t i = 0; i < last_.size() && i < record.size(); ++i)
      if (const auto entry = record[record.size() - 1 - i]; entry < GoState::black_stone) last_[i] = entry;
  }

  // The moves, with weights that add up to 1.
  template <class List>
  void list(List& moves) const {
    float sum = 0;
    const auto add = [&](GoPoint move, float weight) {
      moves.push_back({move, weight});
      sum += weight;
    };
    // By rows: the board's own list of empty points depends on how it came about.
    for (int row = 0; row < board().size(); ++row)
      for (int column = 0; column < board().size(); ++column) {
        const GoPoint point = board().point_at(row, column);
        if (board().colour(point) == go_empty && !is_go_eye(board(), point, state_.player) &&
            rules_.is_legal(state_, point))
          add(point, weight_of(point));
      }
    add(go_pass, state_.passes > 0 ? pass_after_pass : pass);
    for (auto& move : moves) move.weight /= sum;
  }

 private:
  // A move without any feature has weight 1.
  static constexpr float takes_chain = 8;
  static constexpr float takes_stone = 5;
  static constexpr float saves_chain = 8;
  static constexpr float gives_atari = 1.5F;
  static constexpr float puts_itself_in_atari = 0.1F;
  static constexpr float has_shape = 2.5F;
  static constexpr std::array<float, 5> near_last{1, 1, 4, 3, 2};  // by distance
  static constexpr std::array<float, 5> near_one_before{1, 1, 2, 1.5F, 1.25F};
  static constexpr std::array<float, 3> on_empty_line{0.05F, 0.3F, 1.5F};  // from the edge
  static constexpr int empty_distance = 3;                                 // no stone within so many lines
  static constexpr float pass = 0.1F;
  static constexpr float pass_after_pass = 2;

  [[nodiscard]] const GoBoard& board() const { return state_.board; }

  [[nodiscard]] float weight_of(GoPoint point) const {
    float weight = tactics(point);
    if (GoShapes::all().fit(board(), point, state_.player)) weight *= has_shape;
    weight *= nearness(point, last_[0], near_last) * nearness(point, last_[1], near_one_before);
    const int line = line_of(point);
    if (line < static_cast<int>(on_empty_line.size()) && is_in_empty_part(point))
      weight *= on_empty_line[static_cast<std::size_t>(line)];
    return weight;
  }

  // Chains that the move takes, saves or attacks.
  [[nodiscard]] float tactics(GoPoint point) const {
    const bool safe = is_safe_go_move(board(), point, state_.player);
    float taking = 1;
    bool saves = false;
    bool attacks = false;
    for (const GoPoint n : board().neighbours(point)) {
      const unsigned what = board().colour(n);
      if (what >= go_empty) continue;
      const bool in_atari = board().in_atari(n);
      if (what == state_.player) {
        saves = saves || in_atari;
      } else if (in_atari) {
        taking = std::max(taking, board().next_of(n) == n ? takes_stone : takes_chain);
      } else {
        attacks = attacks || board().liberties_up_to_three(n) == 2;
      }
    }
    if (taking > 1) return taking;
    if (!safe) return puts_itself_in_atari;
    return saves ? saves_chain : attacks ? gives_atari : 1;
  }

  // Distance as |dx| + |dy| + max(|dx|, |dy|): 2 to a neighbour, 3 along a diagonal, 4 to the second point.
  [[nodiscard]] float nearness(GoPoint point, GoPoint to, const std::array<float, 5>& weights) const {
    if (to == go_pass) return 1;
    const int rows = std::abs(board().row_of(point) - board().row_of(to));
    const int columns = std::abs(board().column_of(point) - board().column_of(to));
    const auto distance = static_cast<std::size_t>(rows + columns + std::max(rows, columns));
    return distance < weights.size() ? weights[distance] : 1;
  }

  // Lines from the nearest edge, which is 0.
  [[nodiscard]] int line_of(GoPoint point) const {
    const int row = board().row_of(point);
    const int column = board().column_of(point);
    return std::min({row, column, rules_.size - 1 - row, rules_.size - 1 - column});
  }
  [[nodiscard]] bool is_in_empty_part(GoPoint point) const {
    const int row = board().row_of(point);
    const int column = board().column_of(point);
    const int last = rules_.size - 1;
    for (int r = std::max(0, row - empty_distance); r <= std::min(last, row + empty_distance); ++r)
      for (int c = std::max(0, column - empty_distance); c <= std::min(last, column + empty_distance); ++c)
        if (board().colour(board().point_at(r, c)) < go_empty) return false;
    return true;
  }

  const GoRules& rules_;
  const GoState& state_;
  std::array<GoPoint, 2> last_{go_pass, go_pass};  // the moves before, the latest first
};

}  // namespace banyan::detail
