// `banyan perft`: the number of move sequences of a given length.
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <banyan/cli/command.hpp>
#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/options.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/cluster/units.hpp>
#include <banyan/core/bytes.hpp>
#include <banyan/core/clock.hpp>

namespace banyan::cli {

namespace {
struct PerftOptions {
  PositionOptions position;
  std::uint32_t depth = 0;
  bool json = false;
};

// Positions to count below, each a piece of work for some rank: those that so many moves lead to.
struct Subtrees {
  std::vector<std::unique_ptr<Position>> roots;
  std::uint32_t plies = 0;
};

void add_positions_after(const Position& position, std::vector<std::unique_ptr<Position>>& list) {
  std::vector<std::string> moves = position.legal();
  for (const ChanceText& chance : position.chances()) moves.push_back(chance.move);
  for (const std::string& move : moves) {
    auto after = position.clone();
    if (after->play(move)) list.push_back(std::move(after));
  }
}

Subtrees split(const Position& position, std::uint32_t depth, std::size_t wanted) {
  Subtrees subtrees;
  subtrees.roots.push_back(position.clone());
  while (subtrees.plies < depth && subtrees.roots.size() < wanted) {
    std::vector<std::unique_ptr<Position>> deeper;
    for (const auto& root : subtrees.roots) add_positions_after(*root, deeper);
    subtrees.roots = std::move(deeper);
    ++subtrees.plies;
    if (subtrees.roots.empty()) break;
  }
  return subtrees;
}

// Counts on all ranks; the whole number is known to the first.
PerftCount count_on_ranks(const Session& session, std::uint32_t depth, cluster::Ranks& ranks,
                          const std::stop_token& stop) {
  constexpr std::size_t pieces_a_rank = 32;
  const Subtrees subtrees =
      split(session.position(), depth, pieces_a_rank * static_cast<std::size_t>(ranks.size()));
  std::vector<std::uint64_t> leaves(subtrees.roots.size());
  const NumberedWork work{
      .count = leaves.size(),
      .work =
          [&](std::size_t i, const std::stop_token& ended) {
            leaves[i] = session.game().perft(*subtrees.roots[i], depth - subtrees.plies, ended).leaves;
          },
      .pack = [&](std::size_t i) { return ByteWriter().put(leaves[i]).take(); },
      .unpack = [&](std::size_t i,
                    std::string_view bytes) { leaves[i] = ByteReader(bytes).take<std::uint64_t>(); }};
  cluster::shared_workshop(ranks)(work, 1, stop);
  return {.leaves = std::accumulate(leaves.begin(), leaves.end(), std::uint64_t{0}),
          .complete = !stop.stop_requested()};
}

Result<int> perft(const Program& program, PerftOptions& options) {
  const auto session = options.position.session(program);
  if (!session) return session.error();
  const Interrupt interrupt;
  const Stopwatch watch;
  const PerftCount count = program.has_helpers()
                               ? count_on_ranks(*session, options.depth, *program.ranks, interrupt.token())
                               : session->game().perft(session->position(), options.depth, interrupt.token());
  const double seconds = watch.seconds();
  if (!program.is_first()) return count.complete ? exit_done : exit_failed;
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
          },
          OnRanks::shared};
}

}  // namespace banyan::cli
