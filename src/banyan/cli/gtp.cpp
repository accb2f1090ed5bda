// `banyan gtp`: programs that speak GTP drive an agent.
#include <banyan/cli/protocol.hpp>
#include <banyan/protocol/gtp.hpp>

namespace banyan::cli {

Command gtp_command() {
  return {"gtp", "play by GTP: for GoGui, Sabaki, Lizzie and other programs",
          "gtp --game connect4 --agent uct:time=1s\n"
          "gtp --game hex:size=7 --agent uct:sims=10000,threads=2",
          [](CLI::App& app, const Program& program) {
            return protocol_action<protocol::Gtp>(app, program, "gtp");
          },
          OnRanks::refused};
}

}  // namespace banyan::cli
