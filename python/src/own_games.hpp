// Games written in Python behind the erased interfaces, and their own functions: states and moves that are
// the user's own objects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <banyan/session/any_game.hpp>

#include "python_game.hpp"

namespace banyan::python {

std::shared_ptr<const AnyGame> make_own_game(const SharedRules& rules);

std::unique_ptr<Position> own_position(const SharedRules& rules, py::object state);
py::object own_state(const SharedRules& rules, const Position& position);
// The moves possible now, of a player or of chance, in the order of their texts.
std::vector<py::object> own_moves(const SharedRules& rules, const Position& position);

// What check_conformance() finds: whether all is well, and the report as text.
std::pair<bool, std::string> check_own_game(const SharedRules& rules, std::size_t games, std::uint64_t seed);

}  // namespace banyan::python
