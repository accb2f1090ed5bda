// Many boards of one game at once, stepped on all processors: environments for people who train their own
// players. What a step gives stays in the same arrays, which the next step overwrites.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <thread>

#include <banyan/core/parallel.hpp>
#include <banyan/games/connect4.hpp>
#include <banyan/games/twenty48.hpp>

#include "gil.hpp"
#include "running.hpp"
#include "support.hpp"

namespace banyan::python {

namespace {
// Each block of this many boards draws from one random stream, so that the number of threads changes nothing.
constexpr std::size_t boards_a_block = 1024;

py::ssize_t signed_size(std::size_t n) { return static_cast<py::ssize_t>(n); }

// Runs work(first, last, block) over all boards, without the GIL; few boards are not worth a thread.
template <class Work>
void for_each_block(std::size_t boards, std::size_t threads, Work&& work) {
  const Unlocked others_may_run;
  const std::size_t blocks = (boards + boards_a_block - 1) / boards_a_block;
  parallel_for(blocks, std::min(threads, (blocks + 3) / 4), {}, [&](std::size_t block) {
    const std::size_t first = block * boards_a_block;
    work(first, std::min(first + boards_a_block, boards), block);
  });
}

using Actions = py::array_t<std::uint8_t, py::array::c_style>;

// One action a board, each from 0 to `most`. Numbers of other types are checked before they are narrowed.
Actions read_actions(const py::object& given, std::size_t boards, unsigned most) {
  const auto check = [&](const auto& numbers) {
    if (static_cast<std::size_t>(numbers.size()) != boards)
      throw py::value_error("there are " + std::to_string(boards) + " boards and " +
                            std::to_string(numbers.size()) + " actions");
    const auto* const first = numbers.data();
    const auto [lowest, highest] = [&] {
      const Unlocked others_may_run;
      return std::pair(*std::min_element(first, first + boards), *std::max_element(first, first + boards));
    }();
    if (lowest < 0 || std::cmp_greater(highest, most))
      throw py::value_error("an action is " + std::to_string(lowest < 0 ? lowest : highest) +
                            ": it must be 0 to " + std::to_string(most));
  };
  if (py::isinstance<Actions>(given)) {
    auto actions = Actions::ensure(given);
    check(actions);
    return actions;
  }
  const auto numbers = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(given);
  if (!numbers) throw py::error_already_set();
  check(numbers);
  Actions actions(signed_size(boards));
  auto* const to = actions.mutable_data();
  const auto* const from = numbers.data();
  const Unlocked others_may_run;
  std::transform(from, from + boards, to,
                 [](std::int64_t number) { return static_cast<std::uint8_t>(number); });
  return actions;
}

template <class T>
py::array_t<T> zeros(std::vector<py::ssize_t> shape) {
  py::array_t<T> array(std::move(shape));
  auto* const data = array.mutable_data();
  const auto bytes = static_cast<std::size_t>(array.nbytes());
  const Unlocked others_may_run;
  std::memset(data, 0, bytes);
  return array;
}

// What every environment has.
struct Outputs {
  explicit Outputs(std::size_t boards)
      : reward(zeros<float>({signed_size(boards)})), done(zeros<bool>({signed_size(boards)})) {}
  py::array_t<float> reward;
  py::array_t<bool> done;
};

std::size_t check_count(std::size_t boards) {
  if (boards < 1 || boards > 100'000'000) throw py::value_error("the number of boards must be 1 to 1e8");
  return boards;
}

std::vector<Random> streams(std::size_t boards, std::uint64_t seed) {
  std::vector<Random> list;
  for (std::size_t block = 0; block * boards_a_block < boards; ++block) list.emplace_back(seed, block);
  return list;
}

// The exponents of the tiles, a byte a cell, from the top row on: an empty cell is 0. The board has its
// bottom row in its lowest bits.
void write_cells(std::uint64_t board, std::uint8_t* cells) {
  constexpr std::uint64_t low = 0x0f0f'0f0f'0f0f'0f0fU;
  for (int half = 0; half < 2; ++half) {
    std::uint64_t part = (board >> (32 * half)) & 0xffff'ffffU;
    part = (part | part << 16U) & 0x0000'ffff'0000'ffffU;
    part = (part | part << 8U) & 0x00ff'00ff'00ff'00ffU;
    part = (part | part << 4U) & low;
    part = std::rotl(part, 32);
    std::memcpy(cells + 8 * (1 - half), &part, sizeof(part));
  }
}

class VectorTwenty48 {
 public:
  VectorTwenty48(std::size_t boards, std::uint64_t seed, std::size_t threads)
      : states_(check_count(boards)),
        random_(streams(boards, seed)),
        threads_(std::max<std::size_t>(threads, 1)),
        cells_(zeros<std::uint8_t>({signed_size(boards), 4, 4})),
        outputs_(boards) {
    reset();
  }

