// Values as text: what they may look like, and what they may not.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <banyan/core/value.hpp>

namespace banyan {
enum class Colour { red, green, blue };
template <>
inline constexpr std::array enum_names<Colour>{std::string_view("red"), std::string_view("green"),
                                               std::string_view("blue")};
namespace {

template <class T>
std::optional<T> read(std::string_view text, const ValueRange& range = {}) {
  auto value = parse_value<T>(text, range);
  return value ? std::optional<T>(*std::move(value)) : std::nullopt;
}

TEST(WholeNumber, PlainOrWithAnExponent) {
  EXPECT_EQ(read<int>("42"), 42);
  EXPECT_EQ(read<int>("-42"), -42);
  EXPECT_EQ(read<std::uint64_t>("1e6"), 1'000'000U);
  EXPECT_EQ(read<std::uint64_t>("2.5e3"), 2500U);
  EXPECT_EQ(read<std::uint64_t>("18446744073709551615"), ~std::uint64_t{0});
  for (const char* wrong :
       {"", " ", "1 ", " 1", "x", "1x", "0.5", "1e-1", "1e", "--1", "0x10", "nan", "inf", "1e400"})
    EXPECT_FALSE(read<int>(wrong)) << wrong;
}

TEST(WholeNumber, MustFitItsType) {
  EXPECT_FALSE(read<std::uint8_t>("256"));
  EXPECT_FALSE(read<std::uint8_t>("1e3"));
  EXPECT_FALSE(read<unsigned>("-1"));
  EXPECT_FALSE(read<unsigned>("-1e0"));
  EXPECT_FALSE(read<std::uint64_t>("18446744073709551616"));
  EXPECT_FALSE(read<int>("3e9"));
}

// One rule however a number is written: exact up to the largest of its type, an error beyond.
TEST(WholeNumber, IsExactWithAnExponentToo) {
  EXPECT_EQ(read<std::uint64_t>("1e18"), 1'000'000'000'000'000'000U);
  EXPECT_EQ(read<std::uint64_t>("1e19"), 10'000'000'000'000'000'000U);
  EXPECT_EQ(read<std::uint64_t>("1.8446744073709551615e19"), ~std::uint64_t{0});
  EXPECT_EQ(read<std::uint64_t>("18446744073709551.615e+3"), ~std::uint64_t{0});
  EXPECT_EQ(read<std::uint64_t>("9007199254740993.0"), 9007199254740993U);  // 2^53 + 1
  EXPECT_EQ(read<std::uint64_t>("184467440737095516150000e-4"), ~std::uint64_t{0});
  EXPECT_EQ(read<std::int64_t>("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(read<std::int64_t>("-9.223372036854775808e18"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(read<std::uint64_t>("000e999999999999999999"), 0U);
  EXPECT_EQ(read<std::uint64_t>("-0"), 0U);
  for (const char* wrong :
       {"1.8446744073709551616e19", "18446744073709551616", "1e20", "1e999999999999999999999",
        "18446744073709551615.5", "1e-999999999999999999999", "1.e", ".", "e5", "1e+", "1e5.0", "+1"})
    EXPECT_FALSE(read<std::uint64_t>(wrong)) << wrong;
  EXPECT_FALSE(read<std::int64_t>("9223372036854775808"));
  EXPECT_FALSE(read<std::int64_t>("-9223372036854775809"));
}

TEST(WholeNumber, ThatIsTooLargeIsToldTheLargest) {
  const auto huge = parse_value<std::uint64_t>("1e20", at_least(1));
  ASSERT_FALSE(huge);
  EXPECT_EQ(huge.error().message,
            "'1e20' is not a whole number at least 1 (1e6 works too); the largest is 18446744073709551615");
  const auto optional = parse_value<std::optional<std::uint32_t>>("4294967296", at_least(1));
  ASSERT_FALSE(optional);
  EXPECT_NE(optional.error().message.find("the largest is 4294967295"), std::string::npos);
  EXPECT_EQ(parse_value<int>("x").error().message, "'x' is not a whole number (1e6 works too)");
}

TEST(WholeNumber, KeepsToLimits) {
  EXPECT_EQ(read<int>("1", between(1, 19)), 1);
  EXPECT_EQ(read<int>("19", between(1, 19)), 19);
  EXPECT_FALSE(read<int>("0", between(1, 19)));
  EXPECT_FALSE(read<int>("2e1", between(1, 19)));
  EXPECT_FALSE(read<int>("0", above(0)));
  EXPECT_TRUE(read<int>("0", at_least(0)));
}

TEST(Number, AnyFiniteOne) {
  EXPECT_EQ(read<double>("1.4"), 1.4);
  EXPECT_EQ(read<double>("-2"), -2);
  EXPECT_EQ(read<double>("1e-3"), 1e-3);
  for (const char* wrong : {"", "x", "1.4.", "1,4", "nan", "inf", "-inf", "1e999", "1.4 "})
    EXPECT_FALSE(read<double>(wrong)) << wrong;
  EXPECT_FALSE(read<double>("-0.1", at_least(0)));
}

TEST(TruthValue, TrueOrFalse) {
  EXPECT_EQ(read<bool>("true"), true);
  EXPECT_EQ(read<bool>("false"), false);
  for (const char* wrong : {"", "1", "True", "yes", "true "}) EXPECT_FALSE(read<bool>(wrong)) << wrong;
}

TEST(Choice, OneOfItsNames) {
  EXPECT_EQ(read<Colour>("blue"), Colour::blue);
  EXPECT_EQ(print_value(Colour::green), "green");
  const auto wrong = parse_value<Colour>("pink");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().message, "'pink' is not one of red green blue");
}

TEST(DurationText, HasAUnit) {
  EXPECT_EQ(read<Duration>("500ms"), Duration{0.5});
  EXPECT_EQ(read<Duration>("1s"), Duration{1});
  EXPECT_EQ(read<Duration>("1.5m"), Duration{90});
  EXPECT_EQ(read<Duration>("2h"), Duration{7200});
  for (const char* wrong : {"", "1", "s", "0s", "-1s", "1 s", "1d", "1S", "nans", "1e300h", "1ss"})
    EXPECT_FALSE(read<Duration>(wrong)) << wrong;
  EXPECT_EQ(print_value(Duration{0.25}), "250ms");
  EXPECT_EQ(print_value(Duration{90}), "90s");
}

TEST(BytesText, PowersOfThousandAndOf1024) {
  EXPECT_EQ(read<Bytes>("64kB"), Bytes{64'000});
  EXPECT_EQ(read<Bytes>("1.5MB"), Bytes{1'500'000});
  EXPECT_EQ(read<Bytes>("1GB"), Bytes{1'000'000'000});
  EXPECT_EQ(read<Bytes>("1KiB"), Bytes{1024});
  EXPECT_EQ(read<Bytes>("1GiB"), Bytes{1U << 30U});
  EXPECT_EQ(read<Bytes>("7B"), Bytes{7});
  for (const char* wrong : {"", "1", "GB", "-1GB", "1gb", "1KB", "1 GB", "1e30GB"})
    EXPECT_FALSE(read<Bytes>(wrong)) << wrong;
  EXPECT_EQ(print_value(Bytes{1'000'000'000}), "1GB");
  EXPECT_EQ(print_value(Bytes{1024}), "1024B");
  EXPECT_EQ(print_value(Bytes{0}), "0B");
}

TEST(ListText, ItemsBetweenSlashes) {
  EXPECT_EQ(read<std::vector<int>>("3/4/5"), (std::vector<int>{3, 4, 5}));
  EXPECT_EQ(read<std::vector<int>>("3"), (std::vector<int>{3}));
  for (const char* wrong : {"", "/", "3/", "/3", "3//4", "3/x", "3,4"})
    EXPECT_FALSE(read<std::vector<int>>(wrong)) << wrong;
  EXPECT_FALSE(read<std::vector<int>>("3/64", between(1, 63)));
  EXPECT_EQ(print_value(std::vector<int>{3, 4, 5}), "3/4/5");
}

TEST(Unset, PrintsAsNothingAndReadsAsItsType) {
  EXPECT_EQ(print_value(std::optional<int>{}), "");
  EXPECT_EQ(print_value(std::optional<int>{7}), "7");
  EXPECT_EQ(parse_value<std::optional<int>>("7").value(), 7);
  EXPECT_FALSE(parse_value<std::optional<int>>(""));
}

TEST(ErrorMessage, SaysWhatWouldBeRight) {
  EXPECT_EQ(parse_value<int>("0", between(1, 19)).error().message, "'0' is not a whole number from 1 to 19");
  EXPECT_LT(parse_value<int>(std::string(100'000, 'x')).error().message.size(), 300U);
}

RC_GTEST_PROP(ValueProperty, WholeNumbersSurvive, (std::int64_t a, std::uint64_t b)) {
  RC_ASSERT(read<std::int64_t>(print_value(a)) == a);
  RC_ASSERT(read<std::uint64_t>(print_value(b)) == b);
}

RC_GTEST_PROP(ValueProperty, NumbersSurvive, (double x)) { RC_ASSERT(read<double>(print_value(x)) == x); }

RC_GTEST_PROP(ValueProperty, BytesSurvive, (std::uint32_t count)) {
  for (const std::uint64_t factor : {1U, 1000U, 1'000'000U}) {
    const Bytes bytes{count * factor};
    RC_ASSERT(read<Bytes>(print_value(bytes)) == bytes);
  }
}

RC_GTEST_PROP(ValueProperty, DurationsSurvive, (std::uint32_t number)) {
  if (number == 0) return;
  for (const char* unit : {"ms", "s", "m"}) {
    const auto duration = read<Duration>(std::to_string(number) + unit);
    if (duration) RC_ASSERT(read<Duration>(print_value(*duration)) == duration);
  }
  const Duration odd{number / 7e6};
  RC_ASSERT(read<Duration>(print_value(odd)) == odd);
}

TEST(DurationText, IsPrintedAsItWasWritten) {
  for (int milliseconds = 1; milliseconds < 1000; ++milliseconds) {
    const std::string text = std::to_string(milliseconds) + "ms";
    EXPECT_EQ(print_value(*read<Duration>(text)), text);
  }
}

RC_GTEST_PROP(ValueProperty, ListsSurvive, (const std::vector<int>& list)) {
  if (list.empty()) return;
  RC_ASSERT(read<std::vector<int>>(print_value(list)) == list);
}

RC_GTEST_PROP(ValueProperty, AnyTextIsAnswered, (const std::string& text)) {
  const auto fine = [&]<class T>(const Result<T>& result) {
    if (!result) RC_ASSERT(!result.error().message.empty());
  };
  fine(parse_value<int>(text));
  fine(parse_value<double>(text));
  fine(parse_value<Duration>(text));
  fine(parse_value<Bytes>(text));
  fine(parse_value<std::vector<int>>(text));
}

}  // namespace
}  // namespace banyan
