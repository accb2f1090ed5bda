// Compiles the laboratory's loops once for the whole program; they are worth -O3 (cmake/app.cmake).
#include <banyan/bandit/laboratory.hpp>

namespace banyan::bandit {

template std::vector<RuleInfo> list_rules(AllRules);
template Result<ExperimentResult> run_experiment(const AnyArms&, const ExperimentPlan&, const Watch&);
template Result<SelfPlayResult> run_self_play<void>(const MatrixGame&, const SelfPlayPlan&, const Watch&);
template PiResult estimate_pi<void>(std::uint64_t, std::uint64_t, std::size_t, const Watch&);

}  // namespace banyan::bandit
