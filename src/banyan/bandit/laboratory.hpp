// The laboratory for programs that link with banyan::app: experiments, matrix games and pi are compiled once,
// with every rule in them, by laboratory.cpp. Users of the headers alone include experiment.hpp,
// self_play.hpp or pi.hpp instead.
#pragma once

#include <vector>

#include <banyan/bandit/arms.hpp>
#include <banyan/bandit/experiment.hpp>
#include <banyan/bandit/pi.hpp>
#include <banyan/bandit/self_play.hpp>

namespace banyan::bandit {

extern template std::vector<RuleInfo> list_rules(AllRules);
extern template Result<ExperimentResult> run_experiment(const AnyArms&, const ExperimentPlan&, const Watch&);
extern template Result<SelfPlayResult> run_self_play<void>(const MatrixGame&, const SelfPlayPlan&,
                                                           const Watch&);
extern template PiResult estimate_pi<void>(std::uint64_t, std::uint64_t, std::size_t, const Watch&);

}  // namespace banyan::bandit
