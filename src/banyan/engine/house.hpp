// Foreign engines for many people who come and go, as on a server. Each has a thread of its own while it
// runs, because an engine ends with the thread that started it. Only so many processes run at once: the one
// that has been idle longest makes room for one that is asked, and is started again when it is asked again.
// Whoever lets an engine go doesn't wait for its end.
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
  // answer with an error, and no fault, says that all processes are busy. The agent may outlive the house.
  std::unique_ptr<AnyAgent> take_in(std::shared_ptr<const AnyGame> game, std::unique_ptr<EngineAgent> agent);

 private:
  class Rooms;
  class Lodger;
  class Guest;
  std::shared_ptr<Rooms> rooms_;
};

}  // namespace banyan
