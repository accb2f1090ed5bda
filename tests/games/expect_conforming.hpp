// Conformance as a test: fails with the whole report.
#pragma once

#include <gtest/gtest.h>

#include <banyan/testing/conformance.hpp>

namespace banyan {

template <Game G>
void expect_conforming(const G& game, const ConformanceOptions& options = {}) {
  const auto report = check_conformance(game, options);
  EXPECT_TRUE(report.ok()) << report.text();
  EXPECT_EQ(report.games, options.games);
  EXPECT_GE(report.positions, report.games);
}

}  // namespace banyan
