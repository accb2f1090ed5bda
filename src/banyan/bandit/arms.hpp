// Environments by spec: `bernoulli`, `gaussian:sigma=0.5`, `switching:every=1000`, over means given beside
// it; and one type for all of them, with what theory says of each.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <banyan/bandit/environment.hpp>
#include <banyan/bandit/theory.hpp>
#include <banyan/core/spec.hpp>

namespace banyan::bandit {

class AnyArms {
 public:
  using Kinds = std::variant<BernoulliArms, GaussianArms, BetaArms, DriftingArms, SwitchingArms, TableArms>;
  AnyArms(Kinds arms) : arms_(std::move(arms)) {}  // NOLINT(*-explicit-*)

  [[nodiscard]] std::size_t size() const {
    return std::visit([](const auto& arms) { return arms.size(); }, arms_);
  }
  [[nodiscard]] double pull(std::size_t arm, Random& random) const {
    return std::visit([&](const auto& arms) { return arms.pull(arm, random); }, arms_);
  }
  [[nodiscard]] double mean(std::size_t arm) const {
    return std::visit([&](const auto& arms) { return arms.mean(arm); }, arms_);
  }
  [[nodiscard]] double gap(std::size_t arm) const {
    return std::visit([&](const auto& arms) { return arms.gap(arm); }, arms_);
  }
  void advance(Random& random) {
    std::visit([&](auto& arms) { arms.advance(random); }, arms_);
  }

  [[nodiscard]] const BernoulliArms* coins() const { return std::get_if<BernoulliArms>(&arms_); }
  [[nodiscard]] const TableArms* table() const { return std::get_if<TableArms>(&arms_); }

  // The means, where they stay as they are.
  [[nodiscard]] const std::vector<double>* means() const {
    return std::visit(
        [](const auto& arms) -> const std::vector<double>* {
          if constexpr (std::is_base_of_v<detail::FixedMeans, std::remove_cvref_t<decltype(arms)>>) {
            return &arms.means();
          } else {
            return nullptr;
          }
        },
        arms_);
  }

  // Auer's bound is about means that stay and rewards in [0,1].
  [[nodiscard]] std::optional<double> auer_bound_at(double steps) const {
    if (means() == nullptr || std::holds_alternative<GaussianArms>(arms_)) return std::nullopt;
    return auer_bound(*means(), steps);
  }
  // Lai and Robbins' rate is known here for coins and for normal arms.
  [[nodiscard]] std::optional<double> lai_robbins() const {
    if (const BernoulliArms* those = coins()) return lai_robbins_rate(those->means());
    if (const auto* normal = std::get_if<GaussianArms>(&arms_))
      return lai_robbins_rate(normal->means(),
                              [&](double m, double n) { return kl_gaussian(m, n, normal->sigma()); });
    return std::nullopt;
  }

 private:
  Kinds arms_;
};
static_assert(Environment<AnyArms>);

namespace detail {

struct SigmaParams {
  double sigma = 0.5;
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit("sigma", self.sigma, above(0), "standard deviation of a reward");
  }
};
struct WeightParams {
  double weight = 2;
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit("weight", self.weight, above(0),
          "Beta(mean weight, (1 - mean) weight): the larger, the less spread");
  }
};
struct DriftParams {
  double sigma = 0.001;
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit("sigma", self.sigma, ValueRange{.low = 0, .high = 1, .low_excluded = true}, "a step of the drift");
  }
};
struct SwitchParams {
  std::uint64_t every = 1000;
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit("every", self.every, at_least(1), "steps between two changes");
  }
};

template <class Params, class Make>
Result<AnyArms> make_arms_with(const Spec& spec, Make&& make) {
  const auto params = parse_params<Params>(spec);
  if (!params) return params.error();
  auto arms = make(*params);
  if (!arms) return arms.error();
  return AnyArms(*std::move(arms));
}

}  // namespace detail

inline constexpr std::string_view arms_kinds = "bernoulli gaussian beta drifting switching";

inline Result<AnyArms> make_arms(const Spec& spec, const std::vector<double>& means) {
  using namespace detail;
  if (spec.name == "bernoulli")
    return make_arms_with<NoParameters>(spec, [&](const auto&) { return BernoulliArms::make(means); });
  if (spec.name == "gaussian")
    return make_arms_with<SigmaParams>(spec,
                                       [&](const auto& p) { return GaussianArms::make(means, p.sigma); });
  if (spec.name == "beta")
    return make_arms_with<WeightParams>(spec, [&](const auto& p) { return BetaArms::make(means, p.weight); });
  if (spec.name == "drifting")
    return make_arms_with<DriftParams>(spec,
                                       [&](const auto& p) { return DriftingArms::make(means, p.sigma); });
  if (spec.name == "switching")
    return make_arms_with<SwitchParams>(spec,
                                        [&](const auto& p) { return SwitchingArms::make(means, p.every); });
  return Error{"unknown environment '" + banyan::detail::shorten(spec.name) +
               "'; there are: " + std::string(arms_kinds)};
}

}  // namespace banyan::bandit
