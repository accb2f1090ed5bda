// How a game's rewards and moves are kept in a quad.
//
// A game that declares its range of returns as a constant has them scaled to [0,1] and kept as whole
// multiples of 2^-15 in the upper 48 bits of `sum`: exact for wins, draws and losses, and without overflow up
// to 2^32 visits. The low 16 bits hold the move, if a move is that small: adding to the sum never touches it.
// Otherwise `sum` is a double in the game's own units, scaled when children are compared: by the range that
// the game's parameters decide, or the range seen so far. Moves that don't fit have a column of their own.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <banyan/core/float4.hpp>
#include <banyan/game/game.hpp>
#include <banyan/search/select/rule.hpp>
#include <banyan/search/tree/quad.hpp>
#include <banyan/search/tree/reward_scale.hpp>
#include <banyan/search/tree/shared.hpp>

namespace banyan {

// Whose view a lane's numbers are kept in: the mover's; for chance outcomes, player 0's.
constexpr Player viewer(Player mover) { return std::max(mover, 0); }

// Before anything was seen: the range where the game's parameters decide it, else the game's own units.
template <Game G>
RewardScale first_scale(const G& game) {
  if constexpr (HasRangeByParams<G>) {
    const RewardRange range = game.reward_range();
    return {.low = range.low, .inverse_width = 1 / (range.high - range.low)};
  } else {
    return {};
  }
}

template <Game G>
struct Layout {
  static constexpr bool fixed_point = HasFixedRange<G>;
  static constexpr bool move_in_sum = fixed_point && sizeof(MoveOf<G>) <= 2;
  static constexpr unsigned move_bits = 16;
  static constexpr std::uint64_t move_mask = (std::uint64_t{1} << move_bits) - 1;
  static constexpr double unit = 0x1p15;

  // What is added to a `sum` for a return: one number a player, worked out once a simulation.
  using Increment = std::conditional_t<fixed_point, std::uint64_t, double>;

  static Increment increment(double reward) {
    if constexpr (fixed_point) {
      constexpr RewardRange range = G::reward_range;
      const double scaled = (reward - range.low) / (range.high - range.low);
      return static_cast<std::uint64_t>(std::clamp(scaled, 0.0, 1.0) * unit + 0.5) << move_bits;
    } else {
      return reward;
    }
  }

  // What is added for so many returns with this sum, in the game's units.
  static Increment increment_of(double real_sum, std::uint64_t n) {
    if constexpr (fixed_point) {
      constexpr RewardRange range = G::reward_range;
      const double share = (real_sum - range.low * static_cast<double>(n)) / (range.high - range.low);
      return static_cast<std::uint64_t>(std::max(share, 0.0) * unit + 0.5) << move_bits;
    } else {
      return real_sum;
    }
  }

  // A return on the scale that children are compared on.
  static double scaled(double reward, const RewardScale& scale) {
    if constexpr (fixed_point) {
      constexpr RewardRange range = G::reward_range;
      return (reward - range.low) / (range.high - range.low);
    } else {
      return (reward - scale.low) * scale.inverse_width;
    }
  }

  // The mean so far, as an increment.
  static Increment mean_increment(std::uint64_t sum, std::uint32_t visits) {
    if (visits == 0) return {};
    if constexpr (fixed_point) {
      return (sum >> move_bits) / visits << move_bits;
    } else {
      return std::bit_cast<double>(sum) / visits;
    }
  }

  template <bool Shared>
  static void add(std::uint64_t& sum, Increment increment) {
    if constexpr (fixed_point) {
      fetch_add<Shared>(sum, increment);
    } else {
      std::uint64_t before = load<Shared>(sum);
      while (!replace<Shared>(sum, before,
                              std::bit_cast<std::uint64_t>(std::bit_cast<double>(before) + increment)))
        before = load<Shared>(sum);
    }
  }

