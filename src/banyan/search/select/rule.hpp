// What a selection rule is. A rule is one struct, which says everything about itself:
//
//   struct MyRule {
//     static constexpr std::string_view name = "my-rule";
//     static constexpr std::string_view help = "what it does, in one line";          // if specs name it
//     static constexpr std::array<const Statistic*, 1> statistics{&my_statistic};   // optional
//     static constexpr RuleNeeds needs{};                                            // optional
//     explicit MyRule(const NodeFacts& node);        // once a node
//     Float4 operator()(const Arms& arms) const;     // the index of four children
//   };
//
// `SearchParams{.rule = Rule::of<MyRule>()}` searches with it; rules.hpp lists those that have a name in
// specs. The tree keeps the rule's statistics, the backup adds to them, and the tree view shows its terms.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>

#include <banyan/core/float4.hpp>
#include <banyan/core/random.hpp>

namespace banyan {

struct RewardScale;

// A number that is kept of each child because a rule needs it: a sum over the returns of its visits, for the
// player who moved into it. Returns are on [0,1] in games with a constant reward_range, else in the game's
// own units.
struct Statistic {
  std::string_view name;
  double (*of)(double reward);  // what one return adds
  // The sum on the scale that children are compared on; `sum` is that of the n returns themselves. Asked only
  // where returns are in the game's own units.
  double (*scaled)(double total, double sum, double n, const RewardScale& scale);
};

inline constexpr std::size_t most_statistics = 2;  // of one rule

// Four children: returns scaled to [0,1], summed up, and visits; the others only where the rule needs them.
struct Arms {
  Float4 sum;
  Float4 n;
  Float4 prior = Float4(0);
  Float4 amaf_sum = Float4(0);  // returns of simulations in which the move came later (amaf.hpp)
  Float4 amaf_n = Float4(0);
  std::array<Float4, most_statistics> statistics{Float4(0), Float4(0)};  // the rule's own, in its order
};

// What a rule may know of the node whose children it compares, and of the options.
struct NodeFacts {
  std::uint64_t plays = 0;  // of its children in all
  Float4 c = Float4(0);     // weight of exploration
  float first_play = 0;     // first-play urgency; infinite where none is given
  bool has_first_play = false;
  float value = 0;    // of the node to the player to move; only for rules that need priors of a guide
  double puct_c = 0;  // c, c_growth and fpu_reduction of PuctParams
  double puct_c_growth = 0;
  double fpu_reduction = 0;
  float heuristic_weight = 0;
  float amaf_bias = 0;
  Random* random = nullptr;
};

// What a rule needs beside sums and visits. One that needs priors or AMAF values finds nodes that have all
// their children from the beginning, and compares those that were never visited too; for the other rules
// these come first.
struct RuleNeeds {
  bool priors = false;
  bool amaf = false;
  [[nodiscard]] constexpr bool whole_nodes() const { return priors || amaf; }
};

// A rule made for one node, whatever its type.
class RuleAtNode {
 public:
  RuleAtNode() {}  // NOLINT(*-use-equals-default): the storage is not to be zeroed

  template <class R>
  void emplace(const NodeFacts& node) {
    static_assert(sizeof(R) <= room && alignof(R) <= alignment && std::is_trivially_destructible_v<R>,
                  "a rule keeps a few numbers, and nothing that must be destroyed");
    ::new (storage_.data()) R(node);
    index_ = [](const void* rule, const Arms& arms) { return (*static_cast<const R*>(rule))(arms); };
  }
  Float4 operator()(const Arms& arms) const { return index_(storage_.data(), arms); }

 private:
  static constexpr std::size_t room = 128;
  static constexpr std::size_t alignment = 16;
  alignas(alignment) std::array<std::byte, room> storage_;
  Float4 (*index_)(const void*, const Arms&) = nullptr;
};

// The facts of a rule, read off its struct.
struct RuleEntry {
  std::string_view name;
  RuleNeeds needs;
  std::span<const Statistic* const> statistics;
  void (*prepare)(RuleAtNode& rule, const NodeFacts& node);
};

namespace detail {
template <class R>
constexpr RuleEntry read_rule() {
  RuleEntry entry{.name = R::name, .needs = {}, .statistics = {}, .prepare = nullptr};
  if constexpr (requires { R::needs; }) entry.needs = R::needs;
  if constexpr (requires { R::statistics; }) {
    static_assert(std::size(R::statistics) <= most_statistics);
    entry.statistics = R::statistics;
  }
  entry.prepare = [](RuleAtNode& rule, const NodeFacts& node) { rule.emplace<R>(node); };
  return entry;
}
}  // namespace detail
template <class R>
inline constexpr RuleEntry rule_entry = detail::read_rule<R>();

// A selection rule as a value: what SearchParams::rule holds.
class Rule {
 public:
  static const Rule ucb1;
  static const Rule ucb1_tuned;
  static const Rule thompson;
  static const Rule grave;

  template <class R>
  static constexpr Rule of() {
    return Rule(rule_entry<R>);
  }
  // Those that have a name in specs.
  static std::span<const Rule> all();

  [[nodiscard]] constexpr std::string_view name() const { return entry_->name; }
  [[nodiscard]] constexpr const RuleEntry& entry() const { return *entry_; }
  constexpr const RuleEntry* operator->() const { return entry_; }
  friend constexpr bool operator==(Rule, Rule) = default;

 private:
  constexpr explicit Rule(const RuleEntry& entry) : entry_(&entry) {}
  const RuleEntry* entry_;
};

}  // namespace banyan
