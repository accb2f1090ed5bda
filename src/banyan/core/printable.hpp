// Escapes text from outside before it is shown: a file's contents, a name or user input may contain
// terminal control sequences. Messages that quote such text pass it through here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace banyan {

// Whether line ends and tabs stay as they are: in text of several lines, not in a quoted word.
enum class LineEnds { escaped, kept };

namespace detail {
// The length of the well-formed UTF-8 character at the front of the text; 0 if there is none.
inline std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(0);
  const std::size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (first > 0xf4) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0U) != 0x80U) return 0;
  const unsigned second = byte(1);  // overlong forms, surrogates and what lies beyond Unicode
  const bool malformed = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                         (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
  return malformed ? 0 : length;
}

// Control characters: below the space, delete, and U+0080 to U+009F, which some terminals interpret too.
inline bool is_control(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  return first < 0x20 || first == 0x7f ||
         (first == 0xc2 && character.size() == 2 && static_cast<unsigned char>(character[1]) < 0xa0);
}

inline std::string escape(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  if (bytes == "\n") return "\\n";
  if (bytes == "\t") return "\\t";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += {'\\', 'x', digits[byte >> 4U], digits[byte & 15U]};
  }
  return text;
}
}  // namespace detail

// The text with control characters and bytes that are not UTF-8 written as \x1b.
inline std::string printable(std::string_view text, LineEnds line_ends = LineEnds::escaped) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = detail::utf8_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    const bool stays = line_ends == LineEnds::kept && (character == "\n" || character == "\t");
    if (stays || (length != 0 && !detail::is_control(character))) {
      shown += character;
    } else {
      shown += detail::escape(character);
    }
    text.remove_prefix(character.size());
  }
  return shown;
}

namespace detail {
// At most `most` bytes of the text and its length; never splits a character.
inline std::string cut(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t end = most;
  while (end > 0 && most - end < 3 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
  return std::string(text.substr(0, end)) + "… (" + std::to_string(text.size()) + " characters)";
}

// To quote text from outside in a message.
inline std::string shorten(std::string_view text, std::size_t most = 60) {
  return printable(cut(text, most));
}
}  // namespace detail

}  // namespace banyan
