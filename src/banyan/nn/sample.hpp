// What a network learns from: a position as it sees it, what a search found to be good moves there, and how
// the game ended. A sample is a string of bytes of fixed length, the same in the store, in pipes and in
// memory:
//
//   planes × cells   bytes 0 or 1, as encode() fills them
//   outputs          16 bits each: the share of a search's visits, of 65535 in all but rounding
//   policy weight    a 32-bit float: 0 where the search was too short to learn moves from
//   value            a 32-bit float from -1 to 1, for the player to move
//   draw             a 32-bit float: 1 where the game was drawn, else 0; only for networks that learn it
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include <banyan/game/game.hpp>

namespace banyan {

struct SampleShape {
  std::size_t inputs = 0;
  std::size_t outputs = 0;
  std::size_t values = 1;  // numbers on the end of the game: the value, or value and draw
  [[nodiscard]] std::size_t bytes() const { return numbers_at() + (1 + values) * sizeof(float); }
  // Where in a sample its policy weight, value and draw begin.
  [[nodiscard]] std::size_t numbers_at() const { return inputs + outputs * sizeof(std::uint16_t); }
};

inline SampleShape sample_shape(const Encoding& encoding, std::size_t values = 2) {
  return {encoding.inputs(), encoding.outputs(), values};
}

// Appends a sample whose end is not known yet.
inline void add_sample(std::string& bytes, const SampleShape& shape, std::span<const float> inputs,
                       std::span<const float> policy, float policy_weight) {
  for (const float input : inputs) bytes += static_cast<char>(input != 0);
  for (const float share : policy) {
    const auto whole = static_cast<std::uint16_t>(std::lround(share * 65535));
    bytes.append(reinterpret_cast<const char*>(&whole), sizeof(whole));
  }
  bytes.append(reinterpret_cast<const char*>(&policy_weight), sizeof(policy_weight));
  bytes.append(shape.values * sizeof(float), '\0');
}

// Tells every sample of a game how it ended: its value is value_of(i).
template <class ValueOf>
void set_end(std::string& bytes, const SampleShape& shape, bool drawn, ValueOf&& value_of) {
  const std::size_t size = shape.bytes();
  for (std::size_t i = 0; (i + 1) * size <= bytes.size(); ++i) {
    const std::array<float, 2> numbers{value_of(i), drawn ? 1.0F : 0.0F};
    std::memcpy(bytes.data() + i * size + shape.numbers_at() + sizeof(float), numbers.data(),
                shape.values * sizeof(float));
  }
}

}  // namespace banyan
