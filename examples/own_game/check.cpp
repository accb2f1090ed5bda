// Runs the conformance checks that every game of Banyan passes: random games, with many checks in each
// position. The report says what is wrong and where.
#include <iostream>

#include <banyan/testing/conformance.hpp>

#include "domineering.hpp"

int main() {
  const auto report = banyan::check_conformance(Domineering{});
  std::cout << report.text() << '\n';
  return report.ok() ? 0 : 1;
}
