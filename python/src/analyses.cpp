#include "analyses.hpp"

#include <cmath>
#include <utility>

namespace banyan::python {

py::object number_or_none(double number) {
  if (std::isnan(number)) return py::none();
  return py::cast(number);
}

namespace {
py::object bounds_of(const std::optional<Bounds>& bounds) {
  if (!bounds) return py::none();
  return py::make_tuple(bounds->low, bounds->high);
}

// The columns of the table of moves: numpy arrays over the memory they were gathered in.
py::dict columns_of(const Analysis& analysis) {
  const auto column = [&](auto get) {
    using T = decltype(get(analysis.moves.front()));
    std::vector<T> numbers;
    numbers.reserve(analysis.moves.size());
    for (const Analysis::Move& move : analysis.moves) numbers.push_back(get(move));
    return array_of(std::move(numbers));
  };
  using Move = Analysis::Move;
  py::dict columns;
  py::list names;
  py::list proven;
  py::list bounds;
  for (const Move& move : analysis.moves) {
    names.append(move.move);
    proven.append(move.proven);
    bounds.append(bounds_of(move.bounds));
  }
  columns["move"] = names;
  columns["visits"] = column([](const Move& move) { return move.visits; });
  columns["value"] = column([](const Move& move) { return move.value; });
  columns["win_rate"] = column([](const Move& move) { return move.win_rate; });
  columns["mean"] = column([](const Move& move) { return move.mean; });
  columns["low"] = column([](const Move& move) { return move.low; });
  columns["high"] = column([](const Move& move) { return move.high; });
  columns["prior"] = column([](const Move& move) { return move.prior; });
  columns["proven"] = proven;
  columns["bounds"] = bounds;
  return columns;
}

}  // namespace

py::dict dict_of(const Analysis& analysis) {
  if (!analysis.error.empty()) throw py::value_error(analysis.error);
  py::dict all;
  all["moves"] = columns_of(analysis);
  all["player"] = analysis.player;
  all["best"] = analysis.best;
  all["line"] = analysis.line;
  all["value"] = number_or_none(analysis.value);
  all["win_rate"] = number_or_none(analysis.win_rate);
  all["proven"] = analysis.proven;
  all["best_seen"] = py::none();
  if (const auto& seen = analysis.best_seen)
    all["best_seen"] = py::make_tuple(seen->score, seen->line, seen->whole);
  all["simulations"] = analysis.simulations;
  all["seconds"] = analysis.seconds;
  all["cpu_seconds"] = analysis.cpu_seconds;
  all["threads"] = analysis.threads;
  all["stopped_by"] = analysis.stopped_by;
  all["max_depth"] = analysis.max_depth;
  all["nodes"] = analysis.nodes;
  all["bytes"] = analysis.bytes;
  return all;
}

void check_can_be_searched(const BoundPosition& bound) {
  const Position& position = *bound.position;
  if (!position.problem().empty()) throw py::value_error(position.problem());
  if (!position.player()) throw py::value_error("the game is over: there is nothing to search");
  if (*position.player() == chance_player)
    throw py::value_error("chance is to move here: play an outcome of it, or state.settle() draws one");
}

}  // namespace banyan::python