  py::array reset() {
    const Busy busy(busy_, "these boards");
    auto* const cells = cells_.mutable_data();
    for_each_block(states_.size(), threads_, [&](std::size_t first, std::size_t last, std::size_t block) {
      for (std::size_t i = first; i < last; ++i) {
        states_[i] = fresh(random_[block]);
        write_cells(states_[i].board, cells + 16 * i);
      }
    });
    return cells_;
  }

  py::tuple step(const py::object& given) {
    const Busy busy(busy_, "these boards");
    const Actions read = read_actions(given, states_.size(), 3);
    const std::uint8_t* const actions = read.data();
    auto* const cells = cells_.mutable_data();
    auto* const reward = outputs_.reward.mutable_data();
    auto* const done = outputs_.done.mutable_data();
    for_each_block(states_.size(), threads_, [&](std::size_t first, std::size_t last, std::size_t block) {
      Random random = random_[block];
      for (std::size_t i = first; i < last; ++i) {
        reward[i] = move(states_[i], actions[i], random);
        done[i] = game_.outcome(states_[i]).has_value();
        if (done[i]) states_[i] = fresh(random);
        write_cells(states_[i].board, cells + 16 * i);
      }
      random_[block] = random;
    });
    return py::make_tuple(cells_, outputs_.reward, outputs_.done);
  }

  // Which moves are legal: (boards, 4).
  py::array_t<bool> legal() {
    const Busy busy(busy_, "these boards");
    py::array_t<bool> mask = zeros<bool>({signed_size(states_.size()), 4});
    auto* const to = mask.mutable_data();
    for_each_block(states_.size(), threads_, [&](std::size_t first, std::size_t last, std::size_t) {
      for (std::size_t i = first; i < last; ++i) {
        MoveListOf<Twenty48> moves;
        game_.legal_moves(states_[i], moves);
        for (const Twenty48::Move each : moves) to[4 * i + each] = true;
      }
    });
    return mask;
  }

 private:
  Twenty48State fresh(Random& random) const {
    Twenty48State state = game_.start();
    while (state.due > 0) game_.apply(state, game_.sample_chance(state, random));
    return state;
  }

  // A move that changes nothing is not legal: nothing happens.
  float move(Twenty48State& state, std::uint8_t direction, Random& random) const {
    Twenty48State next = state;
    const double paid = game_.apply(next, direction)[0];
    next.due = 0;
    if (next == state) return 0;
    next.due = 1;
    game_.apply(next, game_.sample_chance(next, random));
    state = next;
    return static_cast<float>(paid);
  }

  Twenty48 game_;
  std::vector<Twenty48State> states_;
  std::vector<Random> random_;  // one a block
  std::size_t threads_;
  py::array_t<std::uint8_t> cells_;
  Outputs outputs_;
  std::atomic<bool> busy_ = false;
};

class VectorConnectFour {
 public:
  VectorConnectFour(std::size_t boards, std::size_t threads)
      : states_(check_count(boards)),
        threads_(std::max<std::size_t>(threads, 1)),
        planes_(zeros<float>({signed_size(boards), encoding().planes, encoding().rows, encoding().columns})),
        outputs_(boards) {
    reset();
  }

