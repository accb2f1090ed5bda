#include <banyan/session/compiled_once.hpp>

namespace banyan {

template std::string problem_of_fields(const SearchParams&);
template std::string problem_of_fields(const PuctParams&);
template std::string problem_of_fields(const SearchLimits&);
template std::vector<std::uint32_t> order_by_visits<void>(const std::vector<std::uint64_t>&);

}  // namespace banyan
