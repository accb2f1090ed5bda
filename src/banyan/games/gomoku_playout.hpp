// Random games of Gomoku: uniform ones, ones whose players see lines that one stone completes, and ones of
// players who know the game. Included by gomoku.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <banyan/games/gomoku.hpp>
#include <banyan/games/gomoku_expert.hpp>
#include <banyan/games/gomoku_lines.hpp>

namespace banyan {

namespace detail {
// A game that is played out by players who see lines that one stone completes.
class GomokuPlayout {
 public:
  GomokuPlayout(const Gomoku& game, const Gomoku::State& state)
      : line_(game.params().line), exact_(game.exact()) {
    game.legal_moves(state, empty_);
    for (std::uint16_t i = 0; i < empty_.size(); ++i) {
      place_[empty_[i]] = i;
      free_.add(empty_[i]);
    }
    for (const std::size_t player : {0U, 1U}) {
      Gomoku::for_each_stone(state.stones[player], [&](Gomoku::Move cell) { lines_[player].add(cell); });
      note_all_threats(player);
    }
  }

  [[nodiscard]] bool over() const { return empty_.empty(); }
  [[nodiscard]] Gomoku::Move random_cell(Random& random) const { return empty_[random.below(empty_.size())]; }

  void play(std::size_t player, Gomoku::Move cell) {
    const std::uint16_t place = place_[cell];
    empty_.swap_remove(place);
    if (place < empty_.size()) place_[empty_[place]] = place;
    lines_[player].add(cell);
    note_threats(player, cell);
  }

  // The empty cells where this player completes a line.
  const MoveListOf<Gomoku>& threats(std::size_t player) {
    auto& known = threats_[player];
    for (std::size_t i = known.size(); i-- > 0;)
      if (!is_empty(known[i]) || (exact_ && !completes(player, known[i]))) known.swap_remove(i);
    return known;
  }

 private:
  // Further stones of the player's own may have made the line too long.
  [[nodiscard]] bool completes(std::size_t player, Gomoku::Move cell) const {
    const auto cells = completing(lines_[player].through(cell), line_, exact_);
    const auto& at = GomokuLines::places_of(cell);
    bool any = false;
    for (std::size_t i = 0; i < cells.size(); ++i) any = any || (cells[i] >> at[i].bit & 1U) != 0;
    return any;
  }
  // Only a line through the stone just placed can be new.
  void note_threats(std::size_t player, Gomoku::Move cell) {
    const auto cells = completing(lines_[player].through(cell), line_, exact_);
    const auto free = free_.through(cell);
    const auto& at = GomokuLines::places_of(cell);
    for (std::size_t i = 0; i < cells.size(); ++i) note(player, at[i].word, cells[i] & free[i]);
  }
  void note_all_threats(std::size_t player) {
    const auto cells = completing(lines_[player].all(), line_, exact_);
    for (std::size_t word = 0; word < cells.size(); ++word)
      note(player, word, cells[word] & free_.all()[word]);
  }
  void note(std::size_t player, std::size_t word, std::uint32_t bits) {
    auto& known = threats_[player];
    for_each_bit(bits, [&](unsigned bit) {
      const Gomoku::Move cell = GomokuLines::cell_of(word, static_cast<int>(bit));
      if (is_empty(cell) && std::find(known.begin(), known.end(), cell) == known.end()) known.push_back(cell);
    });
  }
  [[nodiscard]] bool is_empty(Gomoku::Move cell) const {
    return !lines_[0].has(cell) && !lines_[1].has(cell);
  }

