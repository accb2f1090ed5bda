// The kinds of foreign engines and their specs: `gtp:cmd="gnugo --mode gtp"`, `uci:cmd=stockfish,nodes=1000`,
// `gomocup:cmd=…`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/agent/specs.hpp>
#include <banyan/core/fields.hpp>
#include <banyan/core/result.hpp>
#include <banyan/core/spec.hpp>

namespace banyan {

enum class EngineLanguage { gtp, uci, gomocup };
template <>
inline constexpr std::array enum_names<EngineLanguage>{std::string_view("gtp"), std::string_view("uci"),
                                                       std::string_view("gomocup")};

// Parameters of all engines.
struct EngineParams {
  std::string cmd;
  std::optional<Duration> time = std::nullopt;
  std::optional<GameClock> clock = std::nullopt;
  Duration patience{60};
  Duration margin{0.5};
  // For UCI.
  std::optional<std::uint64_t> nodes = std::nullopt;
  std::optional<std::uint32_t> depth = std::nullopt;
  std::string options;
  // For GTP.
  bool skip_i = false;
  std::string setup;

  template <class Self, class Visitor>
  static void fields_of_all(Self& self, Visitor&& visit) {
    visit("cmd", self.cmd, anything(), "the program and its arguments; no shell reads it");
    visit("time", self.time, above(0), "time for a move");
    visit("clock", self.clock, anything(), "time for the whole game and for each move");
    visit("patience", self.patience, above(0),
          "how long it may take to get ready, and for an answer where no time limit says so; later it counts "
          "as hung");
    visit("margin", self.margin, above(0), "time over the limit that is forgiven");
  }
  static std::string problem(const EngineParams& params);
};

struct GtpParams : EngineParams {
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    fields_of_all(self, visit);
    visit("skip_i", self.skip_i, anything(), "the engine's columns have no i, though this game's have one");
    visit("setup", self.setup, anything(), "commands to send once at its start, with ; between");
  }
};
struct UciParams : EngineParams {
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    fields_of_all(self, visit);
    visit("nodes", self.nodes, at_least(1), "nodes for a move");
    visit("depth", self.depth, between(1, 1000), "plies for a move");
    visit("options", self.options, anything(), "options of the engine: \"Hash=16;Skill Level=3\"");
  }
};
struct GomocupParams : EngineParams {
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    fields_of_all(self, visit);
  }
};

struct EngineSpec {
  EngineLanguage language;
  EngineParams params;
  std::vector<std::string> command;  // the words of cmd
};

// Whether an agent of this name is a foreign engine: a program that is started.
bool is_engine(std::string_view name);
// Reads the spec of an engine, and looks for its program.
Result<EngineSpec> parse_engine_spec(const Spec& spec);
// Every kind of engine, with its parameters.
std::vector<AgentInfo> list_engines();

}  // namespace banyan
