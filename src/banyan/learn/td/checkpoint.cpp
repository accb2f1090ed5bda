#include <banyan/learn/td/checkpoint.hpp>

#include <algorithm>
#include <filesystem>
#include <span>

#include <banyan/store/learning_curve.hpp>

namespace banyan {

namespace {
// Whether a training of `there` can go on as one of `wanted`: the same, or with later stages of their own.
bool can_become(const NTupleShape& there, const NTupleShape& wanted) {
  NTupleShape begun = wanted;
  if (there.game.empty()) begun.game.clear();  // the file of an older program
  begun.stages.resize(std::min(there.stages.size(), wanted.stages.size()));
  return begun == there;
}

// A new stage begins with the weights of the one before, and with empty statistics of coherence, so that it
// can change quickly (promotion: Jaśkowski 2016).
void promote(const NTupleNetwork& network, std::size_t first_new_stage) {
  const std::size_t size = network.shape().weights_in_stage();
  const std::span<float> weights = network.weights();
  for (std::size_t at = first_new_stage * size; at < weights.size(); at += size)
    std::copy_n(weights.begin() + static_cast<std::ptrdiff_t>(at - size), size,
                weights.begin() + static_cast<std::ptrdiff_t>(at));
}

// Why the training in a file can't be continued, though its header can be read; nothing if it can.
std::optional<Error> misfit(const std::string& path, const NTupleHeader& header, const TdStudent& student) {
  if (header.rule.empty()) return Error{path + ": is a network for play, not a training that can be resumed"};
  // A training by td may end by coherence, which begins to note errors then.
  const bool same_rule = header.rule == print_value(student.rule) || header.rule == print_value(TdRule::td);
  if (can_become(header.shape, student.network.shape()) && same_rule) return {};
  return Error{path + ": is a training of " + (header.shape.game.empty() ? "" : header.shape.game + ", ") +
               "patterns " + print_patterns(header.shape.patterns) + ", stages " +
               detail::stage_text(header.shape.stages) + ", optimism " + print_number(header.shape.base) +
               ", rule " + header.rule +
               "; resume with the same, add later stages, or start in another folder"};
}

Result<TdProgress> load_file(const std::string& path, const TdStudent& student) {
  CheckedReader file(path);
  const NTupleHeader header = read_header(file);
  if (!file.ok()) return file.error();
  if (const auto other = misfit(path, header, student)) return *other;
  read_weights(file, header, student.network);
  if (header.rule == print_value(TdRule::tc))
    read_coherence(file, student.coherence.entries().first(header.shape.weights()));
  if (auto whole = file.finish(); !whole) return whole.error();
  promote(student.network, 1 + header.shape.stages.size());
  return TdProgress{.games = header.games, .moves = header.moves, .seconds = header.seconds};
}

void forget(const TdStudent& student) {
  for (float& weight : student.network.weights()) weight = 0;
  for (CoherenceTable::Entry& entry : student.coherence.entries()) entry = {};
}
}  // namespace

bool TdFolder::has_training() const {
  std::error_code ignored;
  return std::filesystem::exists(network(), ignored) || std::filesystem::exists(previous(), ignored);
}

std::optional<std::string> TdFolder::game() const {
  const auto last = game_of_ntuple(network());
  return last ? last : game_of_ntuple(previous());
}

std::optional<TdLearnerParams> TdFolder::learner() const {
  for (const std::string& path : {network(), previous()}) {
    CheckedReader file(path);
    const NTupleHeader header = read_header(file);
    const auto rule = parse_value<TdRule>(header.rule);
    if (!file.ok() || !rule) continue;
    return TdLearnerParams{.patterns = print_patterns(header.shape.patterns),
                           .stages = detail::stage_text(header.shape.stages),
                           .rule = *rule,
                           .optimism = header.shape.base,
                           .order = header.method.order,
                           .lambda = header.method.lambda,
                           .restarts = header.method.restarts};
  }
  return std::nullopt;
}

Result<TdProgress> TdFolder::load(const TdStudent& student,
                                  const std::function<void(const std::string&)>& note) const {
  auto last = load_file(network(), student);
  if (last) return last;
  // A file of another training is not damaged: report it, instead of resuming from the checkpoint before.
  CheckedReader file(network());
  const NTupleHeader header = read_header(file);
  if (file.ok() && misfit(network(), header, student)) return last;
  std::error_code ignored;
  if (!std::filesystem::exists(previous(), ignored)) return last;
  forget(student);
  auto before = load_file(previous(), student);
  if (before && note) note(last.error().message + "; resuming from the checkpoint before");
  return before ? before : last;
}

Result<void> TdFolder::save(const TdStudent& student, const TdProgress& progress) const {
  CheckedWriter file(network());
  const NTupleHeader header{.shape = student.network.shape(),
                            .rule = print_value(student.rule),
                            .games = progress.games,
                            .moves = progress.moves,
                            .seconds = progress.seconds,
                            .method = student.method};
  write_network(file, header, student.network);
  write_coherence(file, student.coherence.entries());
  return file.commit(previous());
}

Result<void> TdFolder::cut_curve(std::uint64_t games) const { return banyan::cut_curve(curve(), games); }

Result<void> TdFolder::add_to_curve(const TdReport& report,
                                    const std::vector<std::uint64_t>& milestones) const {
  LearningPoint point{.games = report.games,
                      .moves = report.moves,
                      .mean = report.mean,
                      .highest = report.max,
                      .moves_per_second = report.moves_per_second};
  for (const std::uint64_t milestone : milestones) point.reached[milestone] = report.share(milestone);
  return banyan::add_to_curve(curve(), point);
}

}  // namespace banyan
