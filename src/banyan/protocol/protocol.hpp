// A language in which another program drives this one: a class that takes lines and writes lines. It does not
// depend on processes and streams, so that tests can use it directly.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include <banyan/core/printable.hpp>

namespace banyan::protocol {

class Protocol {
 public:
  // Takes whole lines, with their ends. It is never called by two threads at once.
  using Write = std::function<void(std::string_view)>;

  explicit Protocol(Write write) : write_(std::move(write)) {}
  Protocol(const Protocol&) = delete;
  Protocol& operator=(const Protocol&) = delete;
  virtual ~Protocol() = default;

  // Takes a line of input without its end; false if it was the last one. Always called by the same thread.
  // Long work is answered later, by another thread.
  virtual bool take(std::string_view line) = 0;

  // The input has ended: answers pending questions, and stops unlimited searches.
  virtual void finish() = 0;

 protected:
  // Writes whole lines, from any thread. Text from outside that an answer quotes may hold control characters.
  void write(std::string_view lines) {
    if (lines.empty()) return;
    const std::string text = printable(lines, LineEnds::kept);
    const std::lock_guard lock(mutex_);
    write_(text);
  }

 private:
  Write write_;
  std::mutex mutex_;
};

}  // namespace banyan::protocol
