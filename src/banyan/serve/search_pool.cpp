#include <banyan/serve/search_pool.hpp>

#include <algorithm>
#include <utility>

namespace banyan::serve {

namespace {
// Whatever has got a processor keeps it so long at least: changing costs more than it brings.
constexpr std::chrono::milliseconds shortest_turn(50);
}  // namespace

SearchPool::SearchPool(std::size_t processors, std::size_t most_waiting, std::size_t most_paused)
    : processors_(std::max<std::size_t>(processors, 1)),
      most_waiting_(most_waiting),
      most_paused_(most_paused) {}

SearchPool::~SearchPool() { close(); }

void SearchPool::close() {
  std::vector<std::thread> threads;
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    for (const auto& job : waiting_) {
      job->stop();
      job->turn_.notify_one();
    }
    for (const auto& job : running_) job->stop();
    std::erase_if(waiting_, [](const auto& job) { return !job->begun_; });
    threads.swap(threads_);
  }
  something_begins_.notify_all();
  for (auto& thread : threads) thread.join();
}

std::shared_ptr<SearchPool::Job> SearchPool::submit(Owner owner, Work work) {
  auto job = std::make_shared<Job>(owner, std::move(work));
  const std::lock_guard lock(mutex_);
  if (closing_) return job;
  const auto to_begin = waiting_.size() - paused();
  if (to_begin >= most_waiting_) return nullptr;
  waiting_.push_back(job);
  hand_out();
  return job;
}

std::optional<std::size_t> SearchPool::waiting_before(const Job& job) const {
  const std::lock_guard lock(mutex_);
  if (job.begun_) return std::nullopt;
  std::size_t before = 0;
  bool behind = false;  // whether `each` came later than the job
  for (const auto& each : waiting_) {
    behind = behind || each.get() == &job;
    if (each.get() != &job) before += precedes(*each, job) || (!behind && !precedes(job, *each)) ? 1 : 0;
  }
  return before;
}

SearchPool::Load SearchPool::load() const {
  const std::lock_guard lock(mutex_);
  const std::size_t pausing = paused();
  return {.threads = processors_, .running = running_.size() + pausing, .waiting = waiting_.size() - pausing};
}

// ---- Who gets a processor

std::size_t SearchPool::paused() const {
  return static_cast<std::size_t>(
      std::count_if(waiting_.begin(), waiting_.end(), [](const auto& job) { return job->begun_; }));
}

SearchPool::Job::Clock::duration SearchPool::used_by(const Job& job) {
  return job.used_ + (job.running_ ? Job::Clock::now() - job.since_ : Job::Clock::duration{});
}

std::size_t SearchPool::running_beside(const Job& job) const {
  return static_cast<std::size_t>(std::count_if(running_.begin(), running_.end(), [&](const auto& each) {
    return each->owner_ == job.owner_ && each.get() != &job;
  }));
}

// First what has been told to stop and only has to notice; then those whose owner has less under way; then
// what has had less of a processor.
bool SearchPool::precedes(const Job& a, const Job& b) const {
  const bool a_stops = a.begun_ && a.stop_.stop_requested();
  const bool b_stops = b.begun_ && b.stop_.stop_requested();
  if (a_stops != b_stops) return a_stops;
  const std::size_t beside_a = running_beside(a);
  const std::size_t beside_b = running_beside(b);
  return beside_a != beside_b ? beside_a < beside_b : used_by(a) < used_by(b);
}

// Each job that has begun has a thread, whether it runs or pauses, and there are only so many.
bool SearchPool::may_begin(const Job& job) const {
  return job.begun_ || running_.size() + paused() < processors_ + most_paused_;
}

SearchPool::Place SearchPool::next_in_line() {
  Place next = waiting_.end();
  for (Place each = waiting_.begin(); each != waiting_.end(); ++each)
    if (may_begin(**each) && (next == waiting_.end() || precedes(**each, **next))) next = each;
  return next;
}

void SearchPool::hand_out() {
  while (!closing_ && running_.size() < processors_) {
    const Place next = next_in_line();
    if (next == waiting_.end()) return;
    const std::shared_ptr<Job> job = *next;
    waiting_.erase(next);
    running_.push_back(job);
    job->since_ = Job::Clock::now();
    job->running_ = true;
    if (std::exchange(job->begun_, true)) {
      job->turn_.notify_one();
      continue;
    }
    beginning_.push_back(job);
    if (idle_ < beginning_.size()) threads_.emplace_back([this] { work_on(); });
    something_begins_.notify_one();
  }
}

// ---- Working

void SearchPool::work_on() {
  std::unique_lock lock(mutex_);
  while (true) {
    ++idle_;
    something_begins_.wait(lock, [this] { return closing_ || !beginning_.empty(); });
    --idle_;
    if (beginning_.empty()) return;
    const std::shared_ptr<Job> job = beginning_.front();
    beginning_.pop_front();
    lock.unlock();
    job->work_(Turn(*this, job));
    job->work_ = nullptr;  // and whatever it holds
    lock.lock();
    job->running_ = false;
    std::erase(running_, job);
    hand_out();
  }
}

void SearchPool::pause_if_due(Job& job) {
  std::unique_lock lock(mutex_);
  if (Job::Clock::now() - job.since_ < shortest_turn) return;
  const Place next = next_in_line();
  if (closing_ || next == waiting_.end() || !precedes(**next, job)) return;
  if (!(*next)->begun_ && paused() >= most_paused_) return;
  const auto own =
      std::find_if(running_.begin(), running_.end(), [&](const auto& each) { return each.get() == &job; });
  job.used_ = used_by(job);
  job.running_ = false;
  const std::shared_ptr<Job> self = *own;
  running_.erase(own);
  waiting_.push_back(self);
  hand_out();
  job.turn_.wait(lock, [&] { return job.running_ || closing_; });
  if (job.running_) return;
  // The pool closes: the work ends now, without a processor of its own.
  std::erase(waiting_, self);
  running_.push_back(self);
  job.running_ = true;
}

}  // namespace banyan::serve
