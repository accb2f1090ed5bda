#include <banyan/serve/room.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include <banyan/serve/agents.hpp>

namespace banyan::serve {

namespace {
// Streams of agents lie apart from those of chance, which are numbered by ply.
constexpr std::uint64_t agent_streams = std::uint64_t{1} << 32U;
}  // namespace

Room::Room(const House& house, std::string id, SearchPool::Owner owner, Table table)
    : house_(house),
      id_(std::move(id)),
      owner_(owner),
      table_(std::move(table)),
      seats_(table_.seats().size()) {}

// ---- Who is here

void Room::join(Listener& listener) {
  if (std::find(listeners_.begin(), listeners_.end(), &listener) == listeners_.end())
    listeners_.push_back(&listener);
  const Json all = describe("table", table_.snapshot());
  listener.send(std::make_shared<const std::string>(all.dump(-1, ' ', false, Json::error_handler_t::replace)),
                {});
}

void Room::leave(Listener& listener) { std::erase(listeners_, &listener); }

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
  if (content.contains("position")) changed_ = true;
  if (listeners_.empty()) return;
  const auto text = std::make_shared<const std::string>(
      describe(event, std::move(content)).dump(-1, ' ', false, Json::error_handler_t::replace));
  const std::string topic = replaceable ? id_ + event : "";
  for (Listener* listener : listeners_) listener->send(text, topic);
}

// ---- What can be asked for

bool Room::knows(std::string_view what) {
  constexpr std::array known{"look", "play", "undo",    "redo", "goto",    "resign", "seat", "pace",
                             "save", "stop", "analyze", "step", "explore", "grow",   "tree"};
  return std::find(known.begin(), known.end(), what) != known.end();
}

// Of what is known here, all but looking.
Reply Room::act(const std::string& what, Fields& fields) {
  if (what == "play") return play(fields);
  if (what == "undo") return change(table_.undo());
  if (what == "redo") return change(table_.redo());
  if (what == "goto") return change(table_.go_to(fields.whole("ply", 0, house_.limits.moves)));
  if (what == "resign")
    return change(table_.resign(fields.whole_or("seat", 0, 63, table_.seat_to_move().value_or(0))));
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
  if (table_.session().moves().size() >= house_.limits.moves)
    return Refusal{413, "the game has as many moves as one may have here"};
  const std::size_t before = table_.session().moves().size();
  if (auto played = table_.play(move); !played) return Refusal{409, played.error().message};
  stop_search();
  note_for_minds(before);
  announce("moved", table_.moved_since(before));
  think_if_due();
  return Json::object();
}

// Anything but a move: what agents were thinking counts no more.
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
  if (table_.session().moves().size() >= house_.limits.moves) paused_ = true;
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
      seat.unseen.push_back({before, session.moves()[ply]});
    }
  }
}

// A mind may be thinking still and is left to its search; the seat gets a new one when it needs it.
void Room::forget_thoughts() {
  stop_search();
  for (Seat& seat : seats_) seat = {};
  explorer_.reset();
}

// ---- Thinking

void Room::think_if_due() {
  const auto seat = table_.seat_to_move();
  if (!awake_ || paused_ || job_ || !seat || table_.person_to_move()) return;
  const double due = began_at_ + pace_;
  const double wait = due - house_.loop.now();
  if (wait <= 0) {
    began_at_ = -wait < pace_ ? due : house_.loop.now();  // a steady beat, unless it was missed
    return begin_thinking(*seat);
  }
  if (std::exchange(timer_set_, true)) return;
  house_.loop.after(wait, [weak = weak_from_this()] {
    const auto self = weak.lock();
    if (!self) return;
    self->timer_set_ = false;
    self->think_if_due();
  });
}

