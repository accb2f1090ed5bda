// Detects the terminal's abilities, and draws a progress line on standard error.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include <banyan/core/clock.hpp>
#include <banyan/session/text.hpp>

namespace banyan::cli {

bool is_terminal(std::FILE* file);
// Colour if the file is a terminal that supports it and NO_COLOR (no-color.org) is not set.
TextStyle style_of(std::FILE* file);

// Shows the progress of a long job. On a terminal one line is redrawn a few times a second and removed at the
// end; elsewhere a line is written now and then. Nothing is shown in the first second.
class ProgressLine {
 public:
  ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  // Whether a text given now would be shown.
  [[nodiscard]] bool due() const;
  void show(std::string_view text);
  void clear();

 private:
  bool terminal_;
  bool drawn_ = false;
  double last_ = 0;
  Stopwatch watch_;
};

}  // namespace banyan::cli
