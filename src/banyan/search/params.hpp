// How a search goes about it. What each option means is in its help line, and nowhere else.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include <banyan/core/fields.hpp>
#include <banyan/search/answer/choices.hpp>
#include <banyan/search/evaluate/playouts.hpp>
#include <banyan/search/select/rules.hpp>

namespace banyan {

enum class Scale { automatic, none };
template <>
inline constexpr std::array enum_names<Scale>{std::string_view("auto"), std::string_view("none")};

enum class Expand { one, all };
template <>
inline constexpr std::array enum_names<Expand>{std::string_view("one"), std::string_view("all")};

enum class InFlight { loss, mean };
template <>
inline constexpr std::array enum_names<InFlight>{std::string_view("loss"), std::string_view("mean")};

enum class Parallel { tree, root };
template <>
inline constexpr std::array enum_names<Parallel>{std::string_view("tree"), std::string_view("root")};

enum class ChanceNodes { closed, open };
template <>
inline constexpr std::array enum_names<ChanceNodes>{std::string_view("closed"), std::string_view("open")};

struct SearchParams {
  double c = 0.4;
  Rule rule = Rule::ucb1;
  std::uint32_t ref = 50;
  double bias = 1e-4;
  double heuristic_weight = 0;
  std::optional<double> fpu = std::nullopt;
  Scale scale = Scale::automatic;
  bool solver = true;
  bool candidates = true;
  bool transpositions = false;
  Playout playout = Playout::decisive;
  double discount = 1;
  double mast_epsilon = 0.2;
  std::optional<std::uint32_t> depth = std::nullopt;
  std::optional<std::uint32_t> max_moves = std::nullopt;
  Expand expand = Expand::one;
  ChanceNodes chance = ChanceNodes::closed;
  double epoch = 1.0 / 64;
  FinalChoice choose = FinalChoice::visits;
  double temperature = 0;
  double draw = 0;
  std::uint32_t threads = 1;
  Parallel parallel = Parallel::tree;
  bool deterministic = false;
  InFlight in_flight = InFlight::loss;
  Bytes memory{1'000'000'000};

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    rule_fields(self, visit);
    tree_fields(self, visit);
  }

  // Options of selection by visits and of playouts; a search with a guide ignores them.
  template <class Self, class Visitor>
  static void rule_fields(Self& self, Visitor&& visit) {
    visit("c", self.c, at_least(0), "weight of exploration, on rewards scaled to [0,1]");
    visit("rule", self.rule, anything(), NamedRules::help<about_rules>());
    visit(
        "ref", self.ref, at_least(0),
        "visits from which on rule=grave uses a node's own AMAF values; with fewer, those of an ancestor; 0 is "
        "RAVE");
    visit(
        "bias", self.bias, at_least(0),
        "of AMAF values, on rewards scaled to [0,1]: the higher, the sooner a move's own visits outweigh them");
    visit(
        "heuristic_weight", self.heuristic_weight, at_least(0),
        "progressive bias with rule=ucb1: what the game's heuristic says of a move, scaled to [0,1], times this, "
        "divided by its visits + 1, is added to its index");
    visit(
        "fpu", self.fpu, between(0, 10),
        "first-play urgency: the index of a move not yet tried, on rewards scaled to [0,1]; none tries all first");
    visit("playout", self.playout, anything(), Playouts::help<about_playouts>());
    visit("mast_epsilon", self.mast_epsilon, between(0, 1),
          "share of moves that playout=mast draws uniformly");
    visit("discount", self.discount, between(0, 1), "discount of a playout's rewards for each ply");
    visit("depth", self.depth, at_least(0),
          "plies of a playout after the leaf; then the game's heuristic, else the middle reward");
    visit(
        "epoch", self.epoch, between(0, 1),
        "share of a move's visits for which it is searched in a row once it is selected; 0 selects each time");
    visit("expand", self.expand, anything(),
          "nodes added a simulation: one, or all children of the leaf that is simulated");
    visit(
        "chance", self.chance, anything(),
        "closed: chance outcomes have nodes of their own; open: chance is drawn anew on each descent, and a node "
        "stands for many states (open-loop search)");
  }

  template <class Self, class Visitor>
  static void tree_fields(Self& self, Visitor&& visit) {
    visit(
        "scale", self.scale, anything(),
        "auto scales rewards to [0,1] by the game's range, or the range seen so far; none keeps the game's units");
    visit("solver", self.solver, anything(), "prove wins, draws and losses, and stop searching proven moves");
    visit(
        "candidates", self.candidates, anything(),
        "where the game lists moves worth searching: only these, by its weights or those of a network as "
        "priors, and what it can prove at first sight; all moves if these turn out to lose. With rule=ucb1 and "
        "without heuristic_weight and transpositions; else only the proofs");
    visit("transpositions", self.transpositions, anything(),
          "search a position once, however it is reached (zero-sum games of two without chance)");
    visit("max_moves", self.max_moves, at_least(1), "plies counted from the root; then as for depth");
    visit("choose", self.choose, anything(), FinalChoices::help<about_choices>());
    visit("temperature", self.temperature, between(0, 100),
          "above 0, the move is drawn by visits to the power of 1/temperature");
    visit(
        "draw", self.draw, between(-1, 1),
        "what a draw is worth to the player who searches, and its opposite to the other: below 0 risks are taken to "
        "win, above 0 a draw is a success (games of two that are won, drawn or lost)");
    visit("threads", self.threads, between(1, 256), "threads that search");
    visit("parallel", self.parallel, anything(),
          "what several threads do: share one tree, or each grow one of its own from the root");
    visit("deterministic", self.deterministic, anything(),
          "the same result for any number of threads: four trees of their own, with limits in sims or nodes");
    visit("in_flight", self.in_flight, anything(),
          "virtual loss: what a visit in progress counts as for other threads, a loss or the mean so far");
    visit("memory", self.memory, between(1e5, 16e9),
          "bytes for the tree, its tables, threads and evaluators");
  }
};

// When a search ends: the first limit reached stops it.
struct SearchLimits {
  std::optional<std::uint64_t> sims = std::nullopt;
  std::optional<Duration> time = std::nullopt;
  std::optional<std::uint64_t> nodes = std::nullopt;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit("sims", self.sims, at_least(1), "simulations, at most");
    visit("time", self.time, above(0), "time, at most; 1s if no limit is given");
    visit("nodes", self.nodes, at_least(1), "nodes of the tree, about at most");
  }

  [[nodiscard]] bool any() const { return sims || time || nodes; }
  // These limits, or one second where none is given.
  [[nodiscard]] SearchLimits or_default() const { return any() ? *this : SearchLimits{.time = Duration{1}}; }
  // For searches that only a stop request or a proof is to end: thirty years.
  static SearchLimits until_stopped() { return {.time = Duration{1e9}}; }
};

// `fault`: the search could not go on; SearchResult::error says why.
enum class StopReason { sims, time, nodes, bytes, proven, settled, interrupted, single_move, fault, plies };
template <>
inline constexpr std::array enum_names<StopReason>{
    std::string_view("sims"),        std::string_view("time"),        std::string_view("nodes"),
    std::string_view("bytes"),       std::string_view("proven"),      std::string_view("settled"),
    std::string_view("interrupted"), std::string_view("single_move"), std::string_view("fault"),
    std::string_view("plies")};

}  // namespace banyan
