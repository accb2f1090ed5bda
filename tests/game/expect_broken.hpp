// A game with a fault: the conformance check must name the rule that it breaks.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include <banyan/testing/conformance.hpp>

namespace banyan {

// Most faults show in a few games; what only statistics can tell needs playouts.
inline constexpr ConformanceOptions few_games{.games = 20, .playouts = 0};

template <Game G>
void expect_broken(const G& game, std::string_view rule, const ConformanceOptions& options = few_games) {
  const ConformanceReport report = check_conformance(game, options);
  EXPECT_FALSE(report.ok());
  const bool named =
      std::ranges::any_of(report.problems, [&](const auto& problem) { return problem.rule == rule; });
  EXPECT_TRUE(named) << "no word of '" << rule << "' in:\n" << report.text();
}

}  // namespace banyan
