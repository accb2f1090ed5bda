// The bandit laboratory of one connection: experiments whose curves grow while they run, a learner to play
// rock-paper-scissors against, and pi by raindrops.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/bandit/matrix_game.hpp>
#include <banyan/serve/limits.hpp>
#include <banyan/serve/listener.hpp>
#include <banyan/serve/loop.hpp>
#include <banyan/serve/message.hpp>
#include <banyan/serve/search_pool.hpp>

namespace banyan::serve {

// The catalogue: rules with their parameters, kinds of arms, matrix games.
Json laboratory_json();

// A learner of any rule, in a matrix game against a person.
class Opponent {
 public:
  Opponent() = default;
  Opponent(const Opponent&) = delete;
  Opponent& operator=(const Opponent&) = delete;
  virtual ~Opponent() = default;

  // Answers the person's action with one chosen before, and learns from both.
  virtual std::size_t answer(std::size_t thrown) = 0;
  // Its next strategy if that is random; else the frequencies of its actions so far.
  [[nodiscard]] virtual std::vector<double> strategy() const = 0;
};

class Laboratory {
 public:
  Laboratory(Loop& loop, SearchPool& pool, const Limits& limits, SearchPool::Owner owner,
             std::shared_ptr<Link> link);
  Laboratory(const Laboratory&) = delete;
  Laboratory& operator=(const Laboratory&) = delete;
  // Ends its experiment.
  ~Laboratory();

  [[nodiscard]] static bool knows(std::string_view what);
  Reply act(const std::string& what, Fields& fields);

 private:
  // Outlives the laboratory while an experiment is under way.
  struct Ear {
    Loop& loop;
    std::shared_ptr<Link> link;
    std::uint64_t experiment = 0;  // the number of the latest

    void tell(std::uint64_t number, const Json& document) const;
  };

  Reply run(Fields& fields);
  Reply pi(Fields& fields);
  Reply meet(Fields& fields);
  Reply throw_at(Fields& fields);
  using Work = std::function<void(std::uint64_t number, const SearchPool::Turn& turn)>;
  Reply begin(const char* event, const Work& work);
  void stop();

  SearchPool& pool_;
  const Limits& limits_;
  SearchPool::Owner owner_;
  std::shared_ptr<Ear> ear_;
  std::shared_ptr<SearchPool::Job> job_;

  std::unique_ptr<bandit::MatrixGame> game_;
  std::unique_ptr<Opponent> opponent_;
  std::array<double, 2> earned_{};
  std::uint64_t rounds_ = 0;
};

}  // namespace banyan::serve