  py::array reset() {
    const Busy busy(busy_, "these boards");
    std::fill(states_.begin(), states_.end(), game_.start());
    observe();
    return planes_;
  }

  // Each board's player to move drops a stone. The reward is that player's: 1 for a win, -1 for a full
  // column, which loses.
  py::tuple step(const py::object& given) {
    const Busy busy(busy_, "these boards");
    const Actions read = read_actions(given, states_.size(), 6);
    const std::uint8_t* const actions = read.data();
    auto* const reward = outputs_.reward.mutable_data();
    auto* const done = outputs_.done.mutable_data();
    for_each_block(states_.size(), threads_, [&](std::size_t first, std::size_t last, std::size_t) {
      for (std::size_t i = first; i < last; ++i) std::tie(reward[i], done[i]) = move(states_[i], actions[i]);
    });
    observe();
    return py::make_tuple(planes_, outputs_.reward, outputs_.done);
  }

  py::array_t<bool> legal() {
    const Busy busy(busy_, "these boards");
    py::array_t<bool> mask = zeros<bool>({signed_size(states_.size()), 7});
    auto* const to = mask.mutable_data();
    for_each_block(states_.size(), threads_, [&](std::size_t first, std::size_t last, std::size_t) {
      for (std::size_t i = first; i < last; ++i) {
        MoveListOf<ConnectFour> moves;
        game_.legal_moves(states_[i], moves);
        for (const ConnectFour::Move each : moves) to[7 * i + each] = true;
      }
    });
    return mask;
  }

  py::array_t<std::uint8_t> players() {
    const Busy busy(busy_, "these boards");
    py::array_t<std::uint8_t> list(signed_size(states_.size()));
    auto* const to = list.mutable_data();
    for (std::size_t i = 0; i < states_.size(); ++i)
      to[i] = static_cast<std::uint8_t>(game_.current_player(states_[i]));
    return list;
  }

 private:
  [[nodiscard]] Encoding encoding() const { return game_.encoding(); }

  std::pair<float, bool> move(ConnectFour::State& state, std::uint8_t column) const {
    MoveListOf<ConnectFour> moves;
    game_.legal_moves(state, moves);
    if (std::find(moves.begin(), moves.end(), column) == moves.end()) {
      state = game_.start();
      return {-1.0F, true};
    }
    const auto player = static_cast<std::size_t>(game_.current_player(state));
    game_.apply(state, column);
    const auto outcome = game_.outcome(state);
    if (outcome) state = game_.start();
    return {outcome ? static_cast<float>((*outcome)[player]) : 0.0F, outcome.has_value()};
  }

  void observe() {
    auto* const planes = planes_.mutable_data();
    const std::size_t inputs = encoding().inputs();
    for_each_block(states_.size(), threads_, [&](std::size_t first, std::size_t last, std::size_t) {
      for (std::size_t i = first; i < last; ++i)
        game_.encode(states_[i], std::span(planes + i * inputs, inputs));
    });
  }

  ConnectFour game_;
  std::vector<ConnectFour::State> states_;
  std::size_t threads_;
  py::array_t<float> planes_;
  Outputs outputs_;
  std::atomic<bool> busy_ = false;
};
}  // namespace

void bind_vector(py::module_& module) {
  py::class_<VectorTwenty48>(module, "VectorTwenty48")
      .def(py::init<std::size_t, std::uint64_t, std::size_t>())
      .def("reset", &VectorTwenty48::reset)
      .def("step", &VectorTwenty48::step)
      .def("legal", &VectorTwenty48::legal);
  py::class_<VectorConnectFour>(module, "VectorConnectFour")
      .def(py::init<std::size_t, std::size_t>())
      .def("reset", &VectorConnectFour::reset)
      .def("step", &VectorConnectFour::step)
      .def("legal", &VectorConnectFour::legal)
      .def("players", &VectorConnectFour::players);
}

}  // namespace banyan::python
