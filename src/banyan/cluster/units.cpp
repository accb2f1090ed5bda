#include <banyan/cluster/units.hpp>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <banyan/core/bytes.hpp>
#include <banyan/core/clock.hpp>

namespace banyan::cluster {

namespace {
// Pieces that a thread asks for at once take about this long: the round trip is then negligible, and no other
// thread waits much longer for the last of them.
constexpr double seconds_at_once = 0.02;
constexpr std::uint32_t most_at_once = 256;
// A thread whose pieces are shorter than this asks for the next before it has done the current ones. With
// longer ones the round trip matters less than a piece that waits while another thread is idle.
constexpr double longest_to_ask_early = 0.5;

// A thread's request for work.
struct Wanted {
  std::uint32_t thread = 0;
  std::uint32_t count = 1;
};

// The threads of one rank, and the items sent to each.
class Hands {
 public:
  Hands(Ranks& ranks, std::uint32_t threads, const std::function<DoUnit()>& make_hand,
        const std::stop_token& stop)
      : ranks_(ranks), make_hand_(make_hand), outer_(stop), dealt_(threads) {}

  void run() {
    const std::stop_callback pass_on(outer_, [this] { stop_.request_stop(); });
    std::vector<std::jthread> threads;
    try {
      for (std::uint32_t i = 0; i < dealt_.size(); ++i) threads.emplace_back([this, i] { work(i); });
      hand_out();
    } catch (...) {
      stop_.request_stop();
      throw;
    }
    threads.clear();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  // Delivers items to the threads until the command is over or a stop is requested.
  void hand_out() {
    while (const auto letter = ranks_.receive({Mail::unit}, stop_.get_token())) {
      ByteReader reader(letter->text);
      const auto thread = reader.take<std::uint32_t>();
      const auto numbers = reader.take_list<std::size_t>();
      if (!reader.fine() || thread >= dealt_.size()) continue;
      const std::lock_guard lock(mutex_);
      dealt_[thread].insert(dealt_[thread].end(), numbers.begin(), numbers.end());
      changed_.notify_all();
    }
  }

  void work(std::uint32_t thread) {
    try {
      const DoUnit hand = make_hand_();
      double each = std::numeric_limits<double>::infinity();  // seconds that a piece took lately
      ask(thread, each);
      while (true) {
        const std::deque<std::size_t> numbers = wait(thread);
        const bool asks_early = each < longest_to_ask_early;
        if (asks_early) ask(thread, each);
        const Stopwatch watch;
        if (numbers.empty() || !do_all(numbers, hand)) return;
        each = watch.seconds() / static_cast<double>(numbers.size());
        if (!asks_early) ask(thread, each);
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_.request_stop();
    }
  }

  void ask(std::uint32_t thread, double seconds_of_each) {
    const double count =
        std::clamp(seconds_at_once / std::max(seconds_of_each, 1e-9), 1.0, double{most_at_once});
    ranks_.send(0, Mail::wanted, ByteWriter().put(Wanted{thread, static_cast<std::uint32_t>(count)}).take());
  }

  // The items sent to the thread; nothing after a stop request.
  std::deque<std::size_t> wait(std::uint32_t thread) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop_.get_token(), [&] { return !dealt_[thread].empty(); });
    return std::exchange(dealt_[thread], {});
  }

  // Answers whether they were all done.
  bool do_all(const std::deque<std::size_t>& numbers, const DoUnit& hand) {
    for (const std::size_t number : numbers) {
      if (stop_.stop_requested()) return false;
      const auto result = hand(number, stop_.get_token());
      if (!result) return false;
      ranks_.send(0, Mail::done, ByteWriter().put(number).put_text(*result).take());
    }
    return true;
  }

  Ranks& ranks_;
  const std::function<DoUnit()>& make_hand_;
  const std::stop_token outer_;
  std::stop_source stop_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable_any changed_;
  std::vector<std::deque<std::size_t>> dealt_;
  std::exception_ptr failure_;
};
}  // namespace

bool UnitDealer::give(const Question& question, const UnitDesk& desk) {
  std::vector<std::size_t> numbers;
  while (numbers.size() < std::clamp(question.count, 1U, most_at_once)) {
    const auto number = desk.next();
    if (!number) break;
    numbers.push_back(*number);
  }
  if (numbers.empty()) return false;
  out_ += numbers.size();
  ranks_.send(question.rank, Mail::unit, ByteWriter().put(question.thread).put_list(numbers).take());
  return true;
}

void UnitDealer::deal(const UnitDesk& desk, const std::stop_token& stop) {
  // Threads of the first rank may take the last piece while no other rank asks.
  constexpr double seconds_between_looks = 0.02;
  while (out_ > 0 || !desk.is_empty()) {
    while (!waiting_.empty() && give(waiting_.front(), desk)) waiting_.pop_front();
    const auto letter = ranks_.receive({Mail::done, Mail::wanted}, stop, seconds_between_looks);
    if (letter) take(*letter, desk);
    if (!stop.stop_requested()) continue;
    // Results that arrived before the stop count.
    while (const auto done = ranks_.receive({Mail::done}, {}, 0)) take(*done, desk);
    return;
  }
}

void UnitDealer::take(const Letter& letter, const UnitDesk& desk) {
  ByteReader reader(letter.text);
  if (letter.about == Mail::done) {
    const auto number = reader.take<std::size_t>();
    --out_;
    desk.take(number, reader.take_text());
  } else {
    const auto wanted = reader.take<Wanted>();
    waiting_.push_back({letter.from, wanted.thread, wanted.count});
  }
}

void do_units(Ranks& ranks, std::uint32_t threads, const std::function<DoUnit()>& make_hand,
              const std::stop_token& stop) {
  Hands(ranks, threads, make_hand, stop).run();
}

Workshop shared_workshop(Ranks& ranks) {
  return [&ranks](const NumberedWork& work, std::size_t threads, const std::stop_token& stop) {
    if (!ranks.is_first()) {
      const auto hand = [&work]() -> DoUnit {
        return [&work](std::size_t number, const std::stop_token& ended) -> std::optional<std::string> {
          work.work(number, ended);
          if (ended.stop_requested()) return std::nullopt;
          return work.pack(number);
        };
      };
      return do_units(ranks, static_cast<std::uint32_t>(threads), hand, stop);
    }
    std::atomic<std::size_t> next = 0;
    const auto take = [&]() -> std::optional<std::size_t> {
      const std::size_t number = next++;
      return number < work.count ? std::optional(number) : std::nullopt;
    };
    // Ends at a stop request, and when a thread fails: then no more items are sent or awaited.
    std::stop_source ended;
    const std::stop_callback pass_on(stop, [&ended] { ended.request_stop(); });
    std::mutex mutex;
    std::exception_ptr failure;
    const auto guarded = [&](const std::function<void()>& part) {
      try {
        part();
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        ended.request_stop();
      }
    };
    const auto deal = [&] {
      UnitDealer(ranks).deal(
          {.next = take, .is_empty = [&] { return next >= work.count; }, .take = work.unpack},
          ended.get_token());
    };
    const auto help = [&] {
      while (!ended.stop_requested()) {
        const auto number = take();
        if (!number) return;
        work.work(*number, ended.get_token());
      }
    };
    {
      std::jthread dealer([&] { guarded(deal); });
      std::vector<std::jthread> others;
      for (std::size_t i = 1; i < threads; ++i) others.emplace_back([&] { guarded(help); });
      guarded(help);
    }
    if (failure) std::rethrow_exception(failure);
  };
}

}  // namespace banyan::cluster
