#include <banyan/store/run_folder.hpp>

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include <banyan/core/value.hpp>

namespace banyan {

namespace fs = std::filesystem;

namespace {
bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

std::optional<RunKind> kind_of(const fs::path& folder) {
  if (is_file(folder / "run.db")) return RunKind::network;
  if (is_file(folder / "curve.tsv")) return RunKind::ntuple;
  return std::nullopt;
}

// Where the system lists a lock on a file: device and inode.
std::optional<std::string> lock_name(const fs::path& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) return std::nullopt;
  return fmt::format("{:02x}:{:02x}:{}", major(status.st_dev), minor(status.st_dev), status.st_ino);
}
}  // namespace

std::vector<RunFolder> find_runs(const fs::path& folder) {
  std::vector<RunFolder> runs;
  std::error_code problem;
  for (fs::directory_iterator each(folder, problem); !problem && each != fs::directory_iterator();
       each.increment(problem)) {
    const std::string name = each->path().filename().string();
    if (auto run = find_run(folder, name)) runs.push_back(*std::move(run));
  }
  std::sort(runs.begin(), runs.end(), [](const RunFolder& a, const RunFolder& b) { return a.name < b.name; });
  return runs;
}

Result<RunFolder> find_run(const fs::path& folder, std::string_view name) {
  const bool is_name = !name.empty() && name.front() != '.' && name.find('/') == std::string_view::npos &&
                       name.find('\0') == std::string_view::npos;
  if (is_name)
    if (const auto kind = kind_of(folder / name))
      return RunFolder{.name = std::string(name), .kind = *kind, .path = folder / name};
  return Error{fmt::format("there is no run '{}'", detail::shorten(name))};
}

// Taking the lock could make a starting training fail, so the list of all locks is read (only Linux has one).
bool is_running(const RunFolder& run) {
  const auto wanted = lock_name(run.path / "lock");
  std::ifstream locks("/proc/locks");
  std::string line;
  while (wanted && std::getline(locks, line))
    if (line.find("FLOCK") != std::string::npos && line.find(" " + *wanted + " ") != std::string::npos)
      return true;
  return false;
}

Result<RunReader> open_run(const RunFolder& run) { return RunReader::open(run.path / "run.db"); }

Result<std::vector<LearningPoint>> read_curve(const RunFolder& run) {
  return read_curve(run.path / "curve.tsv");
}

}  // namespace banyan
