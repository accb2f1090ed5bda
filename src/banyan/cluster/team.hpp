// One position, searched by all ranks at the same time: implements SearchPeers over Ranks.
//
// News of the upper tree goes from each rank to its neighbours in a binary tree of ranks, and from there to
// all, merged with the news of each rank on the way: every rank sends at most three letters an interval and
// never waits. A rank that is stopped merely sends no news.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <banyan/cluster/ranks.hpp>
#include <banyan/core/fields.hpp>
#include <banyan/search/upper_news.hpp>

namespace banyan::cluster {

struct TeamParams {
  Duration interval{0.02};
  std::uint32_t depth = 4;
};

// Threads of the search call exchange() and someone_is_done(). Neither throws: if the command ends or a rank
// fails meanwhile, the search is stopped, and gather() throws the reason.
class SearchTeam final : public SearchPeers {
 public:
  // Constructed on all ranks together. On helping ranks the source is asked to stop when rank 0 is done.
  SearchTeam(Ranks& ranks, const TeamParams& params, std::stop_source stop);

  [[nodiscard]] std::uint32_t rank() const override { return static_cast<std::uint32_t>(ranks_.rank()); }
  [[nodiscard]] std::uint32_t size() const override { return static_cast<std::uint32_t>(ranks_.size()); }
  [[nodiscard]] double seconds_early() const override { return seconds_early_; }
  [[nodiscard]] double interval() const override { return params_.interval.seconds; }
  [[nodiscard]] std::uint32_t depth() const override { return params_.depth; }
  UpperNews exchange(const UpperNews& own) override;
  bool someone_is_done() override;
  std::vector<std::string> gather(std::string own, bool has_time_limit, bool is_proven) override;

  // Ranks whose answers came too late to count.
  [[nodiscard]] const std::vector<int>& late() const { return late_; }

 private:
  void measure_way();
  void take_answers();
  void take_answer(const Letter& letter);
  void await_interrupted();
  // Keeps the exception in flight for gather(), and ends the search.
  void keep_failure();
  void rethrow_failure();

  Ranks& ranks_;
  TeamParams params_;
  std::stop_source stop_;
  double seconds_early_ = 0;
  std::map<int, UpperNews> to_tell_;  // by neighbour: what it has not been told yet
  std::atomic<bool> is_done_{false};  // there is a proof or a failure
  std::mutex mutex_;                  // guards the answers, while threads of the search look for them
  std::map<int, std::string> answers_;
  bool has_proof_ = false;
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
  std::vector<int> late_;
  std::jthread listener_;  // for the word to stop
};

}  // namespace banyan::cluster
