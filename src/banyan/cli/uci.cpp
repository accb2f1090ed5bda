// `banyan uci`: programs that speak UCI drive an agent.
#include <banyan/cli/protocol.hpp>
#include <banyan/protocol/uci.hpp>

namespace banyan::cli {

Command uci_command() {
  return {"uci", "play by UCI: for chess programs and their variants",
          "uci --agent uct:threads=2\n"
          "uci --game breakthrough",
          [](CLI::App& app, const Program& program) {
            return protocol_action<protocol::Uci>(app, program, "uci");
          },
          OnRanks::refused};
}

}  // namespace banyan::cli
