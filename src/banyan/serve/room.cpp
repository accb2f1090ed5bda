#include <banyan/serve/room.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace banyan::serve {

Room::Room(const House& house, std::string id, SearchPool::Owner owner, Table table)
    : house_(house),
      id_(std::move(id)),
      owner_(owner),
      table_(std::move(table)),
      seats_(table_.seats().size()),
      share_(house_.memory),
      used_at_(house_.loop.now()) {
  count_memory();
}

// ---- Watchers

void Room::join(const std::shared_ptr<Link>& link) {
  if (std::find(links_.begin(), links_.end(), link) == links_.end()) links_.push_back(link);
  link->send(snapshot(), {});
}

// A long game's snapshot takes time to make, and many connections may need it.
const std::shared_ptr<const std::string>& Room::snapshot() {
  if (!snapshot_)
    snapshot_ = std::make_shared<const std::string>(text_of(describe("table", table_.snapshot())));
  return snapshot_;
}

void Room::leave(const std::shared_ptr<Link>& link) { std::erase(links_, link); }

void Room::wake() {
  awake_ = true;
  think_if_due();
}

void Room::sleep() {
  awake_ = false;
  forget_thoughts();
}

Json Room::describe(const char* event, Json content) const {
  Json document{{"event", event}, {"table", id_}};
  document.update(content);
  if (content.contains("position")) {
    document["paused"] = paused_;
    document["pace"] = pace_;
    document["thinking"] = job_ && purpose_ == Purpose::move ? Json(*table_.seat_to_move()) : Json(nullptr);
  }
  return document;
}

void Room::announce(const char* event, Json content, bool replaceable) {
  if (!replaceable) snapshot_.reset();
  if (content.contains("position")) {
    changed_ = true;
    count_memory();
  }
  if (links_.empty()) return;
  const auto text = std::make_shared<const std::string>(text_of(describe(event, std::move(content))));
  const std::string topic = replaceable ? id_ + event : "";
  // A listener that leaves during this call cuts its link; the list itself changes later, in Hub::depart.
  for (const auto& link : links_) link->send(text, topic);
}

// ---- Requests

bool Room::knows(std::string_view what) {
  constexpr std::array known{"look", "play", "undo",    "redo", "goto",    "resign", "seat", "pace",
                             "save", "stop", "analyze", "step", "explore", "grow",   "tree"};
  return std::find(known.begin(), known.end(), what) != known.end();
}

// All requests that change something.
Reply Room::act(const std::string& what, Fields& fields) {
  used_at_ = house_.loop.now();
  if (what == "play") return play(fields);
  if (what == "undo") return change(table_.undo());
  if (what == "redo") return change(table_.redo());
  if (what == "goto") return go_to(fields);
  if (what == "resign") return resign(fields);
  if (what == "seat") return set_seat(fields);
  if (what == "pace") return set_pace(fields);
  if (what == "save") return Json{{"record", print_record(table_.record())}};
  if (what == "analyze") return analyze(fields);
  if (what == "stop") return stop_analysis();
  if (what == "explore") return explore(fields);
  if (what == "grow") return grow(fields);
  if (what == "step") return step();
  return view_tree(fields);
}

Reply Room::look(Fields& fields) const {
  const std::size_t last = table_.session().moves().size();
  const std::uint64_t ply = fields.whole_or("ply", 0, last, last);
  if (fields.problem()) return *fields.problem();
  return Json{{"position", table_.position_json(ply)}};
}

// ---- Changing the game

Reply Room::play(Fields& fields) {
  const std::string move = fields.text("move");
  if (fields.problem()) return *fields.problem();
  if (!table_.over() && !table_.person_to_move())
    return Refusal{409, "an agent is to move; take its seat over first"};
  if (table_.full(house_.limits)) return Refusal{413, "the game has reached the limit of moves"};
  const std::size_t before = table_.session().moves().size();
  if (auto played = table_.play(move); !played) return Refusal{409, played.error().message};
  stop_search();
  note_for_minds(before);
  announce("moved", table_.moved_since(before));
  think_if_due();
  return Json::object();
}

