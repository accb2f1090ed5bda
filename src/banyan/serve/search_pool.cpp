#include <banyan/serve/search_pool.hpp>

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace banyan::serve {

namespace {
// A job keeps a processor at least this long: switching costs more than it gains.
constexpr std::chrono::milliseconds shortest_turn(50);
// A job that has used no more than this is not interrupted, because most jobs end soon.
constexpr std::chrono::milliseconds short_work(150);
}  // namespace

// Of all owners, at one moment.
class SearchPool::Standings {
 public:
  explicit Standings(const SearchPool& pool) {
    for (const auto& job : pool.waiting_) by_owner_[job->owner_].used += job->used_;
    for (const auto& job : pool.running_) {
      Standing& owner = by_owner_[job->owner_];
      ++owner.running;
      owner.used += job->used_ + (now_ - job->since_);
    }
  }

  [[nodiscard]] Job::Clock::time_point now() const { return now_; }
  // The processor time of an owner's jobs that have not ended.
  [[nodiscard]] Job::Clock::duration used(const Job& job) const { return of(job).used; }

  // First jobs that were told to stop; then those whose owner has fewer running; then those whose owner has
  // had less time, where waiting counts a little.
  [[nodiscard]] bool precedes(const Job& a, const Job& b) const {
    const auto rank = [this](const Job& job) {
      constexpr int worth_of_waiting = 20;
      const bool stops = job.begun_ && job.stop_.stop_requested();
      const Standing owner = of(job);
      const auto waited = job.running_ ? Job::Clock::duration{} : now_ - job.since_;
      return std::tuple(!stops, owner.running - (job.running_ ? 1 : 0),
                        owner.used - waited / worth_of_waiting);
    };
    return rank(a) < rank(b);
  }

 private:
  [[nodiscard]] Standing of(const Job& job) const {
    const auto place = by_owner_.find(job.owner_);
    return place == by_owner_.end() ? Standing{} : place->second;
  }

  Job::Clock::time_point now_ = Job::Clock::now();
  std::unordered_map<Owner, Standing> by_owner_;
};

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
  job->since_ = Job::Clock::now();
  waiting_.push_back(job);
  hand_out();
  return job;
}

std::optional<std::size_t> SearchPool::waiting_before(const Job& job) const {
  const std::lock_guard lock(mutex_);
  if (job.begun_) return std::nullopt;
  const Standings standings(*this);
  std::size_t before = 0;
  bool behind = false;  // whether `each` came later than the job
  for (const auto& each : waiting_) {
    behind = behind || each.get() == &job;
    if (each.get() != &job)
      before += standings.precedes(*each, job) || (!behind && !standings.precedes(job, *each)) ? 1 : 0;
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

// Each job that has begun has a thread, whether it runs or pauses, and there are only so many.
bool SearchPool::may_begin(const Job& job) const {
  return job.begun_ || running_.size() + paused() < processors_ + most_paused_;
}

SearchPool::Place SearchPool::next_in_line(const Standings& standings) {
  Place next = waiting_.end();
  for (Place each = waiting_.begin(); each != waiting_.end(); ++each)
    if (may_begin(**each) && (next == waiting_.end() || standings.precedes(**each, **next))) next = each;
  return next;
}

void SearchPool::hand_out() {
  while (!closing_ && running_.size() < processors_) {
    const Place next = next_in_line(Standings(*this));
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
  const Standings standings(*this);
  if (standings.now() - job.since_ < shortest_turn || standings.used(job) < short_work) return;
  const Place next = next_in_line(standings);
  if (closing_ || next == waiting_.end() || !standings.precedes(**next, job)) return;
  if (!(*next)->begun_ && paused() >= most_paused_) return;
  const auto own =
      std::find_if(running_.begin(), running_.end(), [&](const auto& each) { return each.get() == &job; });
  job.used_ += standings.now() - job.since_;
  job.since_ = standings.now();
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
