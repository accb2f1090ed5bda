// The page of the training in a folder, whichever kind it is.
#pragma once

#include <string>

#include <banyan/core/result.hpp>

namespace banyan {

// Writes FOLDER/report.html; answers its path.
Result<std::string> write_training_report(const std::string& folder);

}  // namespace banyan