  int line_;
  bool exact_;
  std::array<GomokuLines, 2> lines_;
  GomokuLines free_;  // cells that were empty at the beginning
  MoveListOf<Gomoku> empty_;
  std::array<std::uint16_t, Gomoku::max_legal> place_;  // of an empty cell in that list
  std::array<MoveListOf<Gomoku>, 2> threats_;           // some may have been taken since
};
}  // namespace detail

// The empty cells in a random order, drawn as far as the game goes: the same as a random legal move each
// time.
inline std::array<double, 2> Gomoku::playout(const State& state, Random& random) const {
  if (state.won) return *outcome(state);
  std::array<detail::GomokuLines, 2> lines;
  for (const std::size_t player : {0U, 1U})
    for_each_stone(state.stones[player], [&](Move cell) { lines[player].add(cell); });
  MoveListOf<Gomoku> empty;
  legal_moves(state, empty);
  for (std::size_t player = state.played & 1U; !empty.empty(); player ^= 1U) {
    const std::size_t choice = random.below(empty.size());
    lines[player].add(empty[choice]);
    if (detail::has_run(lines[player].through(empty[choice]), params_.line, exact()))
      return win_for(static_cast<Player>(player));
    empty.swap_remove(choice);
  }
  return draw_for_all();
}

// As before, but who can complete a line does, and who can keep the other from it does that. Of two cells
// where the other completes one, only one can be blocked.
inline std::array<double, 2> Gomoku::decisive_playout(const State& state, Random& random) const {
  if (state.won) return *outcome(state);
  detail::GomokuPlayout game(*this, state);
  for (std::size_t player = state.played & 1U; !game.over(); player ^= 1U) {
    if (!game.threats(player).empty()) return win_for(static_cast<Player>(player));
    const auto& blocks = game.threats(player ^ 1U);
    if (blocks.size() > 1) return win_for(static_cast<Player>(player ^ 1U));
    game.play(player, blocks.empty() ? game.random_cell(random) : blocks[0]);
  }
  return draw_for_all();
}

inline Urgency Gomoku::decisive_moves(const State& state, MoveListOf<Gomoku>& moves) const {
  detail::GomokuPlayout game(*this, state);
  const std::size_t mover = state.played & 1U;
  const bool wins = !game.threats(mover).empty();
  moves = game.threats(wins ? mover : mover ^ 1U);
  if (wins) return Urgency::win;
  return moves.empty() ? Urgency::none : moves.size() == 1 ? Urgency::block : Urgency::lost;
}

namespace detail {
// A game among players who see what stones make: they win by force, answer threats, and else play near the
// last two moves, the better a move looks the more often.
class GomokuExpertGame {
 public:
  using Board = GomokuBoard;

  GomokuExpertGame(const Board& board, std::size_t mover) : board_(board), mover_(mover) {}

  [[nodiscard]] std::size_t mover() const { return mover_; }
  [[nodiscard]] bool full() const { return !Board::any(board_.empty()); }
  [[nodiscard]] bool wins(Board::Move move) const {
    return GomokuFacts::count(board_.facts(mover_, move), GomokuFacts::five) > 0;
  }
  void play(Board::Move move) {
    board_.add(mover_, move);
    mover_ ^= 1U;
    before_ = last_;
    last_ = move;
  }

  Board::Move choose(Random& random) {
    const std::size_t other = mover_ ^ 1U;
    for (const auto& [player, use] : {std::pair{mover_, Board::Use::five}, std::pair{other, Board::Use::five},
                                      std::pair{mover_, Board::Use::two_ways}})
      if (const auto cells = board_.useful(player, use); Board::any(cells)) return Board::first(cells);
    chances_.clear();
    if (const auto threats = board_.useful(other, Board::Use::two_ways); Board::any(threats)) {
      const auto answers = GomokuThreats(board_, mover_).answers(threats);
      Board::for_each(answers, [&](Board::Move move) { offer(move); });
    } else if (!random.bernoulli(elsewhere)) {
      for (const Board::Move centre : {last_, before_})
        if (centre != none) board_.for_each_near(centre, [&](Board::Move move) { offer(move); });
    }
    if (chances_.empty()) Board::for_each(board_.empty(), [&](Board::Move move) { offer(move); });
    return draw(random);
  }

 private:
  static constexpr Board::Move none = 0xffff;
  static constexpr double elsewhere = 0.05;
  struct Chance {
    Board::Move move;
    float up_to;  // the sum of weights up to and with this one
  };

  void offer(Board::Move move) {
    const float before = chances_.empty() ? 0 : chances_[chances_.size() - 1].up_to;
    const float weight = GomokuExpert::weight(board_, mover_, move);
    chances_.push_back({move, before + weight * weight});
  }
  Board::Move draw(Random& random) {
    const float drawn = static_cast<float>(random.uniform()) * chances_[chances_.size() - 1].up_to;
    for (const Chance& chance : chances_)
      if (drawn < chance.up_to) return chance.move;
    return chances_[chances_.size() - 1].move;
  }

