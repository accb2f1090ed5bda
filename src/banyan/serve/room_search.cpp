// Thinking and analysing in a room: searches on the pool, and what they report. (The rest of Room is in
// room.cpp.)
#include <algorithm>
#include <stdexcept>
#include <utility>

#include <banyan/serve/agents.hpp>
#include <banyan/serve/computing.hpp>
#include <banyan/serve/room.hpp>

namespace banyan::serve {

namespace {
// Streams of agents lie apart from those of chance, which are numbered by ply.
constexpr std::uint64_t agent_streams = std::uint64_t{1} << 32U;

// What a search is given: its stop token, and progress reports, at each of which it yields to other work.
AnyThinking thinking_by_turns(const SearchPool::Turn& turn,
                              const std::function<void(const Analysis&)>& tell) {
  return {.stop = turn.stop(), .progress = [&turn, tell](const Analysis& so_far) {
            tell(so_far);
            turn.yield();
          }};
}

Json report(const Analysis& analysis, std::uint64_t ply, bool done) {
  Json document;
  add_analysis(document, analysis);
  document["ply"] = ply;
  document["done"] = done;
  return document;
}
}  // namespace

// ---- Agents that move

void Room::think_if_due() {
  const auto seat = table_.seat_to_move();
  if (!awake_ || paused_ || job_ || !seat || table_.person_to_move()) return;
  const double due = began_at_ + pace_;
  const double wait = due - house_.loop.now();
  if (wait <= 0) {
    began_at_ = -wait < pace_ ? due : house_.loop.now();  // a steady pace, unless it was missed
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
    place.mind = std::make_shared<Mind>();
    place.unseen.clear();
  }
  const std::shared_ptr<const Position> position = table_.session().position().clone();
  // Reading a network takes time, so the agent is made on the thread of its search. It was made once before,
  // when the seat was taken.
  const auto& session = table_.session();
  const std::string& spec = table_.seats()[seat];
  const auto tell_moves = moves_for_engine(session, session.moves().size(), spec, house_.limits);
  const auto make = [game = session.shared_game(), spec, tell_moves,
                     seed = Random(table_.seed(), agent_streams + seat)(), &limits = house_.limits,
                     engines = house_.engines] {
    auto agent = make_limited_agent(game, spec, seed, limits, *engines);
    if (!agent) throw std::runtime_error(agent.error().message);
    tell_moves(**agent);
    return *std::move(agent);
  };
  const Reply begun = submit(Purpose::move, [this, self = shared_from_this(), mind = place.mind, make,
                                             position, seat, search = search_ + 1,
                                             unseen = std::make_shared<UnseenMoves>(std::exchange(
                                                 place.unseen, {}))](const SearchPool::Turn& turn) {
    if (!mind->agent) mind->agent = make();
    unseen->show_to(*mind->agent);
    const auto tell = [&](const Analysis& so_far, bool last) {
      house_.loop.post([self, so_far, search, seat, last] {
        if (self->counts(search, so_far)) self->thought(seat, so_far, last);
      });
    };
    tell(mind->agent->choose(*position, thinking_by_turns(turn, [&](const Analysis& a) { tell(a, false); })),
         true);
  });
  if (std::holds_alternative<Refusal>(begun)) paused_ = true;
  announce("state", {{"thinking", job_ ? Json(seat) : Json(nullptr)}, {"paused", paused_}});
}

void Room::thought(std::size_t seat, const Analysis& analysis, bool done) {
  seats_[seat].bytes = analysis.bytes;
  count_memory();
  announce("thinking", report(analysis, table_.session().moves().size(), done), !done);
  if (done) decided(analysis);
}

void Room::decided(const Analysis& analysis) {
  job_.reset();
  if (analysis.best) return make_move(*analysis.best);
  paused_ = true;
  announce("table", table_.snapshot());
}

// ---- Analyses

Reply Room::analyze(Fields& fields) {
  const std::string agent = fields.text_or("agent", "uct:time=5s");
  const std::size_t last = table_.session().moves().size();
  const std::uint64_t ply = fields.whole_or("ply", 0, last, last);
  if (fields.problem()) return *fields.problem();
  if (job_ && purpose_ == Purpose::move) return Refusal{409, "an agent is thinking about its move"};
  const std::shared_ptr<const Position> position = table_.session().position_at(ply).clone();
  if (position->player().value_or(chance_player) == chance_player)
    return Refusal{409, "there is nothing to decide in this position"};
  auto mind = make_limited_agent(table_.session().shared_game(), agent, table_.seed(), house_.limits,
                                 *house_.engines);
  if (!mind) return refuse(mind.error());
  stop_search();
  const auto tell_moves = moves_for_engine(table_.session(), ply, agent, house_.limits);
  return submit(Purpose::analysis, [this, self = shared_from_this(), mind = *std::move(mind), tell_moves,
                                    position, ply, search = search_ + 1](const SearchPool::Turn& turn) {
    const auto tell = [&](const Analysis& so_far, bool done) {
      house_.loop.post([self, so_far, search, ply, done] {
        if (self->counts(search, so_far)) self->analyzed(ply, so_far, done);
      });
    };
    tell_moves(*mind);
    tell(mind->analyze(*position, thinking_by_turns(turn, [&](const Analysis& a) { tell(a, false); })), true);
  });
}

void Room::analyzed(std::uint64_t ply, const Analysis& analysis, bool done) {
  if (done) job_.reset();
  search_bytes_ = done ? 0 : analysis.bytes;
  count_memory();
  announce("analysis", report(analysis, ply, done), !done);
  if (done) think_if_due();
}

// Ends an analysis with its result so far, which it reports itself.
Reply Room::stop_analysis() {
  if (job_ && purpose_ != Purpose::move) job_->stop();
  return Json::object();
}

// ---- Searches

Reply Room::submit(Purpose purpose, const SearchPool::Work& work) {
  auto job = compute(house_.loop, house_.pool,
                     {.owner = owner_,
                      .seconds = house_.limits.search_seconds,
                      .work = work,
                      .failed = [self = shared_from_this(), search = search_ + 1](const std::string& why) {
                        self->failed(search, why);
                      }});
  if (!job) return Refusal{429, "too many searches are waiting; try again in a moment"};
  job_ = job;
  purpose_ = purpose;
  ++search_;
  house_.loop.after(0.3, [weak = weak_from_this(), search = search_] {
    if (const auto self = weak.lock()) self->tell_queue(search);
  });
  return Json::object();
}

// A report counts only if the game has not changed meanwhile and the search has not failed.
bool Room::counts(std::uint64_t search, const Analysis& analysis) {
  if (search_ != search) return false;
  if (!analysis.error.empty()) failed(search, analysis.error);
  return analysis.error.empty();
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
  cut_search();
  job_.reset();
  ++search_;
  search_bytes_ = 0;
  snapshot_.reset();
}

void Room::cut_search() const {
  if (job_) job_->stop();
}

// Reports the number of searches ahead of this one while it waits.
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
