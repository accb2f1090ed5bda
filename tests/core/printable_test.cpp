// Text from outside as it is shown: no control sequence reaches a terminal.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include <banyan/core/printable.hpp>

namespace banyan {
namespace {

TEST(Printable, KeepsTextOfAnyLanguage) {
  for (const std::string text : {"", "uct:time=1s", "Jaśkowski – 2016 … 囲碁 🎲", "\u00a0"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, EscapesControlCharacters) {
  EXPECT_EQ(printable("\x1b[2J\x1b]0;title\x07"), "\\x1b[2J\\x1b]0;title\\x07");
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\x7f\r"), "\\x7f\\x0d");
  EXPECT_EQ(printable("\u009b31m"), "\\xc2\\x9b31m") << "the control sequence introducer of 8 bits";
  EXPECT_EQ(printable("a\tb\nc"), "a\\tb\\nc");
  EXPECT_EQ(printable("a\tb\nc\r", LineEnds::kept), "a\tb\nc\\x0d");
}

TEST(Printable, EscapesWhatIsNotUtf8) {
  EXPECT_EQ(printable("\x9b\x31"), "\\x9b1");
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf") << "an overlong slash";
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
  EXPECT_EQ(printable("\xf5\x80\x80\x80"), "\\xf5\\x80\\x80\\x80") << "beyond Unicode";
  EXPECT_EQ(printable("ab\xe2\x80"), "ab\\xe2\\x80") << "cut in the middle";
}

RC_GTEST_PROP(Printable, LetsNoControlByteThrough, (const std::string& text)) {
  for (const char c : printable(text)) {
    const auto byte = static_cast<unsigned char>(c);
    RC_ASSERT(byte >= 0x20 && byte != 0x7f);
  }
}

TEST(Shorten, CutsNoCharacterInTwo) {
  const std::string text(59, 'a');
  EXPECT_EQ(detail::shorten(text + "…" + text), text + "… (121 characters)");
  EXPECT_EQ(detail::shorten("\x1b[31m"), "\\x1b[31m");
  EXPECT_EQ(detail::shorten(std::string(100, '\x80'), 10).find("… (100 characters)"), 7U * 4);
}

}  // namespace
}  // namespace banyan
