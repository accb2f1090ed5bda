// A function in Python as a network: it is given planes and answers values and scores of moves.
//
// Whoever asks while another question is being answered waits, and all that wait are asked about together in
// the next call: so many leaves of many trees become one batch.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include <banyan/nn/held_nets.hpp>

#include "bound_game.hpp"

namespace banyan::python {

// Asks the function, one batch at a time. Made and destroyed with the GIL held.
class BatchFunction {
 public:
  BatchFunction(py::object function, const Encoding& encoding, std::size_t most);

  // Answers a few positions, from any thread, without the GIL. Where the function fails the values are not
  // numbers, which ends the search.
  void evaluate(std::span<const float> inputs, std::span<float> outputs, std::span<float> values,
                std::span<float> draws);

  // Throws what the function threw, if it did.
  void rethrow();

  [[nodiscard]] const Encoding& encoding() const { return encoding_; }
  [[nodiscard]] std::uint64_t calls() const { return calls_; }
  [[nodiscard]] std::uint64_t positions() const { return positions_; }
  [[nodiscard]] std::size_t largest() const { return largest_; }

 private:
  struct Question {
    std::span<const float> inputs;
    std::span<float> outputs;
    std::span<float> values;
    std::span<float> draws;
    bool is_answered = false;
  };

  void answer(const std::vector<Question*>& batch);
  void ask(const std::vector<Question*>& batch, std::size_t count);
  py::array_t<float> planes_for(std::size_t count);
  void hand_out(const py::object& answer, const std::vector<Question*>& batch, std::size_t count) const;
  static void give_up(const std::vector<Question*>& batch);

  py::object function_;
  Encoding encoding_;
  std::size_t most_;
  py::array_t<float> planes_;  // used again unless somebody has kept it
  std::mutex mutex_;           // guards what follows
  std::condition_variable answered_;
  std::vector<Question*> waiting_;
  bool is_asking_ = false;
  std::exception_ptr failure_;
  std::uint64_t calls_ = 0;
  std::uint64_t positions_ = 0;
  std::size_t largest_ = 0;
};

// The function under a name that specs can use: puct:net=held:1.
class BoundEvaluator {
 public:
  BoundEvaluator(const BoundGame& game, py::object function, std::size_t most);

  [[nodiscard]] const std::string& name() const { return held_->name(); }
  [[nodiscard]] BatchFunction& batches() const { return *batches_; }
  [[nodiscard]] const SharedNet& net() const { return net_; }

 private:
  std::shared_ptr<BatchFunction> batches_;
  SharedNet net_;
  std::unique_ptr<HeldNet> held_;
};

}  // namespace banyan::python
