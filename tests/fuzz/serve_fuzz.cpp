// Messages and requests from any bytes: a line is a message to the hub, the first one a request to the API as
// well. Each is answered, by an error if need be, and nothing breaks; also for a listener that leaves while
// it is told.
#include <cstdint>
#include <string>
#include <string_view>

#include <banyan/serve/api.hpp>
#include <banyan/session/built_in.hpp>

#include "../serve/stand_ins.hpp"
#include "fuzz.hpp"

namespace {
using namespace banyan;
using namespace banyan::serve;

struct World {
  GameList games = built_in_games();
  serve::Limits limits = [] {
    serve::Limits small;
    small.search_seconds = 0.01;
    small.search_bytes = 1'000'000;
    small.tree_simulations = 1000;
    small.messages_at_once = 1e9;
    return small;
  }();
  HandLoop loop;
  SearchPool pool{1, 4};
  Access access{8420, ""};
  Hub idle{games, limits, loop, pool};
  Api api{games, limits, access, idle, pool, std::make_shared<MemoryBudget>(limits.memory_bytes)};
};

World& the_world() {
  static World world;
  return world;
}
}  // namespace

// Setting up takes a while, which must not count as the time of the first input.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  the_world();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  World& world = the_world();
  Hub hub(world.games, world.limits, world.loop, world.pool);
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string_view first = text.substr(0, text.find('\n'));
  for (const char* method : {"GET", "POST"}) {
    const Response response = world.api.answer({.method = method,
                                                .target = first,
                                                .origin = {.host = "localhost:8420"},
                                                .body = text,
                                                .known_version = {},
                                                .takes_gzip = false});
    must(response.status >= 200 && response.status < 600);
  }
  Memory listener;
  Leaver leaver(hub, static_cast<int>(size % 16));
  for (Listener* each : {static_cast<Listener*>(&listener), static_cast<Listener*>(&leaver)}) {
    hub.connect(*each);
    hub.receive(*each, R"({"do": "hello"})");
  }
  std::string table;
  while (!text.empty()) {
    std::string line(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    // TABLE stands for the table opened last: no fuzzer would guess its name.
    if (const std::size_t place = line.find("TABLE"); place != std::string::npos)
      line.replace(place, 5, table);
    const std::size_t before = listener.messages.size();
    hub.receive(leaver, line);
    hub.receive(listener, line);
    must(
        world.loop.wait_until([&] { return listener.messages.size() > before; }));  // long games take a while
    world.loop.drain();
    for (const Json& message : listener.messages)
      if (message.contains("table")) table = message["table"].get<std::string>();
  }
  hub.disconnect(listener);
  hub.disconnect(leaver);
  world.loop.drain();
  return 0;
}
