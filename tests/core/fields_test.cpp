// Parameters declared once: set, shown, and refused by name.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include <banyan/core/fields.hpp>
#include <banyan/core/spec.hpp>

namespace banyan {
namespace {

struct Settings {
  int width = 15;
  bool swap = false;
  std::optional<double> weight;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit("width", self.width, between(1, 19), "columns of the board");
    visit("swap", self.swap, anything(), "whether sides are swapped");
    visit("weight", self.weight, at_least(0), "how much it weighs");
  }
};
static_assert(Parameters<Settings> && Parameters<NoParameters> && !Parameters<int>);

TEST(Fields, AreDescribed) {
  const auto list = describe_fields(Settings{});
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[0].name, "width");
  EXPECT_EQ(list[0].value, "15");
  EXPECT_EQ(list[0].help, "columns of the board");
  EXPECT_NE(list[0].expected.find("from 1 to 19"), std::string::npos);
  EXPECT_EQ(list[2].value, "");
  EXPECT_EQ(field_names(Settings{}), "width swap weight");
}

TEST(Fields, AreSetByName) {
  Settings settings;
  EXPECT_TRUE(set_field(settings, "width", "8"));
  EXPECT_TRUE(set_field(settings, "weight", "0.5"));
  EXPECT_EQ(settings.width, 8);
  EXPECT_EQ(settings.weight, 0.5);
}

TEST(Fields, StayAsTheyAreWhenTheValueIsWrong) {
  Settings settings;
  const auto done = set_field(settings, "width", "20");
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "width: '20' is not a whole number from 1 to 19");
  EXPECT_EQ(settings.width, 15);
}

TEST(Fields, UnknownNamesAreToldWhatThereIs) {
  Settings settings;
  EXPECT_EQ(set_field(settings, "height", "8").error().message,
            "unknown key 'height'; allowed: width swap weight");
  NoParameters nothing;
  EXPECT_EQ(set_field(nothing, "c", "1").error().message, "unknown key 'c'; no keys are allowed here");
}

TEST(Fields, PrintOnlyWhatDiffersFromTheDefault) {
  EXPECT_EQ(print_spec("game", Settings{}), "game");
  EXPECT_EQ(print_spec("game", Settings{.width = 8, .swap = true, .weight = 1.5}),
            "game:width=8,swap=true,weight=1.5");
}

}  // namespace
}  // namespace banyan
