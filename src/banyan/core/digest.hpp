// A number that stands for a content: another content is all but sure to have another one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <banyan/core/data_file.hpp>
#include <banyan/core/random.hpp>

namespace banyan {

inline std::uint64_t digest(std::string_view text) {
  std::uint64_t hash = mix64(text.size());
  for (std::size_t i = 0; i < text.size(); i += sizeof hash) {
    std::uint64_t word = 0;
    std::copy_n(text.begin() + static_cast<std::ptrdiff_t>(i), std::min(sizeof word, text.size() - i),
                reinterpret_cast<char*>(&word));
    hash = mix64(hash ^ word);
  }
  return hash;
}

// Of a file's content; that of no content where it can't be read.
inline std::uint64_t digest_of_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  return digest(text);
}

// Of all files that ship with the program.
inline std::uint64_t digest_of_data() {
  std::uint64_t hash = 0;
  for (const char* ending : {".bnet", ".ntuple", ".tsv"})
    for (const std::string& name : list_data_files(ending))
      if (const auto file = find_data_file(name)) hash = mix64(hash ^ digest(name) ^ digest_of_file(*file));
  return hash;
}

}  // namespace banyan
