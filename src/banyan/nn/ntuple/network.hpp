// An n-tuple network: the value of a board is the sum of a weight for what stands under each of its patterns,
// in all eight symmetries of the board (Szubert & Jaśkowski, "Temporal Difference Learning of N-Tuple
// Networks for the Game 2048", 2014). Later stages of a game, told apart by the highest tile, may have
// weights of their own (multistage: Yeh et al. 2016).
//
// All weights lie in one stretch of memory, a table of 16^cells a pattern, stage after stage; `base` is added
// to every sum, so that memory that was never touched stands for a network that expects `base` everywhere
// (optimistic initialisation: Guei, Chen & Wu, "Optimistic Temporal Difference Learning for 2048", 2021).
//
//   stage 0: |pattern 0: 16^6 floats|pattern 1|…   stage 1: …
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <banyan/core/bits.hpp>
#include <banyan/core/nibble_board.hpp>
#include <banyan/core/page_block.hpp>
#include <banyan/core/result.hpp>
#include <banyan/nn/ntuple/patterns.hpp>

namespace banyan {

// What a network is made of, without its weights.
struct NTupleShape {
  PatternList patterns;
  std::vector<std::uint8_t> stages;  // a stage begins where the highest tile is 2 to this power; rising
  double base = 0;
  std::string game{};  // whose boards it values; empty in files of older programs

  friend bool operator==(const NTupleShape&, const NTupleShape&) = default;

  [[nodiscard]] std::size_t weights_in_stage() const {
    std::size_t sum = 0;
    for (const NibbleBoard mask : patterns) sum += std::size_t{1} << std::popcount(mask);
    return sum;
  }
  [[nodiscard]] std::size_t weights() const { return (1 + stages.size()) * weights_in_stage(); }
  [[nodiscard]] std::size_t lookups() const { return 8 * patterns.size(); }
};

class NTupleNetwork {
 public:
  // Where the weights of one board lie.
  using Index = std::uint32_t;
  static constexpr std::size_t most_lookups = 8 * most_patterns;
  using Places = std::array<Index, most_lookups>;

  explicit NTupleNetwork(NTupleShape shape)
      : shape_(std::move(shape)),
        lookups_(shape_.lookups()),
        per_stage_(shape_.weights_in_stage()),
        memory_(shape_.weights() * sizeof(float)) {}

  [[nodiscard]] const NTupleShape& shape() const { return shape_; }
  [[nodiscard]] std::size_t lookups() const { return lookups_; }
  [[nodiscard]] std::size_t bytes() const { return memory_.bytes(); }
  [[nodiscard]] std::span<float> weights() const {
    return {static_cast<float*>(memory_.data()), shape_.weights()};
  }

  // Where a board's weights are: the first lookups() of `places`. They are asked for at once, so that they
  // are near when value() needs them.
  void find(NibbleBoard board, Places& places) const {
    std::array<NibbleBoard, 8> images{};
    images[0] = board;
    images[1] = mirror_columns(board);
    images[2] = mirror_rows(board);
    images[3] = mirror_rows(images[1]);
    for (std::size_t i = 0; i < 4; ++i) images[4 + i] = transpose(images[i]);
    const float* weights_begin = weights().data();
    auto table = static_cast<Index>(stage_of(board) * per_stage_);
    Index* place = places.data();
    for (const NibbleBoard mask : shape_.patterns) {
      for (const NibbleBoard image : images) {
        *place = table + static_cast<Index>(gather_bits(image, mask));
        __builtin_prefetch(weights_begin + *place++);
      }
      table += Index{1} << std::popcount(mask);
    }
  }

  // Other threads may be learning: weights are read and written one by one, in no particular order.
  [[nodiscard]] float value(const Places& places) const {
    float* table = weights().data();
    const auto weight = [&](std::size_t i) {
      return std::atomic_ref(table[places[i]]).load(std::memory_order_relaxed);
    };
    // One chain of additions would take longer than all else.
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    for (std::size_t i = 0; i < lookups_; i += 8) {
      a += weight(i) + weight(i + 1);
      b += weight(i + 2) + weight(i + 3);
      c += weight(i + 4) + weight(i + 5);
      d += weight(i + 6) + weight(i + 7);
    }
    return (a + b) + (c + d) + static_cast<float>(shape_.base);
  }
  [[nodiscard]] float value(NibbleBoard board) const {
    Places places;
    find(board, places);
    return value(places);
  }

 private:
  NTupleShape shape_;
  std::size_t lookups_;
  std::size_t per_stage_;
  PageBlock memory_;

  [[nodiscard]] std::size_t stage_of(NibbleBoard board) const {
    if (shape_.stages.empty()) return 0;
    unsigned highest = 0;
    for (unsigned cell = 0; cell < 16; ++cell) highest = std::max(highest, cell_of(board, cell));
    std::size_t stage = 0;
    while (stage < shape_.stages.size() && highest >= shape_.stages[stage]) ++stage;
    return stage;
  }
};

// The network in a file, or where none is named the one that ships for that game. Read once and shared by
// everyone who asks for the same file. Compiled by <banyan/nn/networks.hpp>, and in banyan::app.
template <class Tag = void>
Result<std::shared_ptr<const NTupleNetwork>> open_ntuple(const std::string& file, const std::string& game);

}  // namespace banyan
