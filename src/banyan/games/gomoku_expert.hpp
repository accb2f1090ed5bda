// What somebody who knows Gomoku sees in a position: which moves are worth searching, how good they look, who
// stands better, and how a game may go on. Lines of three to five stones; of longer ones nothing is known
// here.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <banyan/game/game.hpp>
#include <banyan/games/gomoku_board.hpp>
#include <banyan/games/gomoku_threats.hpp>

namespace banyan::detail {

class GomokuExpert {
 public:
  using Board = GomokuBoard;
  using Cells = GomokuBoard::Cells;
  using Use = GomokuBoard::Use;
  using Move = GomokuBoard::Move;

  // A thread's board, at these stones. The positions that a search looks at one after the other differ in a
  // few stones, so that going from one to the next costs less than a board made anew. What is seen doesn't
  // depend on where it came from.
  static Board& board_at(int width, int height, int line, const Board::Stones& stones) {
    thread_local Board board(width, height, line);
    if (!board.fits(width, height, line)) board = Board(width, height, line);
    board.move_to(stones);
    return board;
  }

  // How good a move looks: what it makes, and what it keeps the other from making.
  static float weight(const Board& board, std::size_t mover, Move move) {
    return attack(board.facts(mover, move)) + defence * attack(board.facts(mover ^ 1U, move)) + 1;
  }

  // The most promising of these moves, with weights that add up to 1.
  template <class List>
  static void list_best(const Board& board, std::size_t mover, const Cells& moves, std::size_t most,
                        List& list) {
    list.clear();
    Board::for_each(moves, [&](Move move) {
      list.push_back({move, weight(board, mover, move) + nearness(board, move)});
    });
    const auto before = [](const auto& a, const auto& b) {
      return a.weight != b.weight ? a.weight > b.weight : a.move < b.move;
    };
    const std::size_t kept = std::min(most, list.size());
    std::partial_sort(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(kept), list.end(), before);
    while (list.size() > kept) list.pop_back();
    float sum = 0;
    for (auto& each : list) sum += each.weight;
    for (auto& each : list) each.weight /= sum;
  }

  // What the mover can expect, from -1 to 1: by how far he is ahead in what his cells are worth, and for
  // being to move. Where lines must be exact, cells that seem to complete one count for nothing: most make it
  // too long, and the others are seen without this.
  static double value(const Board& board, std::size_t mover, bool exact) {
    std::array<double, 2> sums{};
    Board::for_each(board.empty(), [&](Move move) {
      for (const std::size_t player : {0U, 1U}) sums[player] += board.score(player, move);
    });
    if (exact)
      for (const std::size_t player : {0U, 1U})
        Board::for_each(board.useful(player, Use::five),
                        [&](Move move) { sums[player] -= board.score(player, move); });
    const double lead = sums[mover] - sums[mover ^ 1U];
    return std::tanh((lead + tempo) / spread);
  }

 private:
  static constexpr float defence = 0.6F;
  static constexpr double tempo = 250;
  static constexpr double spread = 2500;

  static float attack(std::uint32_t facts) {
    const auto fours = GomokuFacts::count(facts, GomokuFacts::four);
    const auto threes = GomokuFacts::count(facts, GomokuFacts::open_three);
    auto score = static_cast<float>(GomokuFacts::score(facts));
    if (fours > 0 && threes > 0) {
      score += 2000;
    } else if (threes > 1) {
      score += 1200;
    }
    return score;
  }
  // Of equally good moves, the one nearer to the middle.
  static float nearness(const Board& board, Move move) {
    const int row = std::abs(2 * (move / Board::side) - (board.height() - 1));
    const int column = std::abs(2 * (move % Board::side) - (board.width() - 1));
    return 1 / (1 + static_cast<float>(row * row + column * column));
  }
};

}  // namespace banyan::detail
