// GTP 2 as a client (Farnebäck, "Specification of the Go Text Protocol, version 2", 2002): boardsize,
// clear_board, komi, play, genmove, undo, time_settings and time_left; lz-analyze or kata-analyze where the
// engine has them.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include <banyan/engine/client.hpp>
#include <banyan/engine/info.hpp>
#include <banyan/session/words.hpp>

namespace banyan {

namespace {
std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool is_vertex(std::string_view text) {
  return text.size() >= 2 && std::isalpha(static_cast<unsigned char>(text[0])) != 0 &&
         std::all_of(text.begin() + 1, text.end(),
                     [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
}

class GtpClient final : public EngineClient {
 public:
  using EngineClient::EngineClient;

  Result<void> greet(const WaitLimit& limit) override {
    if (auto version = ask("protocol_version", limit); !version) return version.error();
    const auto list = ask("list_commands", limit);
    if (!list) return list.error();
    if (list->ok) commands_ = split_words(list->text);
    std::string_view setup = params_.setup;
    while (!setup.empty()) {
      const std::size_t end = std::min(setup.find(';'), setup.size());
      if (auto done = demand(std::string(setup.substr(0, end)), limit); !done) return done;
      setup.remove_prefix(std::min(end + 1, setup.size()));
    }
    return {};
  }

  Result<void> begin(const WaitLimit& limit) override {
    if (auto done = set_board(limit); !done) return done;
    if (auto done = demand("clear_board", limit); !done) return done;
    known_.clear();
    if (const auto komi = parameter_of(game_, "komi"))
      if (auto done = demand("komi " + *komi, limit); !done) return done;
    if (params_.clock) told_time_.clear();  // it runs anew
    return {};
  }

  Result<Analysis> think(const EngineTask& task) override {
    const WaitLimit before = patience(task.stop);
    if (auto done = follow(task.game.moves, before); !done) return done.error();
    if (auto done = tell_time(task, before); !done) return done.error();
    const Player player = task.game.now->player().value_or(0);
    if (task.clock && has("time_left")) {
      const auto left = static_cast<long>(std::max(0.0, std::floor(*task.clock)));
      if (auto said = ask("time_left " + colour(player) + " " + std::to_string(left) + " 0", before); !said)
        return said.error();
    }
    if (!task.whole) return choose("genmove " + colour(player), task, player);
    for (const char* name : {"kata-analyze", "lz-analyze"})
      if (has(name)) return watch(name, task, player);
    if (has("reg_genmove")) return choose("reg_genmove " + colour(player), task, player);
    auto chosen = choose("genmove " + colour(player), task, player);
    if (chosen && !known_.empty() && known_.size() > task.game.moves.size()) {
      known_.pop_back();
      if (auto done = demand("undo", end_of_search(task.stop)); !done) return done.error();
    }
    return chosen;
  }

 private:
  struct Answer {
    bool ok = false;
    std::string text;
  };

  [[nodiscard]] bool has(std::string_view command) const {
    return std::find(commands_.begin(), commands_.end(), command) != commands_.end();
  }

  // White has the game's white pieces; in games without, Black moves first, as in Go.
  [[nodiscard]] std::string colour(Player player) const {
    const auto& sides = game_.info().description.sides;
    const bool white_first = !sides.empty() && lower_case(sides.front().name) == "white";
    return (player == 0) != white_first ? "b" : "w";
  }

  [[nodiscard]] std::string vertex_of(std::string text) const {
    if (params_.skip_i && is_vertex(text) && lower_case(text)[0] >= 'i') ++text[0];
    return text;
  }
  [[nodiscard]] std::string text_of(std::string vertex) const {
    vertex = lower_case(vertex);
    if (params_.skip_i && is_vertex(vertex) && vertex[0] > 'i') --vertex[0];
    return vertex;
  }

  // A whole answer: "=" or "?", perhaps a number, text, and an empty line.
  Result<Answer> ask(const std::string& command, const WaitLimit& limit) {
    if (auto said = connection_->say(command, limit); !said) return said.error();
    constexpr std::size_t longest_answer = std::size_t{4} << 20U;
    Answer answer;
    bool begun = false;
    while (true) {
      auto line = connection_->hear(limit);
      if (!line) return line.error();
      if (!begun) {
        if (line->empty()) continue;
        if (line->front() != '=' && line->front() != '?')
          return lost("to '" + command + "' the engine answered '" + detail::shorten(*line) +
                      "'; an answer of GTP begins with = or ?");
        answer.ok = line->front() == '=';
        std::size_t text = 1;
        while (text < line->size() && std::isdigit(static_cast<unsigned char>((*line)[text])) != 0) ++text;
        answer.text = line->substr(std::min(line->find_first_not_of(white_space, text), line->size()));
        begun = true;
        continue;
      }
      if (line->empty()) return answer;
      answer.text += "\n" + *line;
      if (answer.text.size() > longest_answer) return lost("an answer to '" + command + "' has no end");
    }
  }

  // A command that must succeed.
  Result<void> demand(const std::string& command, const WaitLimit& limit) {
    const auto answer = ask(command, limit);
    if (!answer) return answer.error();
    if (!answer->ok)
      return lost("to '" + command + "' the engine answered '? " + detail::shorten(answer->text) + "'");
    return {};
  }

  Result<void> set_board(const WaitLimit& limit) {
    const auto picture = game_.start()->picture();
    if (!picture || picture->columns == 0) return {};
    std::string command = "boardsize " + std::to_string(picture->columns);
    if (picture->rows != picture->columns) command += " " + std::to_string(picture->rows);
    const bool has_sizes = parameter_of(game_, "size") || parameter_of(game_, "width");
    if (has_sizes) return demand(command, limit);
    const auto answer = ask(command, limit);  // a game of one size may have no such command
    return answer ? Result<void>() : Result<void>(answer.error());
  }

  // Main time and Canadian overtime: so much time for one stone is time for a move.
  Result<void> tell_time(const EngineTask& task, const WaitLimit& limit) {
    constexpr const char* no_limit = "0 1 0";
    std::string settings;
    if (const auto seconds = time_of(task)) {
      settings = "0 " + std::to_string(gtp_seconds(*seconds)) + " 1";
    } else if (task.clock) {
      settings = std::to_string(gtp_seconds(params_.clock->base.seconds)) + " 0 0";
    } else if (!told_time_.empty()) {
      settings = no_limit;
    }
    if (settings == told_time_) return {};
    told_time_ = settings;
    const auto answer = ask("time_settings " + settings, limit);
    return answer ? Result<void>() : Result<void>(answer.error());
  }

  // Brings the engine's board to the position after these moves.
  Result<void> follow(const std::vector<GameSoFar::Move>& moves, const WaitLimit& limit) {
    std::size_t same = 0;
    while (same < std::min(known_.size(), moves.size()) && known_[same] == moves[same].text) ++same;
    constexpr std::size_t most_undone = 4;
    if (known_.size() > same && (!has("undo") || known_.size() - same > most_undone || passes_by_itself_)) {
      if (auto done = begin(limit); !done) return done;
      same = 0;
    }
    for (; known_.size() > same; known_.pop_back())
      if (auto done = demand("undo", limit); !done) return done;
    for (; same < moves.size(); ++same) {
      if (auto done = tell(moves[same], limit); !done) return done;
      known_.push_back(moves[same].text);
    }
    return {};
  }

  // Some engines (GRhino) make a forced pass by themselves and reject the command for it.
  Result<void> tell(const GameSoFar::Move& move, const WaitLimit& limit) {
    const std::string command = "play " + colour(move.player) + " " + vertex_of(move.text);
    if (move.text != "pass" || !move.forced) return demand(command, limit);
    const auto answer = ask(command, limit);
    if (!answer) return answer.error();
    if (!answer->ok) passes_by_itself_ = true;
    return {};
  }

  Result<Analysis> choose(const std::string& command, const EngineTask& task, Player player) {
    const auto answer = ask(command, {.deadline = EngineConnection::in(task.seconds), .stop = task.stop});
    if (!answer) return answer.error();
    if (!answer->ok)
      return lost("to '" + command + "' the engine answered '? " + detail::shorten(answer->text) + "'");
    Analysis analysis;
    analysis.player = player;
    const auto words = split_words(answer->text);
    if (words.empty()) return lost("to '" + command + "' the engine answered without a move");
    if (lower_case(words.front()) == "resign") {
      analysis.resigns = true;
      return analysis;
    }
    analysis.best = legal_text(*task.game.now, words.front());
    if (command.starts_with("genmove")) known_.push_back(*analysis.best);
    return analysis;
  }

  // The game's text of a vertex where it is legal, else the vertex. Text that is not a vertex may mean
  // something else in lower case (Bxc3), which is tried last.
  [[nodiscard]] std::string legal_text(const Position& position, const std::string& vertex) const {
    for (const std::string& text : {is_vertex(vertex) ? text_of(vertex) : vertex, text_of(vertex)})
      if (const auto played = position.clone()->play(text)) return *played;
    return vertex;
  }

  // Live analysis for the time of a move, or a second.
  Result<Analysis> watch(const std::string& name, const EngineTask& task, Player player) {
    const bool until_stopped = task.limits && task.limits->time && !time_of(task);
    const double seconds = until_stopped ? task.limits->time->seconds : time_of(task).value_or(1);
    const Stopwatch stopwatch;
    const WaitLimit until{.deadline = EngineConnection::in(seconds), .stop = task.stop};
    Analysis best;
    if (auto said = connection_->say(name + " " + colour(player) + " 10", patience(task.stop)); !said)
      return said.error();
    while (true) {
      auto line = connection_->hear(until);
      if (!line && connection_->fault() == EngineFault::crash) return line.error();
      if (!line) break;
      if (line->starts_with("?")) return lost("to '" + name + "' the engine answered '" + *line + "'");
      if (line->find("info ") == std::string::npos) continue;
      best = analysis_of(*line, *task.game.now, player, name.starts_with("kata") ? 1 : 10'000);
      best.seconds = stopwatch.seconds();
      if (task.progress) task.progress(best);
    }
    connection_->forgive();
    // Any command ends it, with an empty line first; what is still under way comes before its answer.
    const WaitLimit end = end_of_search(task.stop);
    if (auto said = connection_->say("name", end); !said) return said.error();
    for (bool ended = false; !ended;) {
      auto line = connection_->hear(end);
      if (!line) return line.error();
      ended = line->starts_with("=") && line->size() > 1;
      if (line->find("info ") != std::string::npos)
        best = analysis_of(*line, *task.game.now, player, name.starts_with("kata") ? 1 : 10'000);
    }
    if (auto rest = connection_->hear(end); !rest) return rest.error();  // its empty line
    best.seconds = stopwatch.seconds();
    best.stopped_by = task.stop.stop_requested() ? "interrupted" : "time";
    if (!best.best) return lost("the engine's analysis has no move");
    return best;
  }

  // A line of live analysis. Its first move is the best.
  [[nodiscard]] Analysis analysis_of(const std::string& text, const Position& position, Player player,
                                     double scale) const {
    Analysis analysis;
    analysis.player = player;
    const bool rated = game_.info().win_draw_loss && game_.info().players == 2;
    for (const GtpInfo& info : parse_gtp_info(text, scale)) {
      Analysis::Move move{.move = legal_text(position, info.move),
                          .visits = info.visits,
                          .value = 2 * info.win_rate - 1,
                          .mean = 2 * info.win_rate - 1,
                          .prior = info.prior,
                          .proven = {},
                          .bounds = {}};
      if (rated) move.win_rate = info.win_rate;
      const auto along = position.clone();
      for (const std::string& vertex : info.line) {
        const auto played = along->play(text_of(vertex));
        if (!played) break;
        move.line.push_back(*played);
      }
      if (!analysis.best) {
        analysis.best = move.move;
        analysis.value = move.value;
        analysis.win_rate = move.win_rate;
        analysis.line = move.line;
      }
      analysis.simulations += move.visits;
      analysis.moves.push_back(std::move(move));
    }
    return analysis;
  }

  std::vector<std::string> commands_;
  std::vector<std::string> known_;  // the moves on the engine's board
  std::string told_time_;           // what time_settings said last
  bool passes_by_itself_ = false;   // then its undo and ours count differently
};
}  // namespace

std::string why_not_gtp(const AnyGame& game) {
  if (game.info().players != 2) return "GTP is for two players";
  if (game.info().chance) return "GTP can't express chance";
  return {};
}

std::unique_ptr<EngineClient> make_gtp_client(const AnyGame& game, const EngineParams& params,
                                              std::unique_ptr<EngineConnection> connection) {
  return std::make_unique<GtpClient>(game, params, std::move(connection));
}

}  // namespace banyan
