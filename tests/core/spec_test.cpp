// Specs as text: what is taken apart goes together again, and what is wrong is named.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <banyan/core/spec.hpp>

namespace banyan {
namespace {

TEST(Spec, NameAlone) {
  const auto spec = parse_spec("tictactoe");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->name, "tictactoe");
  EXPECT_TRUE(spec->values.empty());
}

TEST(Spec, KeysInOrder) {
  const auto spec = parse_spec("nim:heaps=3/4/5,players=3");
  ASSERT_TRUE(spec);
  const std::vector<std::pair<std::string, std::string>> expected{{"heaps", "3/4/5"}, {"players", "3"}};
  EXPECT_EQ(spec->values, expected);
}

TEST(Spec, QuotedValueHoldsCommasSpacesAndQuotes) {
  const auto spec = parse_spec(R"(puct:net="a, b \"c\" \\d",sims=1)");
  ASSERT_TRUE(spec) << spec.error().message;
  EXPECT_EQ(spec->values[0].second, R"(a, b "c" \d)");
  EXPECT_EQ(spec->values[1].second, "1");
}

TEST(Spec, SaysWhatIsWrong) {
  const auto message = [](std::string_view text) {
    const auto spec = parse_spec(text);
    return spec ? std::string("nothing is wrong") : spec.error().message;
  };
  EXPECT_NE(message("").find("begins with a name"), std::string::npos);
  EXPECT_NE(message(":a=1").find("begins with a name"), std::string::npos);
  EXPECT_NE(message("uct:").find("key=value"), std::string::npos);
  EXPECT_NE(message("uct:sims").find("key=value"), std::string::npos);
  EXPECT_NE(message("uct:sims=1,").find("key=value"), std::string::npos);
  EXPECT_NE(message("uct:=1").find("key=value"), std::string::npos);
  EXPECT_NE(message("uct:sims=1,sims=2").find("given twice"), std::string::npos);
  EXPECT_NE(message("uct:sims=\"1").find("never closed"), std::string::npos);
  EXPECT_NE(message("uct:sims=\"1\"2").find("closing quote"), std::string::npos);
}

TEST(Spec, MessageStaysShortForLongInput) {
  const auto spec = parse_spec("uct:" + std::string(100'000, 'x'));
  ASSERT_FALSE(spec);
  EXPECT_LT(spec.error().message.size(), 1000U);
}

struct Text {
  std::string text;
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit("text", self.text, anything(), "any text");
  }
};

RC_GTEST_PROP(SpecProperty, AnyValueSurvivesPrintingAndParsing, (const std::string& value)) {
  const std::string printed = print_spec("name", Text{value});
  const auto spec = parse_spec(printed);
  RC_ASSERT(spec.ok());
  const auto params = parse_params<Text>(*spec);
  RC_ASSERT(params.ok());
  RC_ASSERT(params->text == value);
}

RC_GTEST_PROP(SpecProperty, AnyTextIsAnsweredNotCrashedOn, (const std::string& text)) {
  const auto spec = parse_spec(text);
  if (!spec) RC_ASSERT(!spec.error().message.empty());
}

}  // namespace
}  // namespace banyan
