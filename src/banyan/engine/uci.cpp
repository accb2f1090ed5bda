// UCI as a client (Kahlen and Meyer-Kahlen, "Description of the universal chess interface", 2006): for games
// whose moves have coordinates and whose positions have a text, which is their FEN.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include <banyan/engine/client.hpp>
#include <banyan/engine/info.hpp>
#include <banyan/session/words.hpp>

namespace banyan {

namespace {
class UciClient final : public EngineClient {
 public:
  using EngineClient::EngineClient;

  Result<void> greet(const WaitLimit& limit) override {
    constexpr std::size_t most_options = 10'000;
    if (auto said = connection_->say("uci", limit); !said) return said;
    while (true) {
      auto line = connection_->hear(limit);
      if (!line) return line.error();
      if (*line == "uciok") break;
      if (line->starts_with("option name ")) note_option(*line);
      if (options_.size() > most_options) return lost("the engine's options have no end");
    }
    if (auto done = set_options(game_.info().description.uci_options, true, limit); !done) return done;
    return set_options(params_.options, false, limit);
  }

  Result<void> begin(const WaitLimit& limit) override {
    if (auto said = connection_->say("ucinewgame", limit); !said) return said;
    return wait_until_ready(limit);
  }

  Result<Analysis> think(const EngineTask& task) override {
    const WaitLimit begun = patience(task.stop);
    for (const std::string& line : {position_line(task.game), go_line(task)})
      if (auto said = connection_->say(line, begun); !said) return said.error();
    Analysis analysis;
    analysis.player = task.game.now->player().value_or(0);
    Lines lines;
    const Stopwatch watch;
    const WaitLimit limit{.deadline = EngineConnection::in(task.seconds), .stop = task.stop};
    while (true) {
      auto line = connection_->hear(limit);
      if (!line) {
        if (connection_->fault()) return line.error();
        const auto best = stop(end_of_search(task.stop));
        if (!best) return best.error();
        finish(analysis, lines, *task.game.now, watch.seconds());
        if (!analysis.best && !best->empty()) analysis.best = legal_text(*task.game.now, *best);
        analysis.stopped_by = "interrupted";
        return analysis;
      }
      const auto words = split_words(*line);
      if (words.empty()) continue;
      if (words[0] == "bestmove") {
        if (words.size() < 2) return lost("the engine said 'bestmove' without a move");
        finish(analysis, lines, *task.game.now, watch.seconds());
        analysis.best = legal_text(*task.game.now, words[1]);
        const bool own = !task.limits;
        const bool by_nodes = own ? params_.nodes.has_value() : task.limits->sims || task.limits->nodes;
        analysis.stopped_by = by_nodes ? "nodes" : own && params_.depth ? "depth" : "time";
        return analysis;
      }
      if (words[0] != "info" || !note_info(words, lines, analysis) || !task.progress) continue;
      finish(analysis, lines, *task.game.now, watch.seconds());
      task.progress(analysis);
    }
  }

 private:
  // The last word of the engine on its best, second best, … line.
  using Lines = std::map<int, UciInfo>;

  void note_option(const std::string& line) {
    const std::size_t begin = std::string_view("option name ").size();
    const std::size_t end = line.find(" type ", begin);
    options_.push_back(line.substr(begin, end == std::string::npos ? end : end - begin));
  }

  // "Name=Value;Name=Value". The game's own must be there: without them the engine would play a different
  // game.
  Result<void> set_options(std::string_view list, bool needed, const WaitLimit& limit) {
    while (!list.empty()) {
      const std::size_t end = std::min(list.find(';'), list.size());
      const std::string_view pair = list.substr(0, end);
      const std::size_t equals = std::min(pair.find('='), pair.size());
      const std::string name(pair.substr(0, equals));
      if (needed && std::find(options_.begin(), options_.end(), name) == options_.end())
        return lost("the engine has no option '" + name + "', so it can't play " + game_.info().spec);
      std::string line = "setoption name " + name;
      if (equals < pair.size()) line += " value " + std::string(pair.substr(equals + 1));
      if (auto said = connection_->say(line, limit); !said) return said;
      list.remove_prefix(std::min(end + 1, list.size()));
    }
    return wait_until_ready(limit);
  }

  Result<void> wait_until_ready(const WaitLimit& limit) {
    if (auto said = connection_->say("isready", limit); !said) return said;
    while (true) {
      auto line = connection_->hear(limit);
      if (!line) return line.error();
      if (*line == "readyok") return {};
    }
  }

  // Ends the search; the best move that the engine then names.
  Result<std::string> stop(const WaitLimit& limit) {
    if (auto said = connection_->say("stop", limit); !said) return said.error();
    while (true) {
      const auto line = connection_->hear(limit);
      if (!line) return line.error();
      if (!line->starts_with("bestmove")) continue;
      const auto words = split_words(*line);
      return words.size() > 1 ? words[1] : std::string();
    }
  }

