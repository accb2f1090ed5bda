// A screen that is redrawn in place and reads keys while it waits. If standard output is not a terminal,
// frames are written one after the other as plain text and there are no keys.
#pragma once

#include <termios.h>

#include <string>

#include <banyan/cli/interrupt.hpp>
#include <banyan/session/text.hpp>

namespace banyan::cli {

enum class Key { none, pause, step, back, faster, slower, quit };

class WatchScreen {
 public:
  explicit WatchScreen(const Interrupt& interrupt);
  WatchScreen(const WatchScreen&) = delete;
  WatchScreen& operator=(const WatchScreen&) = delete;
  // Restores the terminal, with the last frame on it.
  ~WatchScreen();

  [[nodiscard]] TextStyle style() const { return style_; }
  [[nodiscard]] bool has_keys() const { return has_keys_; }
  void show(const std::string& frame);
  // Waits this long, or until a key is pressed; forever if the time is negative. An interrupt counts as quit.
  Key wait(double seconds);

 private:
  const Interrupt& interrupt_;
  bool in_place_;
  bool has_keys_ = false;
  TextStyle style_;
  termios before_{};
  std::string last_;
};

}  // namespace banyan::cli
