// The search signature of a game: a number that two searches share only if they went the same way. It is made
// of the moves, visits, values and proofs that agents with fixed seeds report, for several sets of options.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <banyan/session/any_game.hpp>

namespace banyan {

// Several numbers as one.
class Signature {
 public:
  void add(std::uint64_t x) { number_ = mix64(number_ ^ x); }
  void add(double x);
  void add(std::string_view text);
  [[nodiscard]] std::uint64_t number() const { return number_; }

 private:
  std::uint64_t number_ = 0;
};

// Tells each set of options with its number.
using Details = std::function<void(std::string_view options, std::uint64_t number)>;

std::uint64_t sign_game(const AnyGame& game, const Details& details);

// A number for each further option that the game has a use for.
std::map<std::string, std::uint64_t> sign_options(const AnyGame& game);

// Searches that an evaluator guides, by what they are about: priors, a Gumbel root, leaves in flight, shared
// positions, expectimax. The evaluator is a formula, so that no network's rounding plays a part.
std::map<std::string, std::uint64_t> sign_guided_searches();

}  // namespace banyan
