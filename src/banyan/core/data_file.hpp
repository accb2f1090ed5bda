// Finds the files that ship with the program: in the folder that BANYAN_DATA names, in share/banyan
// beside the program's own folder once it is installed, or in a folder that the program itself names.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace banyan {

namespace detail {
inline std::vector<std::filesystem::path>& named_data_folders() {
  static std::vector<std::filesystem::path> folders;
  return folders;
}

inline std::vector<std::filesystem::path> data_folders() {
  std::vector<std::filesystem::path> folders;
  if (const char* chosen = std::getenv("BANYAN_DATA"); chosen != nullptr) folders.emplace_back(chosen);
  std::error_code problem;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", problem);
  if (!problem) folders.push_back(program.parent_path().parent_path() / "share" / "banyan");
  folders.insert(folders.end(), named_data_folders().begin(), named_data_folders().end());
  return folders;
}
}  // namespace detail

// Another folder to search, after the others. Call it at startup, before any thread is started.
inline void add_data_folder(std::filesystem::path folder) {
  for (const auto& known : detail::named_data_folders())
    if (known == folder) return;
  detail::named_data_folders().push_back(std::move(folder));
}

inline std::optional<std::string> find_data_file(const std::string& name) {
  std::error_code problem;
  for (const auto& folder : detail::data_folders())
    if (std::filesystem::exists(folder / name, problem)) return (folder / name).string();
  return std::nullopt;
}

// The names of all files that ship with this extension, sorted: for messages.
inline std::vector<std::string> list_data_files(const std::string& ending) {
  std::set<std::string> names;
  std::error_code problem;
  for (const auto& folder : detail::data_folders())
    for (const auto& entry : std::filesystem::directory_iterator(folder, problem))
      if (entry.path().extension() == ending) names.insert(entry.path().filename().string());
  return {names.begin(), names.end()};
}

}  // namespace banyan
