#include <banyan/cli/train_net.hpp>

#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/output.hpp>
#include <banyan/cli/terminal.hpp>

namespace banyan::cli {

namespace {
void print_report(const NetReport& report) {
  out("{:>7.0f} s  generation {:>4}  {:>7} games  {:>9} positions  loss {:.3f} moves, {:.3f} value  play {:.1f} s, "
      "learn {:.1f} s, {:.0f} % cached\n",
      report.seconds, report.generation, report.games, report.positions, report.policy_loss,
      report.value_loss, report.play_seconds, report.learn_seconds, 100 * report.cache_hits);
}

void print_json_line(const NetReport& report) {
  Json document = json_document();
  document["seed"] = report.seed;
  document["time"] = json_number(report.seconds);
  document["generation"] = report.generation;
  document["games"] = report.games;
  document["positions"] = report.positions;
  document["evaluations"] = report.evaluations;
  document["policy_loss"] = json_number(report.policy_loss);
  document["value_loss"] = json_number(report.value_loss);
  document["elo"] = nullptr;
  document["checkpoint"] = report.checkpoint;
  write_out(document.dump() + "\n");
}
}  // namespace

Result<int> train_with_net(const AnyGame& game, const NetTrainingParams& params, bool json) {
  const Interrupt interrupt;
  note("seed {}, {} thread{}; Ctrl-C stops, and the same command goes on", params.seed, params.threads,
       params.threads == 1 ? "" : "s");
  const NetListener listener{
      .report = [&](const NetReport& report) { json ? print_json_line(report) : print_report(report); },
      .note = [](const std::string& text) { note("{}", text); }};
  const auto trained = train_net(game, params, listener, interrupt.token());
  if (!trained) {
    note("{}", trained.error().message);
    return exit_failed;
  }
  return interrupt.happened() ? exit_failed : exit_done;
}

}  // namespace banyan::cli
