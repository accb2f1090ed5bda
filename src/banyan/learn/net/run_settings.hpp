// The settings of a run that never change: its game, its learner, its seed and its version. They are stored
// at the first start.
#pragma once

#include <banyan/core/result.hpp>
#include <banyan/learn/net/training.hpp>
#include <banyan/store/run_store.hpp>

namespace banyan {

// The parameters of the run in this store; an error if it is a different run than requested.
Result<NetTrainingParams> settle_run(const RunStore& store, const AnyGame& game,
                                     const NetTrainingParams& params);

}  // namespace banyan
