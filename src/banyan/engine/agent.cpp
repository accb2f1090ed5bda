#include <banyan/engine/agent.hpp>

#include <algorithm>
#include <utility>

#include <banyan/session/session.hpp>
#include <banyan/session/words.hpp>

namespace banyan {

namespace {
bool same_position(const Position& a, const Position& b) {
  const auto text = a.text();
  return !text || text == b.text();
}

std::unique_ptr<EngineClient> make_client(const AnyGame& game, const EngineSpec& spec,
                                          std::unique_ptr<EngineConnection> connection) {
  switch (spec.language) {
    case EngineLanguage::gtp: return make_gtp_client(game, spec.params, std::move(connection));
    case EngineLanguage::uci: return make_uci_client(game, spec.params, std::move(connection));
    case EngineLanguage::gomocup: break;
  }
  return make_gomocup_client(game, spec.params, std::move(connection));
}

std::string key_of(const AnyGame& game, const EngineSpec& spec) {
  std::string key = game.info().spec + " " + print_value(spec.language);
  for (const std::string& word : spec.command) key += '\n' + word;
  return key + '\n' + print_spec("gtp", GtpParams{spec.params}) + print_spec("uci", UciParams{spec.params});
}
}  // namespace

EngineAgent::EngineAgent(const AnyGame& game, EngineSpec spec, EnginePool* pool)
    : game_(game), spec_(std::move(spec)), pool_(pool), key_(key_of(game, spec_)) {
  if (spec_.params.clock) clock_left_ = as_told(spec_.params.clock->base.seconds);
}

EngineAgent::~EngineAgent() {
  if (pool_ != nullptr && client_ && !client_->connection().fault()) pool_->give(key_, std::move(client_));
}

Analysis EngineAgent::choose(const Position& position, const AnyThinking& thinking) {
  return think(position, thinking, false);
}
Analysis EngineAgent::analyze(const Position& position, const AnyThinking& thinking) {
  return think(position, thinking, true);
}

void EngineAgent::begin_at(const Position& position) {
  so_far_.first = position.clone();
  so_far_.now = position.clone();
  so_far_.moves.clear();
}

void EngineAgent::add_move(std::string_view move) {
  GameSoFar::Move next{.text = std::string(move),
                       .player = so_far_.now->player().value_or(chance_player),
                       .coordinates = so_far_.now->coordinates_of(move),
                       .forced = so_far_.now->legal().size() == 1};
  if (so_far_.now->play(move)) so_far_.moves.push_back(std::move(next));
}

void EngineAgent::catch_up(const Position& position) {
  if (!so_far_.now || !same_position(*so_far_.now, position)) begin_at(position);
}

void EngineAgent::observe(const Position& before, std::string_view move) {
  catch_up(before);
  add_move(move);
}

void EngineAgent::follow(const Session& session) {
  begin_at(session.position_at(0));
  for (const std::string& move : session.moves()) add_move(move);
}

// A running engine that is ready for a game: the one of the last move, one of the pool, or a new one.
Result<void> EngineAgent::make_ready(const std::stop_token& stop) {
  if (client_) return {};
  if (pool_ != nullptr) client_ = pool_->take(key_);
  if (!client_) {
    auto connection = EngineConnection::open(spec_.command);
    if (!connection) return connection.error();
    client_ = make_client(game_, spec_, *std::move(connection));
    if (auto greeted = client_->greet(client_->patience(stop)); !greeted) return greeted;
  }
  return client_->begin(client_->patience(stop));
}

double EngineAgent::as_told(double seconds) const {
  if (spec_.language != EngineLanguage::gtp) return seconds;
  return std::max(seconds, static_cast<double>(gtp_seconds(seconds)));
}

double EngineAgent::time_allowed(const std::optional<SearchLimits>& limits) const {
  const EngineParams& params = spec_.params;
  if (!limits && params.clock) return std::max(0.0, clock_left_) + params.margin.seconds;
  const auto& time = limits ? limits->time : params.time;
  return time ? as_told(time->seconds) + params.margin.seconds : params.patience.seconds;
}

Analysis EngineAgent::failed(const Error& error) {
  Analysis analysis;
  analysis.error = spec_.command.front() + ": " + error.message;
  if (client_) analysis.fault = client_->connection().fault();
  client_.reset();
  return analysis;
}

// A stop is not the engine's fault, but leaves it in the middle of an answer.
Analysis EngineAgent::ended(const Error& error, const std::stop_token& stop) {
  const bool stopped = stop.stop_requested() && client_ && !client_->connection().fault();
  if (!stopped) return failed(error);
  client_.reset();
  return {};
}

Analysis EngineAgent::think(const Position& position, const AnyThinking& thinking, bool whole) {
  catch_up(position);
  const bool begins_elsewhere = !same_position(*so_far_.first, *game_.start());
  if (begins_elsewhere && spec_.language == EngineLanguage::gtp) {
    Analysis analysis;
    analysis.error = "GTP can't express positions: the game must be given by its moves from the start";
    return analysis;
  }
  if (auto ready = make_ready(thinking.stop); !ready) return ended(ready.error(), thinking.stop);
  const Stopwatch watch;
  EngineTask task{.game = so_far_,
                  .seconds = time_allowed(thinking.limits),
                  .whole = whole,
                  .limits = thinking.limits,
                  .stop = thinking.stop,
                  .progress = thinking.progress};
  const bool on_clock = spec_.params.clock && !thinking.limits;
  if (on_clock) task.clock = clock_left_;
  auto thought = client_->think(task);
  const double seconds = watch.seconds();
  if (!thought) return ended(thought.error(), thinking.stop);
  if (on_clock && !whole) {
    clock_left_ -= seconds;
    if (clock_left_ < -spec_.params.margin.seconds)
      return failed(client_->connection().blame(EngineFault::timeout, "the engine exceeded its time"));
    clock_left_ = std::max(0.0, clock_left_) + spec_.params.clock->increment.seconds;
  }
  if (thought->seconds == 0) thought->seconds = seconds;
  if (thought->resigns || !thought->best) return *std::move(thought);
  const auto played = position.clone()->play(*thought->best);
  if (!played)
    return failed(client_->connection().blame(
        EngineFault::illegal,
        "the engine played '" + detail::shorten(*thought->best) + "', which is not legal"));
  if (thought->moves.empty())
    for (const std::string& text : position.legal())
      thought->moves.push_back({.move = text, .proven = {}, .bounds = {}});
  return *std::move(thought);
}

}  // namespace banyan
