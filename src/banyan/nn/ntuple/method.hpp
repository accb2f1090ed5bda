// How an n-tuple network learns: the choices that a training is made of, beside its rate.
#pragma once

#include <array>
#include <string_view>

#include <banyan/core/value.hpp>

namespace banyan {

// All weights of a board move alike (td), or each by how much its past errors agree (tc, temporal coherence).
enum class TdRule { td, tc };
template <>
inline constexpr std::array enum_names<TdRule>{std::string_view("td"), std::string_view("tc")};

// When a game teaches: each move by the one after it while the game goes on (forward), or all moves from the
// last to the first once it is over (backward), so that each board is moved towards what was just learnt of
// the boards behind it (Matsuzaki, "Developing a 2048 Player with Backward Temporal Coherence Learning and
// Restart", 2017).
enum class TdOrder { forward, backward };
template <>
inline constexpr std::array enum_names<TdOrder>{std::string_view("forward"), std::string_view("backward")};

struct TdMethod {
  TdOrder order = TdOrder::forward;
  double lambda = 0.5;    // backward: the share of the return seen in a target; the rest is what was learnt
  bool restarts = false;  // backward: after a game, go on from its middle, again and again until it is short

  friend bool operator==(const TdMethod&, const TdMethod&) = default;
};

}  // namespace banyan
