// Specs from any bytes: parsed, refused with a message, or printed so that they parse to the same again.
#include <cstdint>
#include <string_view>

#include <banyan/core/spec.hpp>
#include <banyan/search/params.hpp>

#include "fuzz.hpp"

namespace {

template <class Params>
void fuzz_params(const banyan::Spec& spec) {
  const auto params = banyan::parse_params<Params>(spec);
  if (!params) return must(!params.error().message.empty());
  const std::string printed = banyan::print_spec(spec.name, *params);
  const auto again = banyan::parse_spec(printed);
  must(again.ok());
  const auto params_again = banyan::parse_params<Params>(*again);
  must(params_again.ok());
  must(banyan::print_spec(spec.name, *params_again) == printed);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto spec = banyan::parse_spec(text);
  if (!spec) {
    must(!spec.error().message.empty());
    return 0;
  }
  fuzz_params<banyan::SearchLimits>(*spec);
  fuzz_params<banyan::SearchParams>(*spec);
  return 0;
}
