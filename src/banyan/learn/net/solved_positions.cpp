#include <banyan/learn/net/solved_positions.hpp>

#include <algorithm>
#include <mutex>
#include <span>
#include <sstream>

#include <banyan/core/clock.hpp>
#include <banyan/core/data_file.hpp>
#include <banyan/core/file_reader.hpp>
#include <banyan/core/parallel.hpp>
#include <banyan/core/random.hpp>
#include <banyan/core/value.hpp>

namespace banyan {

namespace {
int sign(double score) { return score > 0 ? 1 : score < 0 ? -1 : 0; }

// The moves of the best value, from the scores of the moves 1, 2, …; '-' if a move is not legal. Empty if a
// score is not a number.
std::vector<std::string> value_keeping(std::istringstream& scores) {
  std::vector<std::pair<int, int>> open;  // a move and the sign of its score
  std::string word;
  for (int move = 1; scores >> word; ++move) {
    if (word == "-") continue;
    const auto score = parse_value<double>(word);
    if (!score) return {};
    open.emplace_back(move, sign(*score));
  }
  int best = -1;
  for (const auto& [move, score] : open) best = std::max(best, score);
  std::vector<std::string> keep;
  for (const auto& [move, score] : open)
    if (score == best) keep.push_back(std::to_string(move));
  return keep;
}

bool keeps(const SolvedPosition& position, const std::string& move) {
  return std::find(position.keep.begin(), position.keep.end(), move) != position.keep.end();
}

// Shuffled, so that the first of them are a sample of all.
std::vector<SolvedPosition> solved_positions(const AnyGame& game) {
  const std::string& file = game.info().description.solved;
  if (file.empty()) return {};
  const auto path = find_data_file(file);
  const auto text = path ? read_file(*path) : Result<std::string>(Error{"not there"});
  if (!text) return {};
  auto positions = parse_solved(*text);
  if (!positions) return {};
  Random random(1);
  random.shuffle(std::span(*positions));
  return *std::move(positions);
}
}  // namespace

Result<std::vector<SolvedPosition>> parse_solved(std::string_view text) {
  std::vector<SolvedPosition> list;
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t tab = line.find('\t');
    SolvedPosition position;
    for (const char digit : line.substr(0, tab)) position.moves.emplace_back(1, digit);
    std::istringstream scores(tab == std::string::npos ? "" : line.substr(tab));
    position.keep = value_keeping(scores);
    if (position.keep.empty())
      return Error{"line " + std::to_string(number) +
                   ": after the moves come a tab and a score for each move 1, 2, …"};
    list.push_back(std::move(position));
  }
  return list;
}

std::optional<StoredAccuracy> solved_accuracy(const AnyGame& game, const Spec& player, double seconds,
                                              std::uint32_t threads, const std::stop_token& stop) {
  const auto positions = solved_positions(game);
  std::mutex mutex;
  StoredAccuracy sums;
  std::stop_source over;
  const Stopwatch watch;
  parallel_for(positions.size(), threads, over.get_token(), [&](std::size_t i) {
    const auto position = game.start();
    for (const std::string& move : positions[i].moves)
      if (!position->play(move)) return;
    const auto agent = game.make_agent(player, i);
    if (!agent) return;
    const Analysis thought = (*agent)->choose(*position, {.stop = stop, .progress = {}});
    const std::scoped_lock lock(mutex);
    if (stop.stop_requested() || watch.seconds() > seconds) over.request_stop();
    if (stop.stop_requested() || !thought.best) return;
    const auto first = std::max_element(thought.moves.begin(), thought.moves.end(),
                                        [](const auto& a, const auto& b) { return a.prior < b.prior; });
    ++sums.asked;
    sums.policy += keeps(positions[i], first->move) ? 1 : 0;
    sums.search += keeps(positions[i], *thought.best) ? 1 : 0;
  });
  if (sums.asked == 0) return std::nullopt;
  sums.policy /= static_cast<double>(sums.asked);
  sums.search /= static_cast<double>(sums.asked);
  return sums;
}

}  // namespace banyan
