// `banyan games`: the games and their parameters.
#include <memory>

#include <banyan/cli/command.hpp>
#include <banyan/cli/options.hpp>
#include <banyan/cli/output.hpp>

namespace banyan::cli {

namespace {
std::string players_text(const GameInfo& info) {
  return fmt::format("{} player{}{}", info.players, info.players == 1 ? "" : "s",
                     info.chance ? ", chance" : "");
}

void print_game(const GameInfo& info) {
  const GameDescription& about = info.description;
  out("{:<16} {}: {}", info.name, about.title, players_text(info));
  if (info.max_moves) out(", at most {} moves", *info.max_moves);
  out("\n");
  if (!about.notation.empty()) out("  moves: {}\n", about.notation);
  for (const auto& variant : about.variants)
    if (!variant.parameters.empty()) out("  {}:{}  {}\n", info.name, variant.parameters, variant.title);
  for (const FieldInfo& field : info.parameters)
    out("  {}={}: {}; {}\n", field.name, field.value, field.help, field.expected);
}

Result<int> list_games(const Program& program, bool json) {
  Json document = json_document();
  document["games"] = Json::array();
  for (const GameEntry& entry : program.games.entries()) {
    const auto game = entry.make({entry.name, {}});
    if (!game) return game.error();
    if (json) {
      document["games"].push_back(json_of((*game)->info()));
    } else {
      print_game((*game)->info());
    }
  }
  if (json) out_json(document);
  return exit_done;
}
}  // namespace

Command games_command() {
  return {"games", "list the games and their parameters", "games\ngames --json",
          [](CLI::App& options, const Program& program) -> Action {
            auto json = std::make_shared<bool>(false);
            add_json(options, *json);
            return [json, &program] { return list_games(program, *json); };
          }};
}

}  // namespace banyan::cli
