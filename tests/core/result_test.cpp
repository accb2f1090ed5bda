// A value, or why there is none.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include <banyan/core/result.hpp>

namespace banyan {
namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return Error{std::to_string(number) + " is odd"};
  return number / 2;
}

TEST(Result, HoldsAValue) {
  const auto result = half(8);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(*result, 4);
  EXPECT_EQ(result.value(), 4);
}

TEST(Result, HoldsAnError) {
  const auto result = half(7);
  ASSERT_FALSE(result);
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.error().message, "7 is odd");
}

TEST(Result, OfTextIsNotMistakenForAnError) {
  const Result<std::string> text(std::string("fine"));
  ASSERT_TRUE(text);
  EXPECT_EQ(text->size(), 4U);
}

TEST(Result, GivesAwayWhatCanOnlyBeMoved) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(5));
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 5);
}

TEST(Result, OfNothing) {
  const Result<void> done;
  EXPECT_TRUE(done);
  const Result<void> failed(Error{"no"});
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "no");
}

}  // namespace
}  // namespace banyan