Reply Room::go_to(Fields& fields) {
  const std::uint64_t ply = fields.whole("ply", 0, table_.session().moves().size());
  if (fields.problem()) return *fields.problem();
  return change(table_.go_to(ply));
}

// By default the player to move resigns.
Reply Room::resign(Fields& fields) {
  if (table_.over()) return Refusal{409, "the game is over"};
  const std::size_t last = table_.seats().size() - 1;
  const std::uint64_t seat = fields.whole_or("seat", 0, last, table_.seat_to_move().value_or(0));
  if (fields.problem()) return *fields.problem();
  return change(table_.resign(seat));
}

// Any change but a move: the results of searches under way are dropped.
Reply Room::change(const Result<void>& done) {
  if (!done) return Refusal{409, done.error().message};
  forget_thoughts();
  // Where only agents play, taking back would be undone at once.
  const auto& seats = table_.seats();
  if (std::find(seats.begin(), seats.end(), human) == seats.end()) paused_ = true;
  announce("table", table_.snapshot());
  think_if_due();
  return Json::object();
}

Reply Room::set_seat(Fields& fields) {
  const std::uint64_t seat = fields.whole("seat", 0, table_.seats().size() - 1);
  const std::string spec = fields.text("spec");
  if (fields.problem()) return *fields.problem();
  if (auto set = table_.set_seat(seat, spec, house_.limits); !set) return refuse(set.error());
  forget_thoughts();
  announce("table", table_.snapshot());
  think_if_due();
  return Json::object();
}

Reply Room::set_pace(Fields& fields) {
  const double pace = fields.real_or("seconds", 0, house_.limits.pace_seconds, pace_);
  const bool paused = fields.flag_or("paused", paused_);
  if (fields.problem()) return *fields.problem();
  if (paused && !paused_) forget_thoughts();
  pace_ = pace;
  paused_ = paused;
  announce("table", table_.snapshot());
  think_if_due();
  return Json::object();
}

void Room::make_move(const std::string& move) {
  const std::size_t before = table_.session().moves().size();
  if (!table_.play(move)) return;
  note_for_minds(before);
  if (table_.full(house_.limits)) paused_ = true;
  announce("moved", table_.moved_since(before));
  think_if_due();
}

void Room::note_for_minds(std::size_t from_ply) {
  const Session& session = table_.session();
  for (std::size_t ply = from_ply; ply < session.moves().size(); ++ply) {
    std::shared_ptr<const Position> before;
    for (Seat& seat : seats_) {
      if (!seat.mind) continue;
      if (!before) before = session.position_at(ply).clone();
      seat.unseen.add(before, session.moves()[ply]);
    }
  }
}

// The old agent may still be searching and stays with its search; the seat gets a new one when needed.
void Room::forget_thoughts() {
  stop_search();
  forget_idle_trees();
}

// ---- Memory

bool Room::is_thinking(std::size_t seat) const {
  return job_ && purpose_ == Purpose::move && table_.seat_to_move() == seat;
}

bool Room::has_idle_trees() const {
  for (std::size_t seat = 0; seat < seats_.size(); ++seat)
    if (seats_[seat].mind && !is_thinking(seat)) return true;
  return explorer_ && !is_growing();
}

void Room::forget_idle_trees() {
  for (std::size_t seat = 0; seat < seats_.size(); ++seat)
    if (!is_thinking(seat)) seats_[seat] = {};
  if (!is_growing()) {
    explorer_.reset();
    explorer_bytes_ = 0;
  }
  count_memory();
}

void Room::count_memory() {
  std::uint64_t bytes = table_.bytes() + search_bytes_ + explorer_bytes_;
  for (const Seat& seat : seats_) bytes += seat.bytes;
  share_.set(bytes);
}

}  // namespace banyan::serve
