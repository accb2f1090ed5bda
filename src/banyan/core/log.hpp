// The natural logarithm: the same bits with every compiler and C library, and fast enough for every
// level of a tree.
//
// x = 2^e · m with m in [1, 2); the first bits of m pick the centre of one of 128 intervals, and what is
// left, |r| ≤ 2^-8, goes through four terms of the series of ln(1 + r). The error stays below 1e-12.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <banyan/core/strict_math.hpp>

namespace banyan {

namespace detail {
// ln(x) for x in [1, 2], by the series of artanh; only used to fill the table.
constexpr double series_log(double x) {
  const double t = (x - 1) / (x + 1);
  double power = t;
  double sum = 0;
  for (int k = 1; k < 60; k += 2, power *= t * t) sum += power / k;
  return 2 * sum;
}

struct LogInterval {
  double reciprocal;  // 1 / centre
  double log;         // ln(centre)
};
inline constexpr std::size_t log_intervals = 128;
constexpr std::array<LogInterval, log_intervals> make_log_table() {
  std::array<LogInterval, log_intervals> table{};
  for (std::size_t i = 0; i < log_intervals; ++i) {
    const double centre = 1 + (static_cast<double>(i) + 0.5) / log_intervals;
    table[i] = {1 / centre, series_log(centre)};
  }
  return table;
}
inline constexpr auto log_table = make_log_table();
inline constexpr double ln2 = series_log(2);
}  // namespace detail

// ln(x) for a positive, normal, finite x.
constexpr double natural_log(double x) {
  constexpr unsigned mantissa_bits = 52;
  constexpr std::uint64_t mantissa = (std::uint64_t{1} << mantissa_bits) - 1;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto exponent = static_cast<int>(bits >> mantissa_bits) - 1023;
  const double m = std::bit_cast<double>((bits & mantissa) | 0x3ff0000000000000U);
  const auto& interval = detail::log_table[(bits >> (mantissa_bits - 7U)) & (detail::log_intervals - 1)];
  const double r = m * interval.reciprocal - 1;
  const double tail = r * (1.0 - r * (0.5 - r * (1.0 / 3 - r * (0.25 - r * 0.2))));
  return exponent * detail::ln2 + (interval.log + tail);
}

namespace detail {
// ln n for every n that a float with six bits of mantissa can hold: 8 kB, so that it fits the cache.
inline constexpr unsigned count_mantissa_bits = 6;
using CountTable = std::array<float, std::size_t{33} << count_mantissa_bits>;
constexpr CountTable make_count_table() {
  CountTable table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const int exponent = static_cast<int>(i >> count_mantissa_bits);
    const auto mantissa =
        static_cast<double>(i & ((1U << count_mantissa_bits) - 1)) / (1U << count_mantissa_bits);
    table[i] = static_cast<float>(natural_log(1 + mantissa) + exponent * ln2);
  }
  return table;
}
inline constexpr CountTable count_table = make_count_table();

// By Newton's method, which from 1 on finds the root of these to the last bit but one in a few steps.
constexpr float small_root(float x) {
  double root = 1 + x / 2;
  for (int i = 0; i < 6; ++i) root = (root + x / root) / 2;
  return static_cast<float>(root);
}
constexpr CountTable make_count_root_table() {
  CountTable table = count_table;
  for (float& x : table) x = x > 0 ? small_root(x) : 0;
  return table;
}
inline constexpr CountTable count_root_table = make_count_root_table();

inline float look_up(const CountTable& table, std::uint64_t n) {
  const auto x = static_cast<float>(static_cast<std::int64_t>(n | (n == 0 ? 1U : 0U)));
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x) >> (23U - count_mantissa_bits);
  return table[std::min<std::size_t>(bits - (127U << count_mantissa_bits), table.size() - 1)];
}
}  // namespace detail

// ln n of a number of visits, by one look into a table: exact below 128, and within 0.016 above, where it
// is at least 4.8. ln 0 is taken for ln 1.
inline float log_of_count(std::uint64_t n) { return detail::look_up(detail::count_table, n); }
// Its square root, likewise.
inline float root_log_of_count(std::uint64_t n) { return detail::look_up(detail::count_root_table, n); }

}  // namespace banyan
