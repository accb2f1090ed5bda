// What a network learns from as arrays: a row for each position.
#pragma once

#include <array>
#include <cstring>
#include <string_view>
#include <vector>

#include <banyan/nn/sample.hpp>

#include "support.hpp"

namespace banyan::python {

class SampleRows {
 public:
  void add(const SampleShape& shape, std::string_view samples) {
    for (std::size_t at = 0; at + shape.bytes() <= samples.size(); at += shape.bytes()) {
      const char* const sample = samples.data() + at;
      for (std::size_t i = 0; i < shape.inputs; ++i) planes_.push_back(sample[i] != 0 ? 1.0F : 0.0F);
      for (std::size_t i = 0; i < shape.outputs; ++i) {
        std::uint16_t share = 0;
        std::memcpy(&share, sample + shape.inputs + i * sizeof(share), sizeof(share));
        policy_.push_back(static_cast<float>(share) / 65535.0F);
      }
      std::array<float, 2> numbers{};
      std::memcpy(numbers.data(), sample + shape.numbers_at(), sizeof(numbers));
      weight_.push_back(numbers[0]);
      value_.push_back(numbers[1]);
    }
  }

  // Arrays that take over the memory.
  [[nodiscard]] py::dict arrays(const Encoding& encoding) && {
    const auto count = static_cast<py::ssize_t>(value_.size());
    py::dict all;
    all["planes"] = array_of(std::move(planes_), {count, encoding.planes, encoding.rows, encoding.columns});
    all["policy"] = array_of(std::move(policy_), {count, static_cast<py::ssize_t>(encoding.outputs())});
    all["weight"] = array_of(std::move(weight_));
    all["value"] = array_of(std::move(value_));
    return all;
  }

 private:
  std::vector<float> planes_;
  std::vector<float> policy_;
  std::vector<float> weight_;
  std::vector<float> value_;
};

}  // namespace banyan::python
