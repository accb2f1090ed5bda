// An agent on a thread of its own, for callers whose threads come and go: a foreign engine ends with the
// thread that started it. Calls wait for their answers; there are no reports on the way.
#pragma once

#include <memory>

#include <banyan/session/any_game.hpp>

namespace banyan {

std::unique_ptr<AnyAgent> on_own_thread(std::unique_ptr<AnyAgent> agent);

}  // namespace banyan