  Board board_;
  std::size_t mover_;
  Board::Move last_ = none;
  Board::Move before_ = none;
  FixedList<Chance, Gomoku::max_legal> chances_;
};
}  // namespace detail

template <class Note>
std::array<double, 2> Gomoku::uniform_playout(State state, Random& random, Note&& note) const {
  while (true) {
    if (const auto end = outcome(state)) return *end;
    MoveListOf<Gomoku> moves;
    legal_moves(state, moves);
    const Move move = moves[random.below(moves.size())];
    note(current_player(state), move);
    apply(state, move);
  }
}

template <class Note>
std::array<double, 2> Gomoku::expert_playout(const State& state, Random& random, Note&& note) const {
  if (state.won) return *outcome(state);
  if (exact() || !detail::GomokuPatterns::knows(params_.line)) return uniform_playout(state, random, note);
  detail::GomokuExpertGame game(expert_board(state), state.played & 1U);
  while (!game.full()) {
    const Move move = game.choose(random);
    const auto player = static_cast<Player>(game.mover());
    note(player, move);
    if (game.wins(move)) return win_for(player);
    game.play(move);
  }
  return draw_for_all();
}

inline detail::GomokuBoard& Gomoku::expert_board(const State& state) const {
  return detail::GomokuExpert::board_at(params_.width, params_.height, params_.line, state.stones);
}

// A player who can complete a line wins; one who can't, where the other can at two cells, loses: their stones
// make none of the other's lines too long.
inline Prospect Gomoku::prospect_at_once(const State& state, MoveListOf<Gomoku>& moves) const {
  switch (decisive_moves(state, moves)) {
    case Urgency::win: return Prospect::won;
    case Urgency::lost: return Prospect::lost;
    case Urgency::block: return Prospect::forced;
    case Urgency::none: break;
  }
  return Prospect::open;
}

inline Prospect Gomoku::prospect(const State& state) const {
  if (!detail::GomokuPatterns::knows(params_.line)) return Prospect::open;
  if (exact()) {
    MoveListOf<Gomoku> moves;
    return prospect_at_once(state, moves);
  }
  return detail::GomokuThreats(expert_board(state), state.played & 1U).judge(most_fours).prospect;
}

// The empty cells but for those that complete a line, where no line of the right length can be completed.
inline detail::GomokuBoard::Cells Gomoku::not_too_long(const detail::GomokuBoard& board) {
  using Board = detail::GomokuBoard;
  Board::Cells cells = board.empty();
  for (const std::size_t player : {0U, 1U})
    Board::for_each(board.useful(player, Board::Use::five), [&](Move move) { Board::erase(cells, move); });
  return Board::any(cells) ? cells : board.empty();
}

inline Prospect Gomoku::candidate_moves(const State& state, CandidateListOf<Gomoku>& moves) const {
  if (!detail::GomokuPatterns::knows(params_.line)) return Prospect::open;
  auto& board = expert_board(state);
  const std::size_t mover = state.played & 1U;
  detail::GomokuThreats::Judgement judgement;
  if (exact()) {
    MoveListOf<Gomoku> decisive;
    judgement.prospect = prospect_at_once(state, decisive);
    for (const Move move : decisive) detail::GomokuBoard::insert(judgement.moves, move);
    if (judgement.prospect == Prospect::open) judgement.moves = not_too_long(board);
  } else {
    judgement = detail::GomokuThreats(board, mover).judge(most_fours);
  }
  const bool is_open = judgement.prospect == Prospect::open;
  detail::GomokuExpert::list_best(board, mover, is_open && !exact() ? board.empty() : judgement.moves,
                                  is_open ? most_candidates : max_legal, moves);
  return judgement.prospect;
}

inline std::array<double, 2> Gomoku::heuristic(const State& state) const {
  if (!detail::GomokuPatterns::knows(params_.line)) return draw_for_all();
  const std::size_t mover = state.played & 1U;
  const double value = detail::GomokuExpert::value(expert_board(state), mover, exact());
  return mover == 0 ? std::array{value, -value} : std::array{-value, value};
}

}  // namespace banyan
