// A conversation with an engine: lines with deadlines, and the first error. Every protocol's client talks
// through one.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <banyan/core/clock.hpp>
#include <banyan/engine/child_process.hpp>
#include <banyan/session/analysis.hpp>

namespace banyan {

class EngineConnection {
 public:
  using Time = WallClock::Time;

  static Result<std::unique_ptr<EngineConnection>> open(const std::vector<std::string>& command);

  // An error, with the engine's last lines, if it has ended, is silent or breaks the protocol; fault() then
  // says which, and the connection can't be used any more. After a stop there is an error without a fault.
  Result<void> say(std::string_view line, const WaitLimit& limit);
  Result<std::string> hear(const WaitLimit& limit);

  // The engine broke its protocol or the game's rules: this becomes the connection's fault.
  Error blame(EngineFault fault, const std::string& what);
  [[nodiscard]] std::optional<EngineFault> fault() const { return fault_; }
  // Our own deadline passed, as planned: not a fault.
  void forgive() {
    if (fault_ == EngineFault::timeout) fault_.reset();
  }

  static Time in(double seconds) {
    constexpr double longest = 1e9;
    seconds = std::min(seconds, longest);
    return WallClock::now() + std::chrono::duration_cast<Time::duration>(Seconds(seconds));
  }

 private:
  explicit EngineConnection(std::unique_ptr<ChildProcess> process) : process_(std::move(process)) {}
  Error explain(ChildProcess::Event event);

  std::unique_ptr<ChildProcess> process_;
  std::optional<EngineFault> fault_;
};

}  // namespace banyan
