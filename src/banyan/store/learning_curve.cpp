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

std::optional<CurvePoint> parse_point(std::string_view line) {
  CurvePoint point;
  bool ok = take_column(line, point.games) && take_column(line, point.moves) &&
            take_column(line, point.mean) && take_column(line, point.highest);
  for (double& share : point.reached) ok = ok && take_column(line, share);
  if (!ok || !take_column(line, point.moves_per_second, true)) return std::nullopt;
  return point;
}

std::string print_point(const CurvePoint& point) {
  std::string line = fmt::format("{}\t{}\t{}\t{}", point.games, point.moves, print_number(point.mean),
                                 print_number(point.highest));
  for (const double share : point.reached) line += '\t' + print_number(share);
  return line + '\t' + print_number(point.moves_per_second) + '\n';
}

std::string heading() {
  std::string line = "# games\tmoves\tmean\tmax\tshare of games with ";
  for (const std::uint64_t tile : curve_tiles)
    line += (tile == curve_tiles.front() ? "" : "\t") + std::to_string(tile);
  return line + "\tmoves a second\n";
}

// Calls visit(line, number) for each whole line; stops where it says false.
template <class Visit>
void for_each_line(std::string_view text, Visit&& visit) {
  std::size_t number = 0;
  for (std::size_t end = 0; (end = text.find('\n')) != std::string_view::npos; text.remove_prefix(end + 1))
    if (!visit(text.substr(0, end), ++number)) return;
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

Result<std::vector<CurvePoint>> parse_curve(std::string_view text) {
  std::vector<CurvePoint> points;
  std::optional<Error> wrong;
  for_each_line(text, [&](std::string_view line, std::size_t number) {
    if (line.empty() || line.front() == '#') return true;
    if (const auto point = parse_point(line)) {
      points.push_back(*point);
    } else {
      wrong = Error{fmt::format("line {}: ten numbers with tabs between them are expected, not '{}'", number,
                                detail::shorten(line))};
    }
    return !wrong;
  });
  if (wrong) return *wrong;
  return points;
}

Result<std::vector<CurvePoint>> read_curve(const fs::path& file) {
  const auto text = read_file(file, FileSource::regular, longest_curve);
  if (!text) return text.error();
  auto points = parse_curve(*text);
  if (!points) return Error{detail::quoted_path(file) + ", " + points.error().message};
  return points;
}

Result<void> add_to_curve(const fs::path& path, const CurvePoint& point) {
  const detail::Descriptor file(
      open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666));
  struct stat status {};
  if (!file || fstat(file.get(), &status) != 0) return detail::write_error(path, errno);
  if (!S_ISREG(status.st_mode))
    return Error{detail::quoted_path(path) + " is " + detail::kind_of_file(status.st_mode) +
                 ", not a learning curve"};
  const off_t size = whole_lines(file.get(), status.st_size);
  int problem = size != status.st_size && ftruncate(file.get(), size) != 0 ? errno : 0;
  if (problem == 0) problem = append(file.get(), (size == 0 ? heading() : "") + print_point(point));
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
  for_each_line(*text, [&](std::string_view line, std::size_t) {
    const auto point = parse_point(line);
    if (!point || point->games <= games) (kept += line) += '\n';
    return true;
  });
  if (kept == *text) return {};  // works on a full disk too
  return write_file(file, kept);
}

}  // namespace banyan
