// A training in files: the network with what each weight's errors came to, and the learning curve.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/learn/td/training.hpp>
#include <banyan/nn/ntuple/file.hpp>

namespace banyan {

struct TdProgress {
  std::uint64_t games = 0;
  std::uint64_t moves = 0;
  double seconds = 0;
};

class TdFolder {
 public:
  explicit TdFolder(std::string folder) : folder_(std::move(folder)) {}

  [[nodiscard]] std::string network() const { return folder_ + "/network.ntuple"; }
  [[nodiscard]] std::string previous() const { return folder_ + "/network.previous.ntuple"; }
  [[nodiscard]] std::string curve() const { return folder_ + "/curve.tsv"; }

  // Whether there is a checkpoint, readable or not.
  [[nodiscard]] bool has_training() const;
  // The game that the training in the folder learns; nothing if no checkpoint tells.
  [[nodiscard]] std::optional<std::string> game() const;
  // How the training in the folder learns, as far as its checkpoints tell: all but the rate.
  [[nodiscard]] std::optional<TdLearnerParams> learner() const;
  // The last checkpoint that can be read. It must be of the student's shape and rule, but the student may
  // have further stages, which begin as the last one that is there.
  Result<TdProgress> load(const TdStudent& student,
                          const std::function<void(const std::string&)>& note) const;
  Result<void> save(const TdStudent& student, const TdProgress& progress) const;

  // Drops what the curve says of games after these: they were not kept.
  Result<void> cut_curve(std::uint64_t games) const;
  // A new curve keeps these milestones.
  Result<void> add_to_curve(const TdReport& report, const std::vector<std::uint64_t>& milestones) const;

 private:
  std::string folder_;
};

}  // namespace banyan
