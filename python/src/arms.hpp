// Arms of a bandit from Python's words for them.
#pragma once

#include <string>

#include <banyan/bandit/arms.hpp>

#include "support.hpp"

namespace banyan::python {

using NumberTable = py::array_t<double, py::array::c_style | py::array::forcecast>;

// Means of an environment, or a table of what each arm pays at each step.
bandit::AnyArms arms_of(const std::string& environment, const NumberTable& means);

}  // namespace banyan::python