  [[nodiscard]] static std::string position_line(const GameSoFar& game) {
    // What follows the six fields of a FEN is Banyan's own; games that need fewer get the usual ones.
    constexpr std::array<const char*, 6> usual{"", "w", "-", "-", "0", "1"};
    std::vector<std::string> fields = split_words(game.first->text().value_or(""));
    while (fields.size() < usual.size()) fields.emplace_back(usual[fields.size()]);
    fields.resize(usual.size());
    std::string line = "position fen " + join_words(fields);
    if (!game.moves.empty()) line += " moves";
    for (const GameSoFar::Move& move : game.moves) line += " " + move.coordinates.value_or(move.text);
    return line;
  }

  [[nodiscard]] std::string go_line(const EngineTask& task) const {
    const auto milliseconds = [](double seconds) { return std::to_string(std::llround(seconds * 1000)); };
    if (task.clock) {
      const std::string left = milliseconds(std::max(0.001, *task.clock));
      const std::string more = milliseconds(params_.clock->increment.seconds);
      return "go wtime " + left + " btime " + left + " winc " + more + " binc " + more;
    }
    std::string line = "go ";
    if (task.limits) {
      const auto nodes = task.limits->sims ? task.limits->sims : task.limits->nodes;
      if (nodes) line += "nodes " + std::to_string(*nodes) + " ";
      if (const auto seconds = time_of(task)) {
        line += "movetime " + milliseconds(std::max(0.001, *seconds));
      } else if (!nodes) {
        line += "infinite";
      }
      return line;
    }
    if (params_.nodes) line += "nodes " + std::to_string(*params_.nodes) + " ";
    if (params_.depth) line += "depth " + std::to_string(*params_.depth);
    if (!params_.nodes && !params_.depth)
      line += "movetime " + milliseconds(params_.time.value_or(Duration{1}).seconds);
    return line;
  }

  // Takes note of a line of `info`; false if it tells nothing of a line.
  static bool note_info(const std::vector<std::string>& words, Lines& lines, Analysis& analysis) {
    UciInfo info = parse_uci_info(words);
    if (info.nodes) analysis.simulations = *info.nodes;
    if (info.depth) analysis.max_depth = *info.depth;
    if (!info.is_line()) return false;
    const int number = info.line;
    lines[number] = std::move(info);
    return true;
  }

  [[nodiscard]] static std::string legal_text(const Position& position, const std::string& coordinates) {
    return position.text_of_coordinates(coordinates);
  }

  // Lines as moves with values, then the other legal moves, of which nothing is known.
  void finish(Analysis& analysis, const Lines& lines, const Position& position, double seconds) const {
    const bool rated = game_.info().win_draw_loss && game_.info().players == 2;
    analysis.seconds = seconds;
    analysis.moves.clear();
    for (const auto& [rank, line] : lines) {
      auto along = position.clone();
      std::vector<std::string> texts;
      for (const std::string& move : line.moves) {
        const auto played = along->play(along->text_of_coordinates(move));
        if (!played) break;
        texts.push_back(*played);
      }
      if (texts.empty()) continue;
      Analysis::Move move{.move = texts.front(),
                          .visits = 0,
                          .value = *line.value,
                          .mean = *line.value,
                          .proven = line.proven,
                          .bounds = {}};
      if (rated) move.win_rate = (*line.value + 1) / 2;
      if (analysis.moves.empty()) {
        move.visits = analysis.simulations;
        analysis.best = move.move;
        analysis.value = move.value;
        analysis.win_rate = move.win_rate;
        analysis.proven = line.proven;
        analysis.line = texts;
      }
      move.line = std::move(texts);
      analysis.moves.push_back(std::move(move));
    }
    for (const std::string& text : position.legal())
      if (std::none_of(analysis.moves.begin(), analysis.moves.end(),
                       [&](const Analysis::Move& move) { return move.move == text; }))
        analysis.moves.push_back({.move = text, .proven = {}, .bounds = {}});
  }

  std::vector<std::string> options_;
};
}  // namespace

std::string why_not_uci(const AnyGame& game) {
  const auto& abilities = game.info().abilities;
  const auto has = [&](const char* name) {
    return std::find(abilities.begin(), abilities.end(), name) != abilities.end();
  };
  if (!has("coordinates") || !has("position_text")) return "its moves have no coordinates";
  if (game.info().players != 2 || game.info().chance) return "UCI is for two players, without chance";
  return {};
}

std::unique_ptr<EngineClient> make_uci_client(const AnyGame& game, const EngineParams& params,
                                              std::unique_ptr<EngineConnection> connection) {
  return std::make_unique<UciClient>(game, params, std::move(connection));
}

}  // namespace banyan
