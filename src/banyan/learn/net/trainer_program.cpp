#include <banyan/learn/net/trainer_program.hpp>

#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace banyan {

namespace {
std::vector<std::filesystem::path>& given_trainer_folders() {
  static std::vector<std::filesystem::path> folders;
  return folders;
}

// Where to look when BANYAN_TRAIN_NET is not set.
std::vector<std::filesystem::path> trainer_folders() {
  std::vector<std::filesystem::path> folders;
  std::error_code problem;
  const auto running = std::filesystem::read_symlink("/proc/self/exe", problem);
  if (!problem) folders.push_back(running.parent_path());
  folders.insert(folders.end(), given_trainer_folders().begin(), given_trainer_folders().end());
  const char* path = std::getenv("PATH");
  std::istringstream rest(path == nullptr ? "" : path);
  for (std::string folder; std::getline(rest, folder, ':');)
    if (!folder.empty()) folders.emplace_back(folder);
  return folders;
}

bool can_be_started(const std::filesystem::path& file) {
  std::error_code problem;
  return std::filesystem::is_regular_file(file, problem) && access(file.c_str(), X_OK) == 0;
}

constexpr const char* how_to_get_it =
    ". It teaches networks and needs libtorch: install the Debian packages libtorch-dev and libopenblas-dev and "
    "build Banyan again (in its source tree, ./run train does both). Then install Banyan, or name the program's "
    "file in BANYAN_TRAIN_NET";
}  // namespace

void add_trainer_folder(const std::filesystem::path& folder) { given_trainer_folders().push_back(folder); }

Result<std::filesystem::path> find_trainer_program() {
  const std::string name = trainer_program_name;
  if (const char* chosen = std::getenv("BANYAN_TRAIN_NET"); chosen != nullptr) {
    if (can_be_started(chosen)) return std::filesystem::path(chosen);
    return Error{name + " was not found: BANYAN_TRAIN_NET is '" + chosen +
                 "', which is not a program that can be started" + how_to_get_it};
  }
  std::string tried;
  for (const auto& folder : trainer_folders()) {
    if (can_be_started(folder / name)) return folder / name;
    tried += (tried.empty() ? "" : ", ") + folder.string();
  }
  return Error{name + " was not found: BANYAN_TRAIN_NET is not set, and it is in none of these folders: " +
               tried + how_to_get_it};
}

}  // namespace banyan
