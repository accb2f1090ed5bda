// The page of a training by tables: its learning curve and how it learns.
#pragma once

#include <string>

#include <banyan/core/result.hpp>
#include <banyan/learn/td/checkpoint.hpp>

namespace banyan {

// The page's text.
Result<std::string> td_report(const TdFolder& folder);

}  // namespace banyan
