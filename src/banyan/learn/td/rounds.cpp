#include <banyan/learn/td/rounds.hpp>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include <banyan/core/bytes.hpp>

namespace banyan {

namespace {
// Weights that are exchanged at once: some megabytes of changes at most.
constexpr std::size_t stretch = std::size_t{1} << 18U;

std::string print_changes(const TdChanges& changes) { return ByteWriter().put_list(changes).take(); }
TdChanges parse_changes(std::string_view bytes) { return ByteReader(bytes).take_list<TdChange>(); }

std::string print_harvest(const TdRounds::Harvest& harvest) {
  return ByteWriter().put(harvest.moves).put_list(harvest.games).take();
}
void add_harvest(TdRounds::Harvest& sum, std::string_view bytes) {
  ByteReader reader(bytes);
  sum.moves += reader.take<std::uint64_t>();
  const auto games = reader.take_list<TdGame>();
  sum.games.insert(sum.games.end(), games.begin(), games.end());
}
}  // namespace

TdRounds::TdRounds(const AnyGame& game, const TdStudent& student, std::uint64_t seed, std::uint32_t threads,
                   TdPeers& peers)
    : game_(game),
      student_(student),
      before_({student.network.shape(), student.rule, 1, student.method}),
      seed_(seed),
      threads_(threads),
      peers_(peers) {
  merge();
}

std::optional<TdRounds::Harvest> TdRounds::play(const Plan& plan, const std::stop_token& stop) {
  const Plan agreed = ByteReader(peers_.agree(ByteWriter().put(plan).take())).take<Plan>();
  const Harvest own = play_own(agreed, stop);
  // Here rank 0 waits for slower ranks. The rest of the round is short.
  const auto harvests = peers_.gather(print_harvest(own), stop);
  if (!harvests || stop.stop_requested()) {
    undo_changes(before_, student_);
    return std::nullopt;
  }
  merge();
  Harvest whole;
  for (const std::string& bytes : *harvests) add_harvest(whole, bytes);
  return whole;
}

TdRounds::Harvest TdRounds::play_own(const Plan& plan, const std::stop_token& stop) {
  constexpr int rounds_between_looks = 512;
  constexpr std::uint64_t most_threads = 256;
  Harvest own;
  std::mutex mutex;
  std::atomic<std::uint64_t> games{0};
  std::stop_source ended;  // also when look() throws
  const auto work = [&](std::uint32_t thread) {
    const std::uint64_t stream = (plan.games_before * peers_.size() + peers_.rank()) * most_threads + thread;
    const auto player = game_.make_td_player(student_, seed_, stream);
    Harvest part;
    while (games < plan.games_each && !ended.stop_requested() && !stop.stop_requested()) {
      const std::size_t count = part.games.size();
      part.moves += player->learn(rounds_between_looks, part.games);
      games += part.games.size() - count;
      if (thread == 0) peers_.look();
    }
    const std::lock_guard lock(mutex);
    own.moves += part.moves;
    own.games.insert(own.games.end(), part.games.begin(), part.games.end());
  };
  std::vector<std::jthread> others;
  try {
    for (std::uint32_t i = 1; i < threads_; ++i) others.emplace_back([&work, i] { work(i); });
    work(0);
  } catch (...) {
    ended.request_stop();
    throw;
  }
  others.clear();
  return own;
}

void TdRounds::merge() {
  const auto add = [](std::string_view a, std::string_view b) {
    return print_changes(add_changes(parse_changes(a), parse_changes(b)));
  };
  const std::size_t size = student_.network.weights().size();
  for (std::size_t first = 0; first < size; first += stretch) {
    const TdChanges own = changes_of(before_, student_, first, std::min(first + stretch, size));
    make_changes(parse_changes(peers_.sum(print_changes(own), add)), before_, student_);
  }
}

}  // namespace banyan
