#include <banyan/engine/connection.hpp>

namespace banyan {

Result<std::unique_ptr<EngineConnection>> EngineConnection::open(const std::vector<std::string>& command) {
  auto process = ChildProcess::start(command);
  if (!process) return process.error();
  return std::unique_ptr<EngineConnection>(new EngineConnection(*std::move(process)));
}

Result<void> EngineConnection::say(std::string_view line, const WaitLimit& limit) {
  const ChildProcess::Event event = process_->say(line, limit);
  if (event == ChildProcess::Event::line) return {};
  return explain(event);
}

Result<std::string> EngineConnection::hear(const WaitLimit& limit) {
  auto [event, line] = process_->hear(limit);
  if (event == ChildProcess::Event::line) return std::move(line);
  return explain(event);
}

Error EngineConnection::blame(EngineFault fault, const std::string& what) {
  if (!fault_) fault_ = fault;
  return Error{what + "; " + process_->last_words()};
}

Error EngineConnection::explain(ChildProcess::Event event) {
  switch (event) {
    case ChildProcess::Event::timeout:
      return blame(EngineFault::timeout, "the engine did not answer in time");
    case ChildProcess::Event::closed: return blame(EngineFault::crash, "the engine has ended");
    case ChildProcess::Event::flood:
      return blame(EngineFault::crash, "the engine wrote a line without an end");
    case ChildProcess::Event::line:
    case ChildProcess::Event::stopped: break;
  }
  return Error{"stopped"};
}

}  // namespace banyan
