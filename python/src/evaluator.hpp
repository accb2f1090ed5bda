// A function in Python as a network: it is given planes and answers values and scores of moves.
//
// Questions that arrive while another one is being answered wait, and all waiting ones go into the next call:
// many leaves of many trees become one batch.
//
// What the function throws belongs to the calls of the package whose positions it was asked about. Each call
// (a search, a match) therefore asks under a name of its own, as an Asker.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include <banyan/nn/held_nets.hpp>

#include "bound_game.hpp"

namespace banyan::python {

// One call of the package, or one agent, as seen by the evaluator.
class Asker {
 public:
  // Forgets the last failure. After a stop request no more questions are asked: some work checks it in no
  // other way.
  void begin(std::stop_token stop = {});
  void fail(std::exception_ptr failure);
  [[nodiscard]] bool is_over() const { return has_failed_ || stop_.stop_requested(); }
  // Throws the first failure, if there is one.
  void rethrow();

 private:
  std::mutex mutex_;
  std::exception_ptr failure_;
  std::atomic<bool> has_failed_ = false;
  std::stop_token stop_;
};

// Asks the function, one batch at a time. Made and destroyed with the GIL held.
class BatchFunction {
 public:
  // The holder's attribute `function` is asked. The holder is not kept alive, so that Python can collect
  // reference cycles through it.
  BatchFunction(const py::object& holder, const Encoding& encoding, std::size_t most);
  BatchFunction(const BatchFunction&) = delete;
  BatchFunction& operator=(const BatchFunction&) = delete;
  ~BatchFunction();

  // Answers a few positions, from any thread, without the GIL. Where the function fails the values are not
  // numbers, which ends the search.
  void evaluate(Asker& asker, std::span<const float> inputs, std::span<float> outputs,
                std::span<float> values, std::span<float> draws);

  // Around a fork: in the child no question is pending, because only the forking thread continues there.
  static void before_fork();
  static void after_fork(bool in_child);

  [[nodiscard]] const Encoding& encoding() const { return encoding_; }
  [[nodiscard]] std::uint64_t calls() const { return calls_; }
  [[nodiscard]] std::uint64_t positions() const { return positions_; }
  [[nodiscard]] std::size_t largest() const { return largest_; }

 private:
  struct Question {
    Asker& asker;
    std::span<const float> inputs;
    std::span<float> outputs;
    std::span<float> values;
    std::span<float> draws;
    bool is_answered = false;
  };

  std::vector<Question*> take_batch();
  void answer(const std::vector<Question*>& batch);
  void ask(const std::vector<Question*>& batch, std::size_t count);
  py::array_t<float> planes_for(std::size_t count);
  void hand_out(const py::object& answer, const std::vector<Question*>& batch, std::size_t count) const;
  static void give_up(Question& question);

  py::object holder_;  // a weak reference
  Encoding encoding_;
  std::size_t most_;
  py::array_t<float> planes_;  // reused unless the function has kept it
  std::mutex mutex_;           // guards what follows
  std::condition_variable answered_;
  std::vector<Question*> waiting_;
  bool is_asking_ = false;
  std::uint64_t calls_ = 0;
  std::uint64_t positions_ = 0;
  std::size_t largest_ = 0;
};

// The function under a name that specs can use: puct:net=held:1.
class BoundEvaluator {
 public:
  BoundEvaluator(const BoundGame& game, const py::object& holder, std::size_t most);

  [[nodiscard]] const std::string& name() const { return held_->name(); }
  [[nodiscard]] BatchFunction& batches() const { return *batches_; }
  // The network that asks in the name of one call.
  [[nodiscard]] SharedNet net_of(const std::shared_ptr<Asker>& asker) const;

 private:
  std::shared_ptr<BatchFunction> batches_;
  std::unique_ptr<HeldNet> held_;
};

// The evaluators that one call's agents, or one agent, name in their specs.
class NamedEvaluators {
 public:
  // Puts names of this call's own into the specs. A ValueError where an evaluator is for another game.
  NamedEvaluators(const BoundGame& game, std::span<Spec> specs);

  void begin() { asker_->begin(); }
  // To be called when the work has failed: throws what a function threw, if that was the cause.
  void rethrow() { asker_->rethrow(); }

 private:
  std::shared_ptr<Asker> asker_ = std::make_shared<Asker>();
  std::vector<std::unique_ptr<HeldNet>> held_;
};

}  // namespace banyan::python
