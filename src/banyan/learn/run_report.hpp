// A training run as one page that stands alone: its curves, its ladder and its settings. Nothing on it comes
// from elsewhere; it is light or dark as the reader's screen is.
#pragma once

#include <string>

#include <banyan/core/result.hpp>
#include <banyan/store/run_reader.hpp>

namespace banyan {

// The page's text.
Result<std::string> run_report(const RunReader& run);

// FOLDER/report.html, from FOLDER/run.db; answers its path.
Result<std::string> write_run_report(const std::string& folder);

}  // namespace banyan
