// A network as a search sees it: positions in, values and scores of moves out. Inference, its kernels and the
// files stay behind this interface, so that a change there recompiles no game and no agent.
//
// The functions at the end are templates for linkage alone: users of the headers include
// <banyan/nn/networks.hpp>, which compiles them; others take them from banyan::app (nn/networks.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <banyan/core/fields.hpp>
#include <banyan/core/result.hpp>
#include <banyan/game/game.hpp>

namespace banyan {

struct Network;

// Evaluates positions on one size of board. Each thread has one of its own.
class PositionNet {
 public:
  PositionNet() = default;
  PositionNet(const PositionNet&) = delete;
  PositionNet& operator=(const PositionNet&) = delete;
  virtual ~PositionNet() = default;

  // Numbers of a position that go in, and scores of moves that come out.
  [[nodiscard]] virtual std::size_t inputs() const = 0;
  [[nodiscard]] virtual std::size_t outputs() const = 0;
  // Memory it takes beside the weights.
  [[nodiscard]] virtual std::size_t bytes() const = 0;

  // Takes the inputs of values.size() positions one after the other, as encode() fills them. Fills in their
  // outputs (logits) in the same order, and for each position a value in (-1, 1) for the player to move.
  // Where `draws` has room, also how likely a draw is: 0 if the network can't tell.
  virtual void evaluate(std::span<const float> inputs, std::span<float> outputs, std::span<float> values,
                        std::span<float> draws) = 0;
};

// A network that is ready to play, shared by all threads.
class NetBackend {
 public:
  NetBackend() = default;
  NetBackend(const NetBackend&) = delete;
  NetBackend& operator=(const NetBackend&) = delete;
  virtual ~NetBackend() = default;

  // Numbers it gives on a position: the value, or the value and how likely a draw is.
  [[nodiscard]] virtual std::size_t values() const = 0;
  [[nodiscard]] virtual std::unique_ptr<PositionNet> make(std::size_t rows, std::size_t columns) const = 0;
};
using SharedNet = std::shared_ptr<const NetBackend>;

// How an evaluator uses a network.
struct NetParams {
  bool symmetry = true;
  std::uint32_t cache = 10'000;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit("symmetry", self.symmetry, anything(), "look at each position by a random symmetry of the board");
    visit("cache", self.cache, between(0, 1e8),
          "positions whose evaluation is kept, a thread; fewer where memory is short");
  }
};

struct EvaluatorCounts {
  std::uint64_t evaluations = 0;  // asked of the network
  std::uint64_t cache_hits = 0;
};

// Which network a player wants, and what it must be able to do.
struct NetRequest {
  std::string file;     // empty: the one that ships
  std::string shipped;  // its name
  std::string game;     // the name of the game to play
  Encoding encoding{};
  bool draws = false;  // must tell how likely draws are
};

// Reads and checks a network's file; the error says what is wrong with it for this game.
template <class Tag = void>
Result<SharedNet> open_net(const NetRequest& request);

// A network in memory, made ready to play.
template <class Tag = void>
SharedNet prepare_net(const Network& network);

}  // namespace banyan
