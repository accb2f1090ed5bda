#include <banyan/session/game_list.hpp>

#include <banyan/core/spec.hpp>

namespace banyan {

Result<std::shared_ptr<const AnyGame>> GameList::make(std::string_view text) const {
  const auto spec = parse_spec(text);
  if (!spec) return spec.error();
  std::string known;
  for (const GameEntry& entry : entries_) {
    if (entry.name == spec->name) return entry.make(*spec);
    known += " " + entry.name;
  }
  return Error{"unknown game '" + detail::shorten(spec->name) + "'; there are:" + known};
}

std::string unclaimed_spec(const GameInfo& info) {
  const std::string& parameters = info.description.unclaimed;
  if (parameters.empty()) return {};
  return info.spec + (info.spec.find(':') == std::string::npos ? ':' : ',') + parameters;
}

}  // namespace banyan
