// Numbered work, distributed to the ranks one piece after the other: a rank that is done gets the next piece,
// so that ranks may differ in speed. The result of a piece depends on its number alone, so the results are
// those of one process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include <banyan/cluster/ranks.hpp>
#include <banyan/core/workshop.hpp>

namespace banyan::cluster {

// At rank 0: source of the numbers and sink of the results; called on one thread.
struct UnitDesk {
  std::function<std::optional<std::size_t>()> next;  // nothing: there are no more
  std::function<bool()> is_empty;                    // whether there are no more
  std::function<void(std::size_t number, std::string result)> take;
};

class UnitDealer {
 public:
  explicit UnitDealer(Ranks& ranks) : ranks_(ranks) {}

  // Sends items to the other ranks until none is left and all results are back, or a stop is requested.
  // Requests for more then wait for the next call, or for the end of the command.
  void deal(const UnitDesk& desk, const std::stop_token& stop);

 private:
  // What a thread of a rank has asked for.
  struct Question {
    int rank = 0;
    std::uint32_t thread = 0;
    std::uint32_t count = 1;
  };
  // Answers whether there was anything to give.
  bool give(const Question& question, const UnitDesk& desk);
  void take(const Letter& letter, const UnitDesk& desk);

  Ranks& ranks_;
  std::deque<Question> waiting_;
  std::size_t out_ = 0;  // pieces that are not back
};

// Does one piece; nothing if it was stopped.
using DoUnit = std::function<std::optional<std::string>(std::size_t number, const std::stop_token& stop)>;

// At another rank: does the items it is sent on the given number of threads, each with a Hand of its own,
// until none is left or a stop is requested.
void do_units(Ranks& ranks, std::uint32_t threads, const std::function<DoUnit()>& make_hand,
              const std::stop_token& stop);

// Numbered work of all ranks. Only the first one has all results in the end.
Workshop shared_workshop(Ranks& ranks);

}  // namespace banyan::cluster
