// `banyan nboard`: NBoard drives an agent.
#include <banyan/cli/protocol.hpp>
#include <banyan/protocol/nboard.hpp>

namespace banyan::cli {

Command nboard_command() {
  return {"nboard", "play and analyze by the NBoard protocol", "nboard --agent uct:time=2s",
          [](CLI::App& app, const Program& program) {
            return protocol_action<protocol::NBoard>(app, program, "nboard");
          },
          OnRanks::refused};
}

}  // namespace banyan::cli