void Room::begin_thinking(std::size_t seat) {
  Seat& place = seats_[seat];
  if (!place.mind) {
    auto mind = make_limited_agent(table_.session().game(), table_.seats()[seat],
                                   Random(table_.seed(), agent_streams + seat)(), house_.limits);
    if (!mind) return;  // it was made once when the seat was taken
    place.mind = *std::move(mind);
    place.unseen.clear();
  }
  const std::shared_ptr<const Position> position = table_.session().position().clone();
  const Reply begun = submit(
      Purpose::move, [this, self = shared_from_this(), mind = place.mind, position, search = search_ + 1,
                      unseen = std::exchange(place.unseen, {})](const std::stop_token& stop) {
        for (const Observed& move : unseen) mind->observe(*move.before, move.move);
        const auto tell = [&](const Analysis& so_far, bool last) {
          house_.loop.post([self, so_far, search, last] {
            if (self->search_ != search) return;
            if (!so_far.error.empty()) return self->failed(search, so_far.error);
            Json document;
            add_analysis(document, so_far);
            document["ply"] = self->table_.session().moves().size();
            document["done"] = last;
            self->announce("thinking", std::move(document), !last);
            if (last) self->decided(so_far);
          });
        };
        tell(mind->choose(*position, {.stop = stop, .progress = [&](const Analysis& a) { tell(a, false); }}),
             true);
      });
  if (std::holds_alternative<Refusal>(begun)) paused_ = true;
  announce("state", {{"thinking", job_ ? Json(seat) : Json(nullptr)}, {"paused", paused_}});
}

void Room::decided(const Analysis& analysis) {
  job_.reset();
  if (analysis.best) return make_move(*analysis.best);
  paused_ = true;
  announce("table", table_.snapshot());
}

Reply Room::analyze(Fields& fields) {
  const std::string agent = fields.text_or("agent", "uct:time=5s");
  const std::size_t last = table_.session().moves().size();
  const std::uint64_t ply = fields.whole_or("ply", 0, last, last);
  if (fields.problem()) return *fields.problem();
  if (job_ && purpose_ == Purpose::move) return Refusal{409, "an agent is thinking about its move"};
  const std::shared_ptr<const Position> position = table_.session().position_at(ply).clone();
  if (position->player().value_or(chance_player) == chance_player)
    return Refusal{409, "there is nothing to decide in this position"};
  const auto mind = make_limited_agent(table_.session().game(), agent, table_.seed(), house_.limits);
  if (!mind) return refuse(mind.error());
  stop_search();
  return submit(Purpose::analysis, [this, self = shared_from_this(), mind = *mind, position, ply,
                                    search = search_ + 1](const std::stop_token& stop) {
    const auto tell = [&](const Analysis& so_far, bool done) {
      house_.loop.post([self, so_far, search, ply, done] {
        if (self->search_ != search) return;
        if (!so_far.error.empty()) return self->failed(search, so_far.error);
        Json document;
        add_analysis(document, so_far);
        document["ply"] = ply;
        document["done"] = done;
        if (done) self->job_.reset();
        self->announce("analysis", std::move(document), !done);
        if (done) self->think_if_due();
      });
    };
    tell(mind->analyze(*position, {.stop = stop, .progress = [&](const Analysis& a) { tell(a, false); }}),
         true);
  });
}

// Ends an analysis with what it has found; it reports that itself.
Reply Room::stop_analysis() {
  if (job_ && purpose_ != Purpose::move) job_->stop();
  return Json::object();
}

// ---- Searches

Reply Room::submit(Purpose purpose, const SearchPool::Work& work) {
  const auto guarded = [this, self = shared_from_this(), work,
                        search = search_ + 1](const std::stop_token& stop) {
    try {
      work(stop);
    } catch (const std::exception& error) {
      house_.loop.post(
          [self, search, message = std::string(error.what())] { self->failed(search, message); });
    }
  };
  auto job = house_.pool.submit(owner_, guarded);
  if (!job) return Refusal{429, "too many searches are waiting; try again in a moment"};
  job_ = job;
  purpose_ = purpose;
  ++search_;
  house_.loop.after(house_.limits.search_seconds, [weak = std::weak_ptr(job)] {
    if (const auto same = weak.lock()) same->stop();
  });
  house_.loop.after(0.3, [weak = weak_from_this(), search = search_] {
    if (const auto self = weak.lock()) self->tell_queue(search);
  });
  return Json::object();
}

void Room::failed(std::uint64_t search, const std::string& why) {
  if (search_ != search) return;
  forget_thoughts();
  paused_ = true;
  announce("failed", {{"message", "the search failed: " + why}});
  announce("table", table_.snapshot());
}

void Room::stop_search() {
  if (!job_) return;
  job_->stop();
  job_.reset();
  ++search_;
}

// Says how many are before this search, as long as it waits.
void Room::tell_queue(std::uint64_t search) {
  if (search != search_ || !job_) return;
  const auto before = house_.pool.waiting_before(*job_);
  if (!before) return;
  announce("queue", {{"before", *before}}, true);
  house_.loop.after(0.5, [weak = weak_from_this(), search] {
    if (const auto self = weak.lock()) self->tell_queue(search);
  });
}

}  // namespace banyan::serve