  // The sum of the returns on [0,1]; a player's return on it; and the returns of two players of whom one has
  // that much.
  static double unit_sum(std::uint64_t sum) { return static_cast<double>(sum >> move_bits) * (1 / unit); }
  static double share_of(const RewardsOf<G>& rewards, Player player) {
    return scaled(rewards[static_cast<std::size_t>(player)], {});
  }
  static RewardsOf<G> rewards_of(Player player, double share) {
    RewardsOf<G> rewards{};
    if constexpr (fixed_point && G::max_players == 2) {
      constexpr RewardRange range = G::reward_range;
      const double own = range.low + share * (range.high - range.low);
      rewards[static_cast<std::size_t>(player)] = own;
      rewards[static_cast<std::size_t>(1 - player)] = range.low + range.high - own;
    }
    return rewards;
  }

  // A `sum` of so many visits with this mean, on [0,1], and the same move.
  static std::uint64_t with_mean(std::uint64_t sum, double mean, std::uint32_t visits) requires fixed_point {
    return static_cast<std::uint64_t>(std::clamp(mean, 0.0, 1.0) * visits * unit + 0.5) << move_bits |
           (sum & move_mask);
  }

  // Four sums of returns on the scale that children are compared on; `n` are the numbers of visits. Loaded
  // here, so that they become a vector in registers: written to memory in parts and read as a whole they
  // would be waited for.
  template <bool Shared = false>
  static Float4 scaled_sums(const std::array<std::uint64_t, lanes>& sums, Float4::Ints n,
                            const RewardScale& scale) {
    using Longs = std::uint64_t __attribute__((vector_size(32)));
    using Doubles = double __attribute__((vector_size(32)));
    Longs bits;
    if constexpr (Shared) {
      bits = Longs{load<true>(sums[0]), load<true>(sums[1]), load<true>(sums[2]), load<true>(sums[3])};
    } else {
      std::memcpy(&bits, &sums, sizeof bits);
    }
    Doubles real;
    if constexpr (fixed_point) {
      // A whole number below 2^52 as a double: its bits behind those of 2^52.
      const Longs whole = (bits >> move_bits) | 0x4330000000000000U;
      real = (reinterpret_cast<Doubles>(whole) - 0x1p52) * (1 / unit);
    } else {
      real = (reinterpret_cast<Doubles>(bits) - scale.low * __builtin_convertvector(n, Doubles)) *
             scale.inverse_width;
    }
    return Float4(__builtin_convertvector(real, Float4::Vector));
  }

  // A return as the rules' statistics see it: on [0,1] where the range is constant, else in the game's units.
  static double for_statistics(double reward) {
    if constexpr (fixed_point) {
      constexpr RewardRange range = G::reward_range;
      return (reward - range.low) / (range.high - range.low);
    } else {
      return reward;
    }
  }
  // A statistic's sum over n visits on the scale that children are compared on.
  static float scaled_statistic([[maybe_unused]] const Statistic& statistic, double total,
                                [[maybe_unused]] std::uint64_t sum, [[maybe_unused]] double n,
                                [[maybe_unused]] const RewardScale& scale) {
    if constexpr (fixed_point) {
      return static_cast<float>(total);
    } else {
      return static_cast<float>(statistic.scaled(total, std::bit_cast<double>(sum), n, scale));
    }
  }

  // The sum of the returns in the game's units.
  static double real_sum(std::uint64_t sum, double n) {
    if constexpr (fixed_point) {
      constexpr RewardRange range = G::reward_range;
      return range.low * n + static_cast<double>(sum >> move_bits) * (1 / unit) * (range.high - range.low);
    } else {
      return std::bit_cast<double>(sum);
    }
  }

  static MoveOf<G> unpack_move(std::uint64_t sum) requires move_in_sum {
    return std::bit_cast<MoveOf<G>>(static_cast<MoveBits>(sum & move_mask));
  }
  static std::uint64_t pack_move(const MoveOf<G>& move) requires move_in_sum {
    return std::bit_cast<MoveBits>(move);
  }

 private:
  using MoveBits = std::conditional_t<sizeof(MoveOf<G>) == 1, std::uint8_t, std::uint16_t>;
};

}  // namespace banyan
