// The processes ("ranks") that mpirun or srun has started for one command. Rank 0 (the first) does what a
// single process does: it reads and writes the files, prints, and asks the others to help.
//
// One thread owns the wire; others hand it messages to send ("letters") and wait for those that arrive. Only
// receive() waits for a slow rank.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <banyan/cluster/wire.hpp>
#include <banyan/core/result.hpp>

namespace banyan::cluster {

// The kind of a letter. `over`: the command is over on all ranks. `failed`: a rank can't do its part. `gone`:
// the last letter of a rank. The others belong to their senders: the start (`hello`, `agree`), numbered work
// (`wanted`, `unit`, `done`), trainings (`task`, `sum`), and searches (`news`, `answer`, `stop`).
enum class Mail : std::uint8_t {
  over,
  failed,
  gone,
  hello,
  agree,
  wanted,
  unit,
  done,
  task,
  sum,
  news,
  answer,
  stop,
  last
};

struct Letter {
  int from = 0;
  Mail about = Mail::over;
  std::string text{};
};

// Thrown by receive(): rank 0 has ended the command, with this exit code.
struct CommandIsOver {
  int code = 0;
};
// The same at rank 0: another rank has failed.
struct RankFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Where a rank runs.
struct RankPlace {
  std::string host;
  int process = 0;
  std::uint32_t processors = 1;  // reserved for it, as far as known
};

class Ranks {
 public:
  // Opens the wire on the thread that will own it.
  explicit Ranks(std::function<std::unique_ptr<Wire>()> open);
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  ~Ranks();

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] bool is_first() const { return rank_ == 0; }
  // Whether there are other ranks.
  [[nodiscard]] bool several() const { return size_ > 1; }

  void send(int to, Mail about, std::string text);
  void send_to_others(Mail about, const std::string& text);
  // The next letter of one of these kinds; nothing after a stop request, or after the given seconds.
  std::optional<Letter> receive(std::initializer_list<Mail> kinds, const std::stop_token& stop,
                                std::optional<double> seconds = std::nullopt);

  // Broadcasts a value from the first rank. All ranks must call it.
  std::string agree(std::string own);
  // Whether this is the same here as on the first rank, which waits for the answers of all: so no work begins
  // before the last rank has found that it can help. The first learns of one that can't by RankFailed, when
  // that finishes.
  Result<void> same(const std::string& name, const std::string& own);

  // The rank as text: "rank 2 on node7".
  [[nodiscard]] std::string name_of(int rank) const;
  [[nodiscard]] const std::vector<RankPlace>& places() const { return places_; }
  void know_places(std::vector<RankPlace> places) { places_ = std::move(places); }
  // Processors that this rank may use.
  [[nodiscard]] std::uint32_t processors() const {
    return places_[static_cast<std::size_t>(rank_)].processors;
  }
  // Those ranks on this host whose processes have ended.
  [[nodiscard]] std::vector<int> missing() const;

  // The end of the command, called on all ranks. Rank 0 tells the others; a rank that failed sends this
  // message to rank 0 and waits for it.
  void finish(int code, const std::string& failure);
  // Ends without a message, as when the job is being killed: finish() would wait for ranks that have ended.
  void abandon();

 private:
  static constexpr auto kinds = static_cast<std::size_t>(Mail::last);

  void carry();
  void deliver(Wire::Message message);
  std::optional<Letter> find(std::initializer_list<Mail> wanted);

  std::function<std::unique_ptr<Wire>()> open_;
  int rank_ = 0;
  int size_ = 1;
  std::vector<RankPlace> places_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable_any arrived_;
  std::condition_variable_any to_send_;
  std::array<std::deque<Letter>, kinds> inbox_;
  std::deque<std::pair<int, std::string>> outbox_;
  bool opened_ = false;
  bool closing_ = false;
  bool finished_ = false;
  std::size_t gone_ = 0;
  std::thread carrier_;
};

}  // namespace banyan::cluster
