#include <banyan/cluster/team.hpp>

#include <algorithm>
#include <optional>
#include <utility>

#include <banyan/core/clock.hpp>

namespace banyan::cluster {

namespace {
// How many times a message's round trip is measured; the shortest counts.
constexpr int pings = 3;
// For the thread that owns the connection, and for the merging at the end.
constexpr double seconds_to_spare = 0.004;
// How long rank 0 waits for answers after the time is up; and after an interrupt, when no deadline applies.
constexpr double seconds_of_grace = 0.06;
constexpr double seconds_after_interrupt = 0.5;
}  // namespace

SearchTeam::SearchTeam(Ranks& ranks, const TeamParams& params, std::stop_source stop)
    : ranks_(ranks), params_(params), stop_(std::move(stop)) {
  const int own = ranks.rank();
  if (own > 0) to_tell_[(own - 1) / 2];
  for (const int below : {2 * own + 1, 2 * own + 2})
    if (below < ranks.size()) to_tell_[below];
  measure_way();
  if (ranks.is_first()) return;
  listener_ = std::jthread([this](const std::stop_token& ended) {
    try {
      if (!ranks_.receive({Mail::stop}, ended)) return;
    } catch (const CommandIsOver&) {  // the search ends, and its caller gets the exception
    }
    stop_.request_stop();
  });
}

// Each rank measures its round trip to rank 0; then all begin at a signal of rank 0.
void SearchTeam::measure_way() {
  if (ranks_.is_first()) {
    for (int left = pings * (ranks_.size() - 1); left > 0; --left)
      ranks_.send(ranks_.receive({Mail::hello}, {})->from, Mail::hello, "");
  } else {
    double quickest = 1;
    for (int i = 0; i < pings; ++i) {
      const Stopwatch watch;
      ranks_.send(0, Mail::hello, "");
      ranks_.receive({Mail::hello}, {});
      quickest = std::min(quickest, watch.seconds());
    }
    seconds_early_ = quickest + seconds_to_spare;
  }
  ranks_.agree("begin");
}

UpperNews SearchTeam::exchange(const UpperNews& own) {
  UpperNews heard;
  for (auto& [neighbour, news] : to_tell_) news.add(own);
  try {
    while (const auto letter = ranks_.receive({Mail::news}, {}, 0)) {
      const UpperNews news = UpperNews::parse(letter->text);
      heard.add(news);
      for (auto& [neighbour, theirs] : to_tell_)
        if (neighbour != letter->from) theirs.add(news);
    }
  } catch (...) {
    keep_failure();
    return heard;
  }
  for (auto& [neighbour, news] : to_tell_) {
    if (news.empty()) continue;
    ranks_.send(neighbour, Mail::news, news.print());
    news.clear();
  }
  return heard;
}

void SearchTeam::take_answer(const Letter& letter) {
  has_proof_ = has_proof_ || letter.text.starts_with('p');
  answers_[letter.from] = letter.text.substr(1);
}

void SearchTeam::take_answers() {
  while (const auto letter = ranks_.receive({Mail::answer}, {}, 0)) take_answer(*letter);
  if (has_proof_) is_done_ = true;
}

bool SearchTeam::someone_is_done() {
  if (is_done_ || !ranks_.is_first()) return is_done_;
  // Each tree of parallel=root asks on a thread of its own; one of them looks.
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return is_done_;
  try {
    take_answers();
  } catch (...) {
    keep_failure();
  }
  return is_done_;
}

void SearchTeam::keep_failure() {
  const std::lock_guard lock(failure_mutex_);
  if (!failure_) failure_ = std::current_exception();
  is_done_ = true;
}

void SearchTeam::rethrow_failure() {
  const std::lock_guard lock(failure_mutex_);
  if (failure_) std::rethrow_exception(failure_);
}

// The others end now too, and answer with their results so far.
void SearchTeam::await_interrupted() {
  ranks_.send_to_others(Mail::stop, "");
  const Stopwatch watch;
  while (answers_.size() + 1 < size()) {
    const double left = seconds_after_interrupt - watch.seconds();
    if (left <= 0) return;
    if (const auto letter = ranks_.receive({Mail::answer}, {}, left)) take_answer(*letter);
  }
}

std::vector<std::string> SearchTeam::gather(std::string own, bool has_time_limit, bool is_proven) {
  rethrow_failure();
  if (!ranks_.is_first()) {
    ranks_.send(0, Mail::answer, (is_proven ? "p" : "-") + own);
    return {};
  }
  const std::lock_guard lock(mutex_);
  take_answers();
  // A rank may finish its share of simulations, unless the position is proven.
  if (has_time_limit || is_proven || has_proof_) ranks_.send_to_others(Mail::stop, "");
  const Stopwatch watch;
  while (answers_.size() + 1 < size() && !stop_.stop_requested()) {
    std::optional<double> left;
    if (has_time_limit) left = seconds_of_grace - watch.seconds();
    if (left && *left <= 0) break;
    const auto letter = ranks_.receive({Mail::answer}, stop_.get_token(), left);
    if (!letter) continue;
    take_answer(*letter);
    if (has_proof_) ranks_.send_to_others(Mail::stop, "");
  }
  if (stop_.stop_requested()) await_interrupted();
  std::vector<std::string> all{std::move(own)};
  for (int rank = 1; rank < ranks_.size(); ++rank) {
    all.push_back(answers_[rank]);
    if (all.back().empty()) late_.push_back(rank);
  }
  return all;
}

}  // namespace banyan::cluster
