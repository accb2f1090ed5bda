#include <banyan/learn/net/run_settings.hpp>

#include <cstdint>
#include <string>
#include <utility>

#include <banyan/core/spec.hpp>

namespace banyan {

namespace {
// Stored at the first start, compared at later ones.
Result<void> agree(const RunStore& store, const std::string& name, const std::string& value,
                   const std::string& folder) {
  const auto there = store.get(name);
  if (!there) return there.error();
  if (!*there) return store.set(name, value);
  if (**there == value) return {};
  return Error{folder + " holds a run with " + name + " " + **there + ", not " + value +
               "; resume that one, or use another folder"};
}
}  // namespace

Result<NetTrainingParams> settle_run(const RunStore& store, const AnyGame& game,
                                     const NetTrainingParams& params) {
  NetTrainingParams own = params;
  const auto version = store.get("version");
  if (!version) return version.error();
  if (*version == "1") own.values = 1;
  for (const auto& [name, value] :
       {std::pair<std::string, std::string>("version", own.values == 1 ? "1" : "2"),
        {"game", game.info().spec},
        {"learner", print_spec("alphazero", params.learner)}})
    if (auto same = agree(store, name, value, params.folder); !same) return same.error();
  const auto seed = store.get("seed");
  if (!seed) return seed.error();
  if (*seed) {
    const auto known = parse_value<std::uint64_t>(**seed, anything());
    if (!known) return Error{params.folder + " is damaged: its seed " + known.error().message};
    own.seed = *known;
  }
  if (auto kept = store.set("seed", std::to_string(own.seed)); !kept) return kept.error();
  return own;
}

}  // namespace banyan
