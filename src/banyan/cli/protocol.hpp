// What the commands that speak an engine protocol share: --game, --agent and --seed, and the loop from
// standard input to standard output.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <banyan/cli/command.hpp>
#include <banyan/cli/options.hpp>
#include <banyan/protocol/host.hpp>
#include <banyan/protocol/protocol.hpp>

namespace banyan::cli {

struct ProtocolOptions {
  std::string game;
  std::string agent = "uct";
  SeedOption seed;
  std::string version;  // to tell instead of the program's own

  void declare(CLI::App& options);
  // The game that was named, or the first that describes itself as this protocol's; empty if there is none.
  [[nodiscard]] std::string game_for(const Program& program, const std::string& protocol) const;
  Result<std::unique_ptr<protocol::Host>> host(const Program& program, const std::string& protocol);
};

// Passes standard input to the protocol, line by line, until either ends.
using MakeProtocol = std::function<Result<std::unique_ptr<protocol::Protocol>>(protocol::Protocol::Write)>;
Result<int> speak(const MakeProtocol& make);

// A command that drives a Host by this protocol.
template <class P>
Action protocol_action(CLI::App& app, const Program& program, const std::string& name) {
  auto options = std::make_shared<ProtocolOptions>();
  options->declare(app);
  return [options, &program, name]() -> Result<int> {
    auto host = options->host(program, name);
    if (!host) return host.error();
    return speak([&](protocol::Protocol::Write write) -> Result<std::unique_ptr<protocol::Protocol>> {
      auto made = P::make(*std::move(host), std::move(write));
      if (!made) return made.error();
      return std::unique_ptr<protocol::Protocol>(*std::move(made));
    });
  };
}

}  // namespace banyan::cli
