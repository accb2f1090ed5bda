#include <banyan/cli/match/games_file.hpp>

namespace banyan::cli {

namespace {
std::string ending_of(GameEnd end) {
  switch (end) {
    case GameEnd::timeout: return "time";
    case GameEnd::illegal:
    case GameEnd::crash: return "fault";
    case GameEnd::agreed_win:
    case GameEnd::agreed_draw:
    case GameEnd::length:
    case GameEnd::proof: return "adjudication";
    case GameEnd::rules:
    case GameEnd::resigned: break;
  }
  return {};
}
}  // namespace

Result<GamesFile> GamesFile::open(const std::string& file, const AnyGame& game,
                                  const std::vector<std::string>& agents) {
  const auto style = record_style_of(file, game);
  if (!style) return style.error();
  const RecordStyle own = game.info().description.record;
  if (*style != RecordStyle::none) return GamesFile(file, game, agents, *style);
  if (own == RecordStyle::none)
    return Error{"games of " + game.info().name +
                 " have no format for many in a file; --json has their moves"};
  return Error{"--save: a file of many games ends with ." + print_value(own)};
}

void GamesFile::add(const PlayedGame& played) {
  GameRecord record;
  record.game = game_->info().spec;
  for (const std::size_t agent : played.scheduled.seats) record.seats.push_back((*agents_)[agent]);
  record.seed = played.scheduled.seed;
  record.date = date_now();
  record.position = played.scheduled.position;
  for (std::size_t i = 0; i < played.moves.size(); ++i)
    record.moves.push_back({.text = played.moves[i], .line = 0, .value = played.values[i]});
  if (played.end == GameEnd::resigned) {
    record.resigned = static_cast<int>(played.end_seat);
  } else {
    record.returns = played.outcome;
  }
  record.end = ending_of(played.end);
  const std::string text = print_game(record, *game_, style_);
  file_->write(text.data(), text.size());
  ++games_;
}

Result<void> GamesFile::commit() { return games_ > 0 ? file_->commit() : Result<void>(); }

}  // namespace banyan::cli
