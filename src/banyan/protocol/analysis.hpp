// JSON analysis: one question a line in, one answer a line out, many at once over one pool of threads. A
// question is an object:
//
//   {"id": 7, "moves": "4 4", "agent": "uct:sims=10000"}
//
//   id            anything; the answers to the question carry it
//   game, agent   specs; without them those of the command. Only the command's agent may be a program that is
//   started: a question can't name one position      the text of the position to begin with; without it the
//   game's start moves         to play from there: a list, or one text with spaces sims, time, nodes   limits
//   that replace the agent's own; a time is a number of seconds, or "500ms" seed          of the search;
//   without it that of the command report_every  seconds, or text: answers with "final": false come meanwhile
//   cancel        an id, instead of all of the above: ends the questions that have it
//
// An answer has the fields of `analyze --json`, with id and final, or it has id and error. Answers are sent
// as they are ready, not in the order of the questions. The same question with the same seed has the same
// answer, where limits are simulations or nodes.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <banyan/engine/pool.hpp>
#include <banyan/protocol/protocol.hpp>
#include <banyan/session/game_list.hpp>
#include <banyan/session/json.hpp>

namespace banyan::protocol {

struct AnalysisSetup {
  GameList games;
  std::string game;
  std::string agent;
  std::uint64_t seed = 0;
  std::size_t threads = 1;  // questions at once
};

class JsonAnalysis final : public Protocol {
 public:
  // Limit of waiting questions.
  static constexpr std::size_t most_waiting = 100'000;

  JsonAnalysis(AnalysisSetup setup, Write write);
  // Cancels all unanswered questions.
  ~JsonAnalysis() override;

  bool take(std::string_view line) override;
  void finish() override;

 private:
  struct Question {
    Json id;
    std::string game;
    std::string agent;
    std::optional<std::string> position{};
    std::vector<std::string> moves{};
    std::uint64_t seed = 0;
    std::optional<SearchLimits> limits{};
    std::optional<double> report_every{};
    std::stop_source stop{};
  };
  using QuestionPtr = std::shared_ptr<Question>;

  Result<QuestionPtr> read(const Json& line) const;
  void cancel(const Json& id);
  void refuse(const Json& id, const std::string& why);

  void work();
  QuestionPtr next();
  // What a thread keeps between questions: the engine of the last one, ready for the same game.
  struct Kept {
    std::shared_ptr<const AnyGame> game;
    std::unique_ptr<EnginePool> engines;
  };
  void answer(const Question& question, Kept& kept);
  Result<Analysis> analyze(const Question& question, Kept& kept);
  Result<std::shared_ptr<const AnyGame>> game_of(const std::string& spec);
  [[nodiscard]] Json document(const Question& question, const Analysis& analysis, bool final) const;

  AnalysisSetup setup_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<QuestionPtr> waiting_;
  std::vector<QuestionPtr> running_;
  bool closing_ = false;
  std::map<std::string, std::shared_ptr<const AnyGame>> made_;  // games by spec
  std::vector<std::jthread> threads_;
};

}  // namespace banyan::protocol
