// `banyan net` for n-tuple networks.
#pragma once

#include <optional>
#include <string>

#include <banyan/core/result.hpp>

namespace banyan::cli {

// Whether a file begins with the header of an n-tuple network.
bool is_ntuple_file(const std::string& path);
Result<int> show_ntuple_info(const std::string& path, bool json);
// Writes the network without training data: with full weights, or packed as multiples of a step.
Result<int> export_ntuple(const std::string& path, const std::string& target, std::optional<double> step);

}  // namespace banyan::cli
