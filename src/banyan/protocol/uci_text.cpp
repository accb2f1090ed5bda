// UCI: the options, the progress of a search and its result as text.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <banyan/protocol/uci.hpp>
#include <banyan/session/words.hpp>

namespace banyan::protocol {

namespace {
constexpr std::string_view one_of = "one of ";
constexpr std::string_view whole_number = "a whole number from ";

// An option of the agent as UCI declares it, by what its field allows.
std::string option_line(const FieldInfo& field) {
  const std::string head = "option name " + field.name + " type ";
  if (field.expected == "true or false") return head + "check default " + field.value + "\n";
  if (field.expected.starts_with(one_of) && !field.value.empty()) {
    std::string line = head + "combo default " + field.value;
    for (const std::string& name : split_words(std::string_view(field.expected).substr(one_of.size())))
      line += " var " + name;
    return line + "\n";
  }
  if (field.expected.starts_with(whole_number) && !field.value.empty()) {
    const auto words = split_words(std::string_view(field.expected).substr(whole_number.size()));
    if (words.size() >= 3)
      return head + fmt::format("spin default {} min {} max {}\n", field.value, words[0], words[2]);
  }
  return head + "string default " + (field.value.empty() ? "<empty>" : field.value) + "\n";
}

// For the player to move. A proven line ends the game after so many plies; 0 if that is unknown.
std::string score_text(double win_rate, double value, const std::optional<std::string>& proven,
                       std::size_t plies) {
  if (proven && *proven == "draw") return "cp 0";
  if (proven && plies == 0) return *proven == "win" ? "cp 20000" : "cp -20000";
  if (proven && *proven == "win") return fmt::format("mate {}", (plies + 1) / 2);
  if (proven) return fmt::format("mate -{}", std::max<std::size_t>(1, plies / 2));
  // Games that are not won, drawn or lost have a value in their own units.
  if (!std::isfinite(win_rate)) return fmt::format("cp {:.0f}", std::isfinite(value) ? 100 * value : 0);
  constexpr double most = 0.9999;
  const double p = std::clamp(win_rate, 1 - most, most);
  return fmt::format("cp {:.0f}", 400 * std::log10(p / (1 - p)));
}
}  // namespace

std::string Uci::variant_name(const GameInfo& info) {
  return info.description.uci_variant.empty() ? info.name : info.description.uci_variant;
}

std::vector<std::string> Uci::variants() const {
  std::vector<std::string> names;
  for (const GameEntry& entry : host_->games().entries())
    if (const auto game = host_->games().make(entry.name))
      if (const GameInfo& info = (*game)->info(); info.players == 2 && !info.chance)
        names.push_back(variant_name(info));
  return names;
}

std::string Uci::spec_of_variant(const std::string& variant) const {
  for (const GameEntry& entry : host_->games().entries())
    if (const auto game = host_->games().make(entry.name))
      if (const GameInfo& info = (*game)->info();
          info.players == 2 && !info.chance && variant_name(info) == variant)
        return entry.name;
  return {};
}

std::string Uci::option_lines() const {
  std::string text = fmt::format("option name MultiPV type spin default {} min 1 max 500\n", multi_pv_);
  text += "option name Ponder type check default false\n";
  text += "option name UCI_Variant type combo default " + variant_name(host_->info());
  for (const std::string& name : variants()) text += " var " + name;
  text += "\n";
  if (!host_->info().description.uci_chess960.empty())
    text += fmt::format("option name UCI_Chess960 type check default {}\n", chess960_);
  for (const FieldInfo& field : host_->options()) {
    if (field.name == "memory")
      if (const auto bytes = parse_value<Bytes>(field.value))
        text += fmt::format("option name Hash type spin default {} min 1 max 16000\n",
                            std::max<std::uint64_t>(1, bytes->count / 1'000'000));
    // The agent's own `ponder` is not an option: here `go ponder` controls it.
    if (field.name != "ponder") text += option_line(field);
  }
  return text;
}

Uci::Words Uci::coordinates(const Words& line) const {
  Words texts;
  const auto position = host_->position().clone();
  for (const std::string& move : line) {
    texts.push_back(position->coordinates_of(move));
    if (!position->play(move)) break;
  }
  return texts;
}

// The line up to the end of the game, completed by a winning last move, since a proof may come before such
// moves were searched. Nothing if the line doesn't reach the end.
std::optional<Uci::Words> Uci::line_to_win(const Words& line, bool own_win) const {
  const auto winner = static_cast<std::size_t>(own_win ? *host_->player() : 1 - *host_->player());
  const auto wins = [&](const Position& after) {
    const auto outcome = after.outcome();
    return outcome && (*outcome)[winner] > (*outcome)[1 - winner];
  };
  const auto position = host_->position().clone();
  Words played;
  while (position->player()) {
    const bool is_choice = !played.empty() && static_cast<std::size_t>(*position->player()) == winner;
    if (is_choice)
      for (const std::string& move : position->legal())
        if (const auto after = position->clone(); after->play(move) && wins(*after)) {
          played.push_back(move);
          return played;
        }
    if (played.size() == line.size() || !position->play(line[played.size()])) return std::nullopt;
    played.push_back(line[played.size()]);
  }
  return wins(*position) ? std::optional(played) : std::nullopt;
}

std::string Uci::info_lines(const Analysis& analysis) const {
  const double seconds = std::max(analysis.seconds, 1e-3);
  const std::string counts =
      fmt::format(" nodes {} nps {:.0f} time {:.0f}", analysis.simulations,
                  static_cast<double>(analysis.simulations) / seconds, 1000 * analysis.seconds);
  std::string text;
  std::size_t number = 0;
  const auto add = [&](double win_rate, double value, const std::optional<std::string>& proven,
                       const Words& expected) {
    const auto ended = proven && *proven != "draw" ? line_to_win(expected, *proven == "win") : std::nullopt;
    const Words& line = ended ? *ended : expected;
    text += fmt::format("info depth {} seldepth {} multipv {} score {}{} pv {}\n",
                        std::max<std::size_t>(1, line.size()),
                        std::max<std::size_t>(analysis.max_depth, line.size()), ++number,
                        score_text(win_rate, value, proven, ended ? ended->size() : 0), counts,
                        join_words(coordinates(line)));
  };
  if (!analysis.best) return text;
  add(analysis.win_rate, analysis.value, analysis.proven, analysis.line);
  for (const Analysis::Move& move : analysis.moves) {
    if (number >= multi_pv_) break;
    if (move.move != *analysis.best) add(move.win_rate, move.value, move.proven, move.line_or_move());
  }
  return text;
}

std::string Uci::best_move(const Analysis& analysis) const {
  // An agent without a search analyzes without a choice; any of its moves will do.
  if (!analysis.best && analysis.moves.empty()) return "bestmove (none)\n";
  Words line = coordinates(analysis.line);
  if (line.empty()) line = coordinates({analysis.best.value_or(analysis.moves.front().move)});
  return "bestmove " + line[0] + (line.size() > 1 ? " ponder " + line[1] : "") + "\n";
}

}  // namespace banyan::protocol
