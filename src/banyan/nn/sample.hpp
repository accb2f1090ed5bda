// What a network learns from: a position as it sees it, what a search found to be good moves there, and how
// the game ended. A sample is a string of bytes of fixed length, the same in the store, in pipes and in
// memory:
//
//   planes × cells   bytes 0 or 1, as encode() fills them
//   outputs          16 bits each: the share of a search's visits, of 65535 in all but rounding
//   policy weight    a 32-bit float: 0 where the search was too short to learn moves from
//   value            a 32-bit float from -1 to 1, for the player to move
#pragma once

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
  [[nodiscard]] std::size_t bytes() const {
    return inputs + outputs * sizeof(std::uint16_t) + 2 * sizeof(float);
  }
};

inline SampleShape sample_shape(const Encoding& encoding) { return {encoding.inputs(), encoding.outputs()}; }

// Appends a sample.
inline void add_sample(std::string& bytes, std::span<const float> inputs, std::span<const float> policy,
                       float policy_weight, float value) {
  for (const float input : inputs) bytes += static_cast<char>(input != 0);
  for (const float share : policy) {
    const auto whole = static_cast<std::uint16_t>(std::lround(share * 65535));
    bytes.append(reinterpret_cast<const char*>(&whole), sizeof(whole));
  }
  for (const float number : {policy_weight, value})
    bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

// Gives every sample of a string its value: value_of(i).
template <class ValueOf>
void set_values(std::string& bytes, const SampleShape& shape, ValueOf&& value_of) {
  const std::size_t size = shape.bytes();
  for (std::size_t i = 0; (i + 1) * size <= bytes.size(); ++i) {
    const float value = value_of(i);
    std::memcpy(bytes.data() + (i + 1) * size - sizeof(value), &value, sizeof(value));
  }
}

}  // namespace banyan
