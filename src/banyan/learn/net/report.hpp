// The page of a network's training run: its curves, its ladder and its settings.
#pragma once

#include <string>

#include <banyan/core/result.hpp>
#include <banyan/store/run_reader.hpp>

namespace banyan {

// The page's text.
Result<std::string> run_report(const RunReader& run);

}  // namespace banyan
