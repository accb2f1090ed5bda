// `banyan show`: a position, the player to move, the legal moves and the outcome.
#include <memory>

#include <banyan/cli/command.hpp>
#include <banyan/cli/options.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/cli/terminal.hpp>
#include <banyan/session/text.hpp>
#include <banyan/session/words.hpp>

namespace banyan::cli {

namespace {
struct ShowOptions {
  PositionOptions position;
  bool json = false;
};

void print_position(const Session& session) {
  const Position& position = session.position();
  write_out(draw(session, style_of(stdout)));
  out("\n{}\n", status_line(session));
  if (const auto legal = position.legal(); !legal.empty()) out("legal: {}\n", join_words(legal));
  if (const auto chances = position.chances(); !chances.empty()) {
    out("chance:");
    for (const ChanceText& chance : chances) out(" {} ({:.4g})", chance.move, chance.probability);
    out("\n");
  }
  if (const auto outcome = position.outcome()) out("returns: {}\n", fmt::join(*outcome, " "));
  if (!session.moves().empty()) out("moves: {}\n", join_words(session.moves()));
  if (const auto text = position.text()) out("position: {}\n", *text);
}

Result<int> show(const Program& program, ShowOptions& options) {
  const auto session = options.position.session(program);
  if (!session) return session.error();
  if (options.json) {
    Json document = json_document();
    if (options.position.sample_chance) document["seed"] = options.position.seed.get();
    add_session(document, options.position.game, *session);
    out_json(document);
  } else {
    print_position(*session);
    if (options.position.sample_chance) out("seed: {}\n", options.position.seed.get());
  }
  return exit_done;
}
}  // namespace

Command show_command() {
  return {"show", "show a position, what is legal there, and the outcome",
          "show connect4 --moves \"4 4 3\"\nshow pig --moves roll --chance sample --seed 1 --json",
          [](CLI::App& app, const Program& program) -> Action {
            auto options = std::make_shared<ShowOptions>();
            options->position.declare(app);
            add_json(app, options->json);
            return [options, &program] { return show(program, *options); };
          }};
}

}  // namespace banyan::cli
