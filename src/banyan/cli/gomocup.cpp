// `banyan gomocup`: managers of Gomocup drive an agent.
#include <banyan/cli/protocol.hpp>
#include <banyan/protocol/gomocup.hpp>

namespace banyan::cli {

Command gomocup_command() {
  return {"gomocup", "play by the Gomocup protocol: for Piskvork and other managers",
          "gomocup --agent uct:threads=2",
          [](CLI::App& app, const Program& program) {
            return protocol_action<protocol::Gomocup>(app, program, "gomocup");
          },
          OnRanks::refused};
}

}  // namespace banyan::cli
