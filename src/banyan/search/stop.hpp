// When a search ends: small rules that look at how far it has come, combined by asking all of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include <banyan/search/params.hpp>

namespace banyan {

// How far a search has come, since it was asked.
struct Situation {
  std::uint64_t simulations = 0;
  double seconds = 0;
  std::uint64_t nodes = 0;
  std::uint64_t bytes = 0;
  bool proven = false;
  std::uint64_t lead = 0;  // visits of the most visited move less those of the second
  // Rules that may stop early do so only here, so that a search on one thread that is limited by
  // simulations ends at the same one whatever the clock says.
  bool at_checkpoint = true;
  // In the middle of a simulation: it ends, and counts, if a rule says stop.
  bool in_simulation = false;
};

// What a rule says: why to stop now, or else how many simulations may follow.
struct Verdict {
  static constexpr std::uint64_t any_number = std::numeric_limits<std::uint64_t>::max();
  std::optional<StopReason> reason{};
  std::uint64_t at_most = any_number;  // never more than this many
  std::uint64_t about = any_number;    // an estimate, from the time that is left
};

using StopRule = std::function<Verdict(const Situation&)>;

inline StopRule stop_after_simulations(std::uint64_t limit) {
  return [=](const Situation& now) -> Verdict {
    if (now.simulations >= limit) return {.reason = StopReason::sims};
    return {.at_most = limit - now.simulations};
  };
}

// Makes at least one simulation, however late it is: without any there is nothing to choose by.
inline StopRule stop_after(double seconds) {
  return [=](const Situation& now) -> Verdict {
    const bool has_one = now.simulations > 0 || now.in_simulation;
    if (now.seconds >= seconds && has_one) return {.reason = StopReason::time};
    const double left = static_cast<double>(now.simulations) * (seconds / now.seconds - 1);
    if (!(left < 1e18) || now.simulations == 0) return {};
    return {.about = static_cast<std::uint64_t>(left)};
  };
}

// A small game may have fewer nodes than the limit: after so many simulations for each there will be no more.
inline StopRule stop_at_nodes(std::uint64_t limit) {
  constexpr std::uint64_t simulations_per_node = 100;
  const std::uint64_t enough =
      std::min(limit, Verdict::any_number / simulations_per_node) * simulations_per_node;
  return [=](const Situation& now) -> Verdict {
    if (now.nodes >= limit || now.simulations >= enough) return {.reason = StopReason::nodes};
    // A simulation adds one node, or all children of a leaf.
    return {.at_most = std::min(limit - now.nodes, enough - now.simulations)};
  };
}

inline StopRule stop_at_bytes(std::uint64_t limit) {
  return [=](const Situation& now) -> Verdict {
    if (now.bytes >= limit) return {.reason = StopReason::bytes};
    return {};
  };
}

// Children count their visits in 32 bits, and no child has more visits than the root. Beyond that the
// counters would overflow.
inline StopRule stop_when_counters_are_full(std::uint64_t root_visits) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  return stop_after_simulations(most - std::min(most, root_visits));
}

inline StopRule stop_when_proven() {
  return [](const Situation& now) -> Verdict {
    if (now.proven) return {.reason = StopReason::proven};
    return {};
  };
}

inline StopRule stop_when_requested(std::stop_token token) {
  return [token = std::move(token)](const Situation&) -> Verdict {
    if (token.stop_requested()) return {.reason = StopReason::interrupted};
    return {};
  };
}

// Stops when the first of several rules does.
inline StopRule first_of(std::vector<StopRule> rules) {
  return [rules = std::move(rules)](const Situation& now) {
    Verdict all;
    for (const StopRule& rule : rules) {
      const Verdict verdict = rule(now);
      if (verdict.reason) return verdict;
      all.at_most = std::min(all.at_most, verdict.at_most);
      all.about = std::min(all.about, verdict.about);
    }
    return all;
  };
}

// Also stops once no other move can have as many visits by the time the rule stops: further search would not
// change the choice. For play; an analysis uses its whole budget.
inline StopRule or_when_settled(StopRule rule) {
  return [rule = std::move(rule)](const Situation& now) {
    Verdict verdict = rule(now);
    if (!verdict.reason && now.at_checkpoint && now.lead > std::min(verdict.at_most, verdict.about))
      verdict.reason = StopReason::settled;
    return verdict;
  };
}

// Without any limit after one second.
inline StopRule stop_at_limits(const SearchLimits& given) {
  const SearchLimits limits = given.or_default();
  std::vector<StopRule> rules;
  if (limits.sims) rules.push_back(stop_after_simulations(*limits.sims));
  if (limits.time) rules.push_back(stop_after(limits.time->seconds));
  if (limits.nodes) rules.push_back(stop_at_nodes(*limits.nodes));
  return first_of(std::move(rules));
}

}  // namespace banyan
