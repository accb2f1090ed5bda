#include <banyan/store/learning_curve.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <optional>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include <banyan/core/file_reader.hpp>
#include <banyan/core/file_writer.hpp>
#include <banyan/core/value.hpp>

namespace banyan {

namespace fs = std::filesystem;

namespace {
constexpr std::uint64_t longest_curve = 16 << 20;  // bytes; a curve of years is shorter
constexpr off_t longest_line = 4096;
constexpr std::size_t other_columns = 5;  // beside the milestones

// Takes the number at the front of the line, and the tab behind it.
template <class Number>
bool take_column(std::string_view& line, Number& number, bool last = false) {
  const auto [end, problem] = std::from_chars(line.data(), line.data() + line.size(), number);
  if (problem != std::errc()) return false;
  line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  if (last || line.empty()) return last && line.empty();
  const bool tab = line.front() == '\t';
  line.remove_prefix(1);
  return tab;
}

using Milestones = std::vector<std::uint64_t>;

constexpr std::string_view heading_begin = "# games\tmoves\tmean\tmax\t";
constexpr std::string_view heading_shares = "share of games with ";
constexpr std::string_view heading_end = "moves a second";

std::string print_heading(const Milestones& milestones) {
  std::string line(heading_begin);
  for (const std::uint64_t milestone : milestones)
    line += (milestone == milestones.front() ? std::string(heading_shares) : "") + std::to_string(milestone) +
            '\t';
  return (line += heading_end) + '\n';
}

// The milestones that a heading names; nothing if the line is not a heading.
std::optional<Milestones> parse_heading(std::string_view line) {
  const auto skip = [&](std::string_view part) {
    const bool is_next = line.starts_with(part);
    if (is_next) line.remove_prefix(part.size());
    return is_next;
  };
  if (!skip(heading_begin)) return std::nullopt;
  Milestones milestones;
  if (skip(heading_shares))
    while (!line.starts_with(heading_end)) {
      std::uint64_t milestone = 0;
      if (!take_column(line, milestone)) return std::nullopt;
      milestones.push_back(milestone);
    }
  return line == heading_end ? std::optional(milestones) : std::nullopt;
}

std::optional<LearningPoint> parse_point(std::string_view line, const Milestones& milestones) {
  LearningPoint point;
  bool ok = take_column(line, point.games) && take_column(line, point.moves) &&
            take_column(line, point.mean) && take_column(line, point.highest);
  for (const std::uint64_t milestone : milestones) ok = ok && take_column(line, point.reached[milestone]);
  if (!ok || !take_column(line, point.moves_per_second, true)) return std::nullopt;
  return point;
}

std::string print_point(const LearningPoint& point, const Milestones& milestones) {
  std::string line = fmt::format("{}\t{}\t{}\t{}", point.games, point.moves, print_number(point.mean),
                                 print_number(point.highest));
  for (const std::uint64_t milestone : milestones) {
    const auto at_least = point.reached.lower_bound(milestone);
    line += '\t' + print_number(at_least == point.reached.end() ? 0 : at_least->second);
  }
  return line + '\t' + print_number(point.moves_per_second) + '\n';
}

// Calls visit(line, number) for each whole line; stops where it says false.
template <class Visit>
void for_each_line(std::string_view text, Visit&& visit) {
  std::size_t number = 0;
  for (std::size_t end = 0; (end = text.find('\n')) != std::string_view::npos; text.remove_prefix(end + 1))
    if (!visit(text.substr(0, end), ++number)) return;
}

// The milestones of an open file that has lines; nothing if its first line is not a heading.
std::optional<Milestones> milestones_of(int file) {
  std::string head(longest_line, '\0');
  const ssize_t read = pread(file, head.data(), head.size(), 0);
  if (read < 0) return std::nullopt;
  return parse_heading(std::string_view(head).substr(0, head.find('\n')));
}

// The length of the complete lines of an open file. A kill may have left a partial line.
off_t whole_lines(int file, off_t size) {
  std::string tail(static_cast<std::size_t>(std::min(size, longest_line)), '\0');
  const ssize_t read = pread(file, tail.data(), tail.size(), size - static_cast<off_t>(tail.size()));
  if (read != static_cast<ssize_t>(tail.size())) return size;
  const std::size_t end = tail.rfind('\n');
  if (end != std::string::npos) return size - static_cast<off_t>(tail.size() - end - 1);
  return size <= longest_line ? 0 : size;
}

// Appends all of the text; returns 0 or an errno.
int append(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}
}  // namespace

Result<std::vector<LearningPoint>> parse_curve(std::string_view text) {
  std::vector<LearningPoint> points;
  std::optional<Milestones> milestones;
  std::string wrong;
  for_each_line(text, [&](std::string_view line, std::size_t number) {
    if (line.empty()) return true;
    if (line.front() == '#') {
      if (!milestones) milestones = parse_heading(line);
    } else if (!milestones) {
      wrong = fmt::format("line {}: the heading before it is missing or damaged", number);
    } else if (auto point = parse_point(line, *milestones)) {
      points.push_back(*std::move(point));
    } else {
      wrong = fmt::format("line {}: {} numbers with tabs between them are expected, not '{}'", number,
                          other_columns + milestones->size(), detail::shorten(line));
    }
    return wrong.empty();
  });
  if (!wrong.empty()) return Error{wrong};
  return points;
}

Result<std::vector<LearningPoint>> read_curve(const fs::path& file) {
  const auto text = read_file(file, FileSource::regular, longest_curve);
  if (!text) return text.error();
  auto points = parse_curve(*text);
  if (!points) return Error{detail::quoted_path(file) + ", " + points.error().message};
  return points;
}

Result<void> add_to_curve(const fs::path& path, const LearningPoint& point) {
  const detail::Descriptor file(
      open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666));
  struct stat status {};
  if (!file || fstat(file.get(), &status) != 0) return detail::write_error(path, errno);
  if (!S_ISREG(status.st_mode))
    return Error{detail::quoted_path(path) + " is " + detail::kind_of_file(status.st_mode) +
                 ", not a learning curve"};
  const off_t size = whole_lines(file.get(), status.st_size);
  Milestones milestones;
  if (size == 0) {
    for (const auto& [milestone, share] : point.reached) milestones.push_back(milestone);
  } else if (auto kept = milestones_of(file.get())) {
    milestones = *std::move(kept);
  } else {
    return Error{detail::quoted_path(path) + ": its first line is not the heading of a learning curve"};
  }
  int problem = size != status.st_size && ftruncate(file.get(), size) != 0 ? errno : 0;
  if (problem == 0)
    problem =
        append(file.get(), (size == 0 ? print_heading(milestones) : "") + print_point(point, milestones));
  if (problem == 0) return {};
  // Where the disk is full, half of the line may have been written; if that can't be undone, the next does
  // it.
  [[maybe_unused]] const int undone = ftruncate(file.get(), size);
  return detail::write_error(path, problem);
}

Result<void> cut_curve(const fs::path& file, std::uint64_t games) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return {};
  const auto text = read_file(file, FileSource::regular, longest_curve);
  if (!text) return text.error();
  std::string kept;
  std::optional<Milestones> milestones;
  for_each_line(*text, [&](std::string_view line, std::size_t) {
    if (!milestones) milestones = parse_heading(line);
    const auto point = milestones ? parse_point(line, *milestones) : std::nullopt;
    if (!point || point->games <= games) (kept += line) += '\n';
    return true;
  });
  if (kept == *text) return {};  // works on a full disk too
  return write_file(file, kept);
}

}  // namespace banyan
