// Lines from standard input, while an eye is kept on Ctrl-C.
#pragma once

#include <optional>
#include <string>

#include <banyan/cli/interrupt.hpp>

namespace banyan::cli {

class LineReader {
 public:
  explicit LineReader(const Interrupt& interrupt) : interrupt_(interrupt) {}

  // The next line without its end; nothing at the end of input or once interrupted. A last line without
  // a line end counts. A line longer than any that means something ends the input.
  std::optional<std::string> next();

 private:
  bool fill();

  const Interrupt& interrupt_;
  std::string pending_;
  bool ended_ = false;
};

}  // namespace banyan::cli
