#include <banyan/cluster/ranks.hpp>

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace banyan::cluster {

namespace {
using namespace std::chrono_literals;
// The wire is polled at intervals that grow while nothing happens: waiting in MPI itself would keep a
// processor busy.
constexpr auto shortest_pause = 50us;
constexpr auto longest_pause = 1000us;
}  // namespace

Ranks::Ranks(std::function<std::unique_ptr<Wire>()> open) : open_(std::move(open)) {
  carrier_ = std::thread([this] { carry(); });
  std::unique_lock lock(mutex_);
  arrived_.wait(lock, [this] { return opened_; });
  places_.resize(static_cast<std::size_t>(size_));
}

Ranks::~Ranks() {
  if (!carrier_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  to_send_.notify_all();
  carrier_.join();
}

// Everything about the wire.
void Ranks::carry() {
  const std::unique_ptr<Wire> wire = open_();
  std::unique_lock lock(mutex_);
  rank_ = wire->rank();
  size_ = wire->size();
  opened_ = true;
  arrived_.notify_all();
  auto pause = std::chrono::microseconds(shortest_pause);
  while (!closing_ || !outbox_.empty() || wire->unsent() > 0) {
    std::deque<std::pair<int, std::string>> going;
    going.swap(outbox_);
    lock.unlock();
    bool busy = !going.empty();
    for (auto& [to, bytes] : going) wire->send(to, std::move(bytes));
    std::deque<Wire::Message> coming;
    while (auto message = wire->poll()) coming.push_back(*std::move(message));
    busy = busy || !coming.empty();
    lock.lock();
    for (auto& message : coming) deliver(std::move(message));
    if (!coming.empty()) arrived_.notify_all();
    pause = busy ? std::chrono::microseconds(shortest_pause)
                 : std::min<std::chrono::microseconds>(pause + pause / 4, longest_pause);
    to_send_.wait_for(lock, pause, [this] { return !outbox_.empty(); });
  }
  lock.unlock();
  wire->finish();
}

void Ranks::deliver(Wire::Message message) {
  if (message.bytes.empty()) return;
  const auto about = static_cast<Mail>(message.bytes[0]);
  if (about >= Mail::last) return;
  if (about == Mail::gone) ++gone_;
  inbox_[static_cast<std::size_t>(about)].push_back({message.from, about, message.bytes.substr(1)});
}

void Ranks::send(int to, Mail about, std::string text) {
  text.insert(text.begin(), static_cast<char>(about));
  {
    const std::lock_guard lock(mutex_);
    outbox_.emplace_back(to, std::move(text));
  }
  to_send_.notify_all();
}

void Ranks::send_to_others(Mail about, const std::string& text) {
  for (int rank = 0; rank < size_; ++rank)
    if (rank != rank_) send(rank, about, text);
}

// The mutex is held.
std::optional<Letter> Ranks::find(std::initializer_list<Mail> wanted) {
  for (const Mail kind : wanted) {
    auto& letters = inbox_[static_cast<std::size_t>(kind)];
    if (letters.empty()) continue;
    Letter letter = std::move(letters.front());
    letters.pop_front();
    return letter;
  }
  return std::nullopt;
}

std::optional<Letter> Ranks::receive(std::initializer_list<Mail> wanted, const std::stop_token& stop,
                                     std::optional<double> seconds) {
  std::optional<Letter> letter;
  std::unique_lock lock(mutex_);
  const auto has_come = [&] {
    if (letter = find(wanted)) return true;
    if (auto over = find({Mail::over})) {
      inbox_[static_cast<std::size_t>(Mail::over)].push_back(*over);  // for the next call
      throw CommandIsOver{over->text.empty() ? 0 : over->text[0]};
    }
    if (auto failed = find({Mail::failed})) throw RankFailed(name_of(failed->from) + ": " + failed->text);
    return false;
  };
  if (seconds) {
    arrived_.wait_for(lock, stop, std::chrono::duration<double>(*seconds), has_come);
  } else {
    arrived_.wait(lock, stop, has_come);
  }
  return letter;
}

std::string Ranks::agree(std::string own) {
  if (is_first()) {
    send_to_others(Mail::agree, own);
    return own;
  }
  return receive({Mail::agree}, {})->text;
}

Result<void> Ranks::same(const std::string& name, const std::string& own) {
  const bool is_same = agree(own) == own;
  if (is_first()) {
    for (int others = size_ - 1; others > 0; --others) receive({Mail::agree}, {});
    return {};
  }
  if (is_same) {
    send(0, Mail::agree, "");
    return {};
  }
  return Error{name + " differs from that of rank 0; all ranks need the same, as on a shared folder"};
}

std::string Ranks::name_of(int rank) const {
  const std::string& host = places_[static_cast<std::size_t>(rank)].host;
  return "rank " + std::to_string(rank) + (host.empty() ? "" : " on " + host);
}

std::vector<int> Ranks::missing() const {
  std::vector<int> list;
  const RankPlace& own = places_[static_cast<std::size_t>(rank_)];
  for (int rank = 0; rank < size_; ++rank) {
    const RankPlace& place = places_[static_cast<std::size_t>(rank)];
    if (place.host == own.host && place.process > 0 && kill(place.process, 0) != 0) list.push_back(rank);
  }
  return list;
}

void Ranks::finish(int code, const std::string& failure) {
  try {
    if (is_first()) {
      send_to_others(Mail::over, std::string(1, static_cast<char>(code)));
      std::unique_lock lock(mutex_);
      arrived_.wait(lock, [this] { return gone_ + 1 == static_cast<std::size_t>(size_); });
    } else {
      if (!failure.empty()) send(0, Mail::failed, failure);
      receive({}, {});
    }
  } catch (const CommandIsOver&) {
    send(0, Mail::gone, "");
  }
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  to_send_.notify_all();
  carrier_.join();
}

void Ranks::abandon() { carrier_.detach(); }

}  // namespace banyan::cluster
