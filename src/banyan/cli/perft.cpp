// `banyan perft`: the number of move sequences of a given length.
#include <memory>

#include <banyan/cli/command.hpp>
#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/options.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/core/clock.hpp>

namespace banyan::cli {

namespace {
struct PerftOptions {
  PositionOptions position;
  std::uint32_t depth = 0;
  bool json = false;
};

Result<int> perft(const Program& program, PerftOptions& options) {
  const auto session = options.position.session(program);
  if (!session) return session.error();
  const Interrupt interrupt;
  const Stopwatch watch;
  const PerftCount count = session->game().perft(session->position(), options.depth, interrupt.token());
  const double seconds = watch.seconds();
  if (!count.complete) {
    note("interrupted after {:.1f} s; the count is not known", seconds);
    return exit_failed;
  }
  if (options.json) {
    Json document = json_document();
    if (options.position.sample_chance) document["seed"] = options.position.seed.get();
    document["game"] = options.position.game;
    document["depth"] = options.depth;
    document["leaves"] = count.leaves;
    document["seconds"] = json_number(seconds);
    out_json(document);
  } else {
    out("{} leaves at depth {} in {:.3f} s\n", count.leaves, options.depth, seconds);
  }
  return exit_done;
}
}  // namespace

Command perft_command() {
  return {"perft", "count the move sequences of a given length",
          "perft othello 8\nperft connect4 6 --moves \"4 4\" --json",
          [](CLI::App& app, const Program& program) -> Action {
            auto options = std::make_shared<PerftOptions>();
            options->position.declare(app);
            add_value(app, "DEPTH", options->depth, between(0, 100), "how many moves deep")->required();
            add_json(app, options->json);
            return [options, &program] { return perft(program, *options); };
          }};
}

}  // namespace banyan::cli
