// What every game's search uses and no game changes. banyan::app compiles it (compiled_once.cpp), so that the
// unit of a game doesn't: checks of parameters go over fifty fields each, which took a quarter of the time
// that a game took to compile.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <banyan/core/fields.hpp>
#include <banyan/search/evaluate/evaluator.hpp>
#include <banyan/search/params.hpp>
#include <banyan/search/result.hpp>

namespace banyan {

extern template std::string problem_of_fields(const SearchParams&);
extern template std::string problem_of_fields(const PuctParams&);
extern template std::string problem_of_fields(const SearchLimits&);
extern template std::vector<std::uint32_t> order_by_visits<void>(const std::vector<std::uint64_t>&);

}  // namespace banyan
