#include <banyan/serve/table.hpp>

#include <malloc.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include <fmt/format.h>

#include <banyan/core/spec.hpp>
#include <banyan/serve/agents.hpp>
#include <banyan/session/game_files.hpp>
#include <banyan/session/text.hpp>

namespace banyan::serve {

namespace {
Result<void> check_seat(const AnyGame& game, std::string_view text, const Limits& limits) {
  if (text == human) return {};
  return check_limited_agent(game, text, limits);
}
}  // namespace

// ---- Opening

Result<Table> Table::open(const GameList& games, TableSetup setup, const Limits& limits) {
  auto game = games.make(setup.game);
  if (!game) return game.error();
  auto session = setup.position ? Session::from_position(*game, *setup.position) : Session(*game);
  if (!session) return session.error();
  Table table(setup.game, *std::move(session));
  table.seed_ = setup.seed;
  const auto players = static_cast<std::size_t>((*game)->info().players);
  if (setup.seats.size() > players)
    return Error{fmt::format("{} seats are given, and {} has {}", setup.seats.size(), setup.game, players)};
  table.seats_ = std::move(setup.seats);
  table.seats_.resize(players, std::string(human));
  for (std::size_t seat = 0; seat < players; ++seat)
    if (auto checked = check_seat(**game, table.seats_[seat], limits); !checked)
      return Error{fmt::format("seat {} of {}: {}", seat + 1, players, checked.error().message)};
  if (auto played = table.session_.play_all(setup.moves, setup.seed); !played) return played.error();
  // A player's move beyond the limit is refused, as it is at the table itself.
  for (std::size_t ply = limits.moves; ply < table.session_.moves().size(); ++ply)
    if (table.session_.position_at(ply).player() != chance_player)
      return Error{fmt::format("a game has at most {} moves here", limits.moves)};
  return table;
}

Result<Table> Table::load(const GameList& games, std::string_view text, const Limits& limits) {
  const auto record = parse_game(text, games);
  if (!record) return record.error();
  TableSetup setup{.game = record->game,
                   .seats = record->seats,
                   .seed = record->seed.value_or(1),
                   .position = record->position,
                   .moves = {}};
  for (const auto& move : record->moves) setup.moves.push_back(move.text);
  auto table = open(games, std::move(setup), limits);
  if (table) table->resigned_ = record->resigned;
  return table;
}

// A game is its positions. All of them are of the same size, and only the allocator knows which.
std::uint64_t Table::bytes() const {
  constexpr std::uint64_t beside = 64;  // the pointer, the move's text, and what the allocator adds
  const void* position = dynamic_cast<const void*>(&session_.position());
  const std::uint64_t each = malloc_usable_size(const_cast<void*>(position)) + beside;
  return sizeof(*this) + (session_.moves().size() + 1) * each;
}

// ---- Playing

std::optional<std::size_t> Table::seat_to_move() const {
  if (over()) return std::nullopt;
  const auto player = session_.position().player();
  return player && *player >= 0 ? std::optional(static_cast<std::size_t>(*player)) : std::nullopt;
}

bool Table::person_to_move() const {
  const auto seat = seat_to_move();
  return seat && seats_[*seat] == human;
}

Result<void> Table::play(std::string_view move) {
  if (over()) return Error{"the game is over; take a move back or begin a new one"};
  if (auto played = session_.play(move); !played) return played;
  session_.play_chances(seed_);
  undone_.clear();
  return {};
}

void Table::take_back_one() {
  undone_.push_back(session_.moves().back());
  session_.undo();
}

void Table::play_again_one() {
  if (undone_.empty()) return session_.play_chance(seed_);
  [[maybe_unused]] const auto played = session_.play(undone_.back());
  assert(played);
  undone_.pop_back();
}

Result<void> Table::undo() {
  if (resigned_) {
    resigned_.reset();
    return {};
  }
  if (const auto ply = ply_to_undo()) return go_to(*ply);
  return Error{"there is nothing to take back"};
}

std::optional<std::size_t> Table::ply_to_undo() const {
  const bool anybody = std::find(seats_.begin(), seats_.end(), human) != seats_.end();
  for (std::size_t ply = session_.moves().size(); ply-- > 0;) {
    const auto player = session_.position_at(ply).player();
    if (!player || *player == chance_player) continue;
    if (!anybody || seats_[static_cast<std::size_t>(*player)] == human) return ply;
  }
  return std::nullopt;
}

Result<void> Table::go_to(std::size_t ply) {
  if (ply > session_.moves().size()) return Error{"the game has fewer moves than that"};
  resigned_.reset();
  while (session_.moves().size() > ply) take_back_one();
  while (session_.at_chance()) play_again_one();  // no player decides there
  return {};
}

Result<void> Table::redo() {
  if (undone_.empty()) return Error{"there is nothing to play again"};
  const bool anybody = std::find(seats_.begin(), seats_.end(), human) != seats_.end();
  do {
    play_again_one();
  } while (!undone_.empty() && (session_.at_chance() || (anybody && !person_to_move())));
  session_.play_chances(seed_);
  return {};
}

Result<void> Table::resign(std::size_t seat) {
  if (over()) return Error{"the game is over"};
  if (seat >= seats_.size()) return Error{"there is no such seat"};
  resigned_ = static_cast<int>(seat);
  return {};
}

Result<void> Table::set_seat(std::size_t seat, std::string_view spec, const Limits& limits) {
  if (seat >= seats_.size()) return Error{"there is no such seat"};
  if (auto checked = check_seat(session_.game(), spec, limits); !checked) return checked;
  seats_[seat] = spec;
  return {};
}

// ---- Telling

GameRecord Table::record() const {
  GameRecord record = record_of(session_, game_);
  record.seats = seats_;
  record.seed = seed_;
  record.resigned = resigned_;
  record.date = date_now();
  return record;
}

void Table::add_state(Json& document) const {
  document["seats"] = seats_;
  document["resigned"] = resigned_ ? Json(*resigned_) : Json(nullptr);
  document["over"] = over();
  document["status"] =
      resigned_ ? fmt::format("{} resigns", side_names(session_.game())[static_cast<std::size_t>(*resigned_)])
                : status_line(session_);
  document["can_undo"] = resigned_.has_value() || ply_to_undo().has_value();
  document["can_redo"] = !undone_.empty();
  document["position"] = position_json(session_.moves().size());
}

Json Table::snapshot() const {
  const GameInfo& info = session_.game().info();
  Json document;
  document["game"] = game_;
  document["name"] = info.name;
  document["players"] = info.players;
  document["win_draw_loss"] = info.win_draw_loss;
  document["names"] = side_names(session_.game());
  document["description"] = banyan::json_of(info.description);
  document["seed"] = seed_;
  document["from"] = session_.from() ? Json(*session_.from()) : Json(nullptr);
  document["moves"] = session_.moves();
  add_state(document);
  return document;
}

Json Table::moved_since(std::size_t ply) const {
  Json document;
  document["ply"] = ply;
  document["added"] = std::vector<std::string>(session_.moves().begin() + static_cast<std::ptrdiff_t>(ply),
                                               session_.moves().end());
  add_state(document);
  return document;
}

Json Table::position_json(std::size_t ply) const {
  const Position& position = session_.position_at(ply);
  const auto picture = position.picture();
  const auto outcome = position.outcome();
  Json document;
  document["ply"] = ply;
  document["player"] = json_player(position.player());
  document["legal"] = position.legal();
  document["legal_cells"] = position.legal_cells();
  document["last_cells"] = ply == 0 ? std::vector<std::size_t>{}
                                    : session_.position_at(ply - 1).cells_of(session_.moves()[ply - 1]);
  document["outcome"] = outcome ? Json(*outcome) : Json(nullptr);
  document["paid"] = position.paid();
  document["text"] = position.text() ? Json(*position.text()) : Json(nullptr);
  document["picture"] = picture ? json_of(*picture) : Json(nullptr);
  return document;
}

Json json_of(const Picture& picture) {
  Json texts = Json::array();
  Json owners = Json::array();
  Json moves = Json::array();
  Json glyphs = Json::array();
  Json names = Json::array();
  Json absent = Json::array();
  for (std::size_t i = 0; i < picture.cells.size(); ++i) {
    const Picture::Cell& cell = picture.cells[i];
    texts.push_back(cell.text);
    owners.push_back(cell.owner);
    moves.push_back(cell.move);
    glyphs.push_back(cell.glyph);
    names.push_back(cell.name);
    if (cell.absent) absent.push_back(i);
  }
  Json bars = Json::array();
  for (const Picture::Bar& bar : picture.bars)
    bars.push_back({{"owner", bar.owner},
                    {"value", json_number(bar.value)},
                    {"at_stake", json_number(bar.at_stake)},
                    {"goal", json_number(bar.goal)}});
  Json blocks = Json::array();
  for (const Picture::Block& block : picture.blocks)
    blocks.push_back({{"row", block.row},
                      {"column", block.column},
                      {"rows", block.rows},
                      {"columns", block.columns},
                      {"owner", block.owner},
                      {"open", block.open}});
  return {{"columns", picture.columns},
          {"rows", picture.rows},
          {"texts", std::move(texts)},
          {"owners", std::move(owners)},
          {"moves", std::move(moves)},
          {"glyphs", std::move(glyphs)},
          {"names", std::move(names)},
          {"absent", std::move(absent)},
          {"column_labels", picture.column_labels},
          {"row_labels", picture.row_labels},
          {"row_shift", json_number(picture.row_shift)},
          {"dots", picture.dots},
          {"sides", picture.sides},
          {"winning", picture.winning},
          {"dice", picture.dice},
          {"bars", std::move(bars)},
          {"blocks", std::move(blocks)},
          {"caption", picture.caption}};
}

}  // namespace banyan::serve
