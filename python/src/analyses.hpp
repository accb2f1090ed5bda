// The result of a search as Python has it.
#pragma once

#include <banyan/session/analysis.hpp>

#include "bound_game.hpp"
#include "support.hpp"

namespace banyan::python {

// None for NaN.
py::object number_or_none(double number);

// Scalars, and the table of moves as numpy arrays; a ValueError if the search failed.
py::dict dict_of(const Analysis& analysis);

// A ValueError if the position has no player to move.
void check_can_be_searched(const BoundPosition& bound);

}  // namespace banyan::python
