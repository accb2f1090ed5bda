// Puts the game through what every game of Banyan goes through: random games, each position looked at from
// all sides. It says what is wrong and where.
#include <iostream>

#include <banyan/testing/conformance.hpp>

#include "domineering.hpp"

int main() {
  const auto report = banyan::check_conformance(Domineering{});
  std::cout << report.text() << '\n';
  return report.ok() ? 0 : 1;
}
