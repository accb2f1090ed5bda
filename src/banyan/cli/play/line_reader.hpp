// Reads lines from standard input and watches for Ctrl-C.
#pragma once

#include <optional>
#include <string>

#include <banyan/cli/interrupt.hpp>

namespace banyan::cli {

class LineReader {
 public:
  explicit LineReader(const Interrupt& interrupt) : interrupt_(interrupt) {}

  // The next line without its end; nothing at the end of input or after an interrupt. A last line without a
  // line end counts. An overlong line ends the input.
  std::optional<std::string> next();

 private:
  bool fill();

  const Interrupt& interrupt_;
  std::string pending_;
  bool ended_ = false;
};

}  // namespace banyan::cli
