// Foreign engines for the many short-lived clients of a server. Each has a thread of its own while it runs,
// because an engine ends with the thread that started it. The number of processes is limited: when another
// one is needed, the one that has been idle longest is ended, and started again when it is asked again.
// Destroying an agent does not wait for the end of its process.
#pragma once

#include <cstddef>
#include <memory>

#include <banyan/engine/agent.hpp>
#include <banyan/session/any_game.hpp>

namespace banyan {

class EngineHouse {
 public:
  explicit EngineHouse(std::size_t most_processes);

  // The engine as an agent for any thread. Calls wait for their answers; there are no reports on the way. An
  // answer with an error, and no fault, says that all processes are busy. The agent may outlive this object.
  std::unique_ptr<AnyAgent> take_in(std::shared_ptr<const AnyGame> game, std::unique_ptr<EngineAgent> agent);

 private:
  class Processes;
  class Worker;
  class Agent;
  std::shared_ptr<Processes> processes_;
};

}  // namespace banyan
