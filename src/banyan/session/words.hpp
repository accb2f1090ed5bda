// Lists of words in messages, shortened if they are long.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace banyan {

inline std::string join_words(const std::vector<std::string>& words, std::string_view between = " ") {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += between;
    text += word;
  }
  return text;
}

// At most this many of them, and the total number if there are more.
inline std::string list_words(std::vector<std::string> words, std::size_t most = 40) {
  if (words.size() <= most) return join_words(words);
  const std::size_t all = words.size();
  words.resize(most);
  return join_words(words) + " … (" + std::to_string(all) + " in all)";
}

inline constexpr std::string_view white_space = " \t\r\n\v\f";

// Splits a text at white space.
inline std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  while (true) {
    const std::size_t begin = text.find_first_not_of(white_space);
    if (begin == std::string_view::npos) return words;
    const std::size_t end = std::min(text.find_first_of(white_space, begin), text.size());
    words.emplace_back(text.substr(begin, end - begin));
    text.remove_prefix(end);
  }
}

}  // namespace banyan
