#include <banyan/cli/protocol.hpp>

#include <banyan/cli/agents.hpp>
#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/cli/play/line_reader.hpp>

namespace banyan::cli {

void ProtocolOptions::declare(CLI::App& options) {
  options
      .add_option("--game", game, "the game, such as connect4 (default: the one the protocol is made for)")
      ->type_name("SPEC");
  options
      .add_option(
          "--agent", agent,
          "who plays, such as uct:sims=1e5 or uct:threads=2 (default uct); a clock of the protocol replaces "
          "its time")
      ->type_name("SPEC");
  seed.declare(options);
  options
      .add_option(
          "--tell-version", version,
          "the version to tell drivers that ask for one of an engine they know, such as 0.17 for Lizzie "
          "(default: that of this program)")
      ->type_name("TEXT");
}

std::string ProtocolOptions::game_for(const Program& program, const std::string& protocol) const {
  if (!game.empty()) return game;
  const auto& entries = program.games.entries();
  if (entries.size() == 1) return entries[0].name;
  for (const GameEntry& entry : entries)
    if (const auto made = program.games.make(entry.name))
      if ((*made)->info().description.protocol == protocol) return entry.name;
  return {};
}

Result<std::unique_ptr<protocol::Host>> ProtocolOptions::host(const Program& program,
                                                              const std::string& protocol) {
  const std::string name = game_for(program, protocol);
  if (name.empty()) return Error{"--game is missing: say which game to play, such as --game connect4"};
  if (agent == human) return Error{"'human' is a person; the agent of a protocol is a program"};
  if (version.find_first_of("\r\n\"") != std::string::npos)
    return Error{"--tell-version is a single line without quotes"};
  return protocol::Host::make({.games = program.games,
                               .game = name,
                               .agent = agent,
                               .seed = seed.get(),
                               .version = version.empty() ? program.version : version});
}

Result<int> speak(const MakeProtocol& make) {
  auto protocol = make([](std::string_view text) { write_out(text); });
  if (!protocol) return protocol.error();
  const Interrupt interrupt;
  LineReader lines(interrupt);
  bool more = true;
  while (more && output_problem() == 0) {
    const auto line = lines.next();
    if (!line) break;
    more = (*protocol)->take(*line);
  }
  if (more && !interrupt.happened() && output_problem() == 0) (*protocol)->finish();
  return interrupt.happened() ? exit_failed : exit_done;
}

}  // namespace banyan::cli
