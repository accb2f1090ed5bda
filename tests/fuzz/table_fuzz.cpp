// Tables of payoffs (`bandit run --table`) from any bytes: refused with a message, or read to arms that pay
// from 0 to 1 and that rules can be tried on.
#include <cmath>
#include <cstdint>

#include <banyan/bandit/experiment.hpp>
#include <banyan/bandit/table_text.hpp>

#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace banyan;
  using namespace banyan::bandit;
  const auto arms = parse_table(as_text(data, size));
  if (!read_or_refused(arms)) return 0;
  must(arms->size() > 0 && arms->steps() > 0);
  must(arms->average().size() == arms->size());
  for (const double mean : arms->average()) must(mean >= 0 && mean <= 1 + 1e-9);
  ExperimentPlan plan;
  plan.rules = {parse_spec("ucb1").value(), parse_spec("exp3").value()};
  plan.steps = std::min<std::uint64_t>(arms->steps(), 20);
  plan.runs = 2;
  const auto result = run_experiment(*arms, plan);
  if (!read_or_refused(result)) return 0;
  for (const RuleOutcome& rule : result->rules)
    for (const CurvePoint& point : rule.curve) must(std::isfinite(point.regret.mean()));
  return 0;
}
