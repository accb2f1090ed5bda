#include <banyan/protocol/host.hpp>

#include <algorithm>

#include <banyan/agent/specs.hpp>
#include <banyan/core/random.hpp>
#include <banyan/engine/make_agent.hpp>

namespace banyan::protocol {

namespace {
// The spec of a game with other parameters.
std::string with_values(const Spec& spec, const Host::Values& values) {
  Spec changed = spec;
  for (const auto& [key, value] : values) {
    const auto same = [&name = key](const auto& each) { return each.first == name; };
    const auto found = std::find_if(changed.values.begin(), changed.values.end(), same);
    if (found != changed.values.end()) {
      found->second = value;
    } else {
      changed.values.emplace_back(key, value);
    }
  }
  std::string text = changed.name;
  for (std::size_t i = 0; i < changed.values.size(); ++i)
    text += (i == 0 ? ":" : ",") + changed.values[i].first + "=" +
            detail::quote_if_needed(changed.values[i].second);
  return text;
}

template <class T>
std::optional<T> value_of(const Spec& spec, std::string_view key) {
  for (const auto& [name, value] : spec.values)
    if (name == key)
      if (const auto parsed = parse_value<T>(value)) return *parsed;
  return std::nullopt;
}
}  // namespace

Result<std::unique_ptr<Host>> Host::make(HostSetup setup) {
  const auto game = setup.games.make(setup.game);
  if (!game) return game.error();
  auto spec = parse_spec(setup.agent);
  if (!spec) return spec.error();
  auto agent = make_any_agent(**game, *spec, setup.seed);
  if (!agent) return agent.error();
  return std::unique_ptr<Host>(
      new Host(std::move(setup), *std::move(spec), Session(*game), *std::move(agent)));
}

Host::Host(HostSetup setup, Spec agent, Session session, std::unique_ptr<AnyAgent> made)
    : setup_(std::move(setup)),
      agent_spec_(std::move(agent)),
      session_(std::move(session)),
      agent_(std::move(made)) {
  agent_->follow(session_);
  play_chance();
}

Host::~Host() {
  stop();
  thread_.request_stop();
}

Result<void> Host::play_one(std::string_view move) {
  const auto before = position().clone();
  if (auto played = session_.play(move); !played) return played;
  agent_->observe(*before, session_.moves().back());
  play_chance();
  return {};
}

void Host::play_chance() {
  for (std::size_t left = longest_game; left > 0 && session_.at_chance(); --left) {
    const auto before = position().clone();
    session_.play_chance(game_seed());
    agent_->observe(*before, session_.moves().back());
  }
}

Result<void> Host::play(const std::vector<std::string>& moves) {
  const std::size_t before = session_.moves().size();
  for (const std::string& move : moves)
    if (auto played = play_one(move); !played) {
      while (session_.moves().size() > before) session_.undo();
      agent_->follow(session_);
      return played;
    }
  steps_.push_back(before);
  return {};
}

bool Host::undo() {
  if (steps_.empty()) return false;
  while (session_.moves().size() > steps_.back()) session_.undo();
  steps_.pop_back();
  agent_->follow(session_);
  return true;
}

std::uint64_t Host::game_seed() const { return games_ == 0 ? setup_.seed : mix64(setup_.seed + games_); }

void Host::begin(Session session) {
  session_ = std::move(session);
  steps_.clear();
  agent_->follow(session_);
  play_chance();
}

void Host::restart() {
  count_game();
  begin(Session(session_.shared_game()));
}

void Host::count_game() { games_ += session_.moves().empty() ? 0 : 1; }

Result<void> Host::restart_at(std::string_view text) {
  auto session = Session::from_position(session_.shared_game(), text);
  if (!session) return session.error();
  count_game();
  begin(*std::move(session));
  return {};
}

Result<void> Host::use_game(const std::string& spec) { return change_game(spec, false); }

Result<void> Host::set_parameters(const Values& values, bool keep_moves) {
  return change_game(with_values(*parse_spec(setup_.game), values), keep_moves);
}

Result<std::shared_ptr<const AnyGame>> Host::game_with(const Values& values) const {
  return setup_.games.make(with_values(*parse_spec(setup_.game), values));
}

Result<void> Host::change_game(const std::string& spec, bool keep_moves) {
  const auto game = setup_.games.make(spec);
  if (!game) return game.error();
  if (!keep_moves) count_game();
  auto agent = make_any_agent(**game, agent_spec_, game_seed());
  if (!agent) return agent.error();
  const bool elsewhere = keep_moves && session_.from();
  auto session =
      elsewhere ? Session::from_position(*game, *session_.from()) : Result<Session>(Session(*game));
  if (!session) return session.error();
  if (keep_moves)  // chance is among them and is not drawn again
    if (auto played = session->play_all(session_.moves(), std::nullopt); !played) return played;
  const auto steps = keep_moves ? steps_ : std::vector<std::size_t>{};
  setup_.game = spec;
  agent_ = *std::move(agent);
  begin(*std::move(session));
  steps_ = steps;
  return {};
}

bool Host::has_parameter(std::string_view name) const {
  const auto& parameters = info().parameters;
  return std::any_of(parameters.begin(), parameters.end(),
                     [&](const FieldInfo& field) { return field.name == name; });
}

std::vector<FieldInfo> Host::options() const {
  const Spec spec = with_settings(agent_spec_, info().description);
  for (AgentInfo& agent : list_agents()) {
    if (agent.name != spec.name) continue;
    for (FieldInfo& field : agent.fields)
      for (const auto& [key, value] : spec.values)
        if (key == field.name) field.value = value;
    return std::move(agent.fields);
  }
  return {};
}

Result<void> Host::set_option(std::string_view name, std::string_view value) {
  if (is_engine(agent_spec_.name))
    return Error{"the options of an engine are those of its spec: give them to the command by --agent"};
  Spec changed = agent_spec_;
  const auto same = [&](const auto& each) { return each.first == name; };
  changed.values.erase(std::remove_if(changed.values.begin(), changed.values.end(), same),
                       changed.values.end());
  if (!value.empty()) changed.values.emplace_back(name, value);
  auto agent = session_.game().make_agent(changed, game_seed());
  if (!agent) return agent.error();
  agent_spec_ = std::move(changed);
  agent_ = *std::move(agent);
  agent_->follow(session_);
  return {};
}

SearchLimits Host::own_limits() const {
  return {.sims = value_of<std::uint64_t>(agent_spec_, "sims"),
          .time = value_of<Duration>(agent_spec_, "time"),
          .nodes = value_of<std::uint64_t>(agent_spec_, "nodes")};
}

SearchLimits Host::limits_within(Duration time) const {
  SearchLimits limits = own_limits();
  limits.time = time;
  return limits;
}

void Host::run(Work work, bool ponder_after) {
  stop();
  answered_ = false;
  stop_ = {};
  {
    const std::lock_guard lock(mutex_);
    job_ = [this, work = std::move(work), ponder_after, stop = stop_.get_token()] {
      work(*agent_, stop);
      const bool goes_on = ponder_after && agent_->ponders() && player();
      const std::shared_ptr<Position> next = goes_on ? position().clone() : nullptr;
      answered_ = true;
      answered_.notify_all();
      if (next) agent_->ponder(*next, stop);
    };
  }
  if (!thread_.joinable())
    thread_ = std::jthread([this](const std::stop_token& closing) { serve_jobs(closing); });
  changed_.notify_all();
}

void Host::serve_jobs(const std::stop_token& closing) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, closing, [&] { return job_ != nullptr; })) {
    lock.unlock();
    job_();
    lock.lock();
    job_ = nullptr;
    changed_.notify_all();
  }
}

void Host::think(Question question) {
  const bool ponder_after = question.ponder_after;
  const std::shared_ptr<Position> now = position().clone();
  run(
      [question = std::move(question), now](AnyAgent& agent, const std::stop_token& stop) {
        const AnyThinking thinking{
            .stop = stop, .progress = question.progress, .limits = question.limits, .lines = question.lines};
        const Analysis analysis =
            question.whole_budget ? agent.analyze(*now, thinking) : agent.choose(*now, thinking);
        question.done(analysis, stop);
      },
      ponder_after);
}

void Host::stop() {
  request_stop();
  wait();
}

void Host::wait() {
  answered_.wait(false);
  request_stop();  // of pondering
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return job_ == nullptr; });
}

}  // namespace banyan::protocol
