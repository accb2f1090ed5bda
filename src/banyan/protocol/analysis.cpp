#include <banyan/protocol/analysis.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <banyan/core/clock.hpp>
#include <banyan/core/spec.hpp>
#include <banyan/engine/make_agent.hpp>
#include <banyan/session/session.hpp>
#include <banyan/session/words.hpp>

namespace banyan::protocol {

namespace {
constexpr std::array<std::string_view, 11> question_keys{
    "id", "game", "agent", "position", "moves", "seed", "sims", "time", "nodes", "report_every", "cancel"};

Error wrong_value(const std::string& key, const std::string& wanted) {
  return Error{"'" + key + "' is " + wanted};
}

Result<std::string> read_text(const Json& line, const std::string& key, const std::string& usual) {
  if (!line.contains(key)) return usual;
  if (!line[key].is_string()) return wrong_value(key, "a text");
  return line[key].get<std::string>();
}

Result<std::vector<std::string>> read_moves(const Json& line) {
  std::vector<std::string> moves;
  if (!line.contains("moves")) return moves;
  const Json& value = line["moves"];
  if (value.is_string()) return split_words(value.get<std::string>());
  if (!value.is_array()) return wrong_value("moves", "a list of texts, or one text with spaces");
  for (const Json& move : value) {
    if (!move.is_string()) return wrong_value("moves", "a list of texts, or one text with spaces");
    moves.push_back(move.get<std::string>());
  }
  return moves;
}

Result<std::optional<std::uint64_t>> read_whole(const Json& line, const std::string& key,
                                                std::uint64_t least) {
  if (!line.contains(key)) return std::optional<std::uint64_t>{};
  const Json& value = line[key];
  const std::string wanted = "a whole number, at least " + std::to_string(least);
  if (value.is_number_unsigned() && value.get<std::uint64_t>() >= least)
    return std::optional(value.get<std::uint64_t>());
  if (!value.is_string()) return wrong_value(key, wanted);
  const auto number =
      parse_value<std::uint64_t>(value.get<std::string>(), at_least(static_cast<double>(least)));
  if (!number) return wrong_value(key, wanted);
  return std::optional(*number);
}

Result<std::optional<Duration>> read_time(const Json& line, const std::string& key) {
  constexpr double longest = 1e9;
  if (!line.contains(key)) return std::optional<Duration>{};
  const Json& value = line[key];
  if (value.is_number() && value.get<double>() > 0 && value.get<double>() <= longest)
    return std::optional(Duration{value.get<double>()});
  if (value.is_string())
    if (const auto time = parse_value<Duration>(value.get<std::string>())) return std::optional(*time);
  return wrong_value(key, "a number of seconds above 0, or a text such as \"500ms\"");
}

Result<std::optional<SearchLimits>> read_limits(const Json& line) {
  const auto sims = read_whole(line, "sims", 1);
  if (!sims) return sims.error();
  const auto time = read_time(line, "time");
  if (!time) return time.error();
  const auto nodes = read_whole(line, "nodes", 1);
  if (!nodes) return nodes.error();
  const SearchLimits limits{.sims = *sims, .time = *time, .nodes = *nodes};
  return limits.any() ? std::optional(limits) : std::nullopt;
}

Result<void> check_keys(const Json& line) {
  for (const auto& [key, value] : line.items()) {
    if (std::find(question_keys.begin(), question_keys.end(), key) != question_keys.end()) continue;
    std::string known;
    for (const std::string_view each : question_keys) known += " " + std::string(each);
    return Error{"unknown key '" + detail::shorten(key) + "'; there are:" + known};
  }
  return {};
}
}  // namespace

JsonAnalysis::JsonAnalysis(AnalysisSetup setup, Write write)
    : Protocol(std::move(write)), setup_(std::move(setup)) {
  for (std::size_t i = 0; i < std::max<std::size_t>(1, setup_.threads); ++i)
    threads_.emplace_back([this] { work(); });
}

JsonAnalysis::~JsonAnalysis() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    waiting_.clear();
    for (const auto& question : running_) question->stop.request_stop();
  }
  changed_.notify_all();
  threads_.clear();  // joins them
}

Result<JsonAnalysis::QuestionPtr> JsonAnalysis::read(const Json& line) const {
  if (auto known = check_keys(line); !known) return known.error();
  const auto game = read_text(line, "game", setup_.game);
  if (!game) return game.error();
  if (game->empty()) return Error{"'game' is missing, and the command was given no --game"};
  const auto agent = read_text(line, "agent", setup_.agent);
  if (!agent) return agent.error();
  auto moves = read_moves(line);
  if (!moves) return moves.error();
  const auto position = read_text(line, "position", "");
  if (!position) return position.error();
  const auto seed = read_whole(line, "seed", 0);
  if (!seed) return seed.error();
  const auto limits = read_limits(line);
  if (!limits) return limits.error();
  const auto report_every = read_time(line, "report_every");
  if (!report_every) return report_every.error();
  auto question = std::make_shared<Question>();
  question->game = *game;
  question->agent = *agent;
  question->moves = *std::move(moves);
  if (line.contains("position")) question->position = *position;
  question->seed = seed->value_or(setup_.seed);
  question->limits = *limits;
  if (*report_every) question->report_every = (*report_every)->seconds;
  return question;
}

bool JsonAnalysis::take(std::string_view line) {
  if (line.find_first_not_of(white_space) == std::string_view::npos) return true;
  const auto parsed = parse_json(line);
  if (!parsed || !parsed->is_object()) {
    const std::string problem = parsed ? "" : parsed.error().message + "; ";
    refuse(nullptr,
           problem + "a question is one JSON object in one line, such as {\"id\": 1, \"moves\": \"...\"}");
    return true;
  }
  const Json& read_line = *parsed;
  const Json id = read_line.contains("id") ? read_line["id"] : Json(nullptr);
  if (read_line.contains("cancel")) {
    cancel(read_line["cancel"]);
    return true;
  }
  const auto question = read(read_line);
  if (!question) {
    refuse(id, question.error().message);
    return true;
  }
  (*question)->id = id;
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() < most_waiting) {
      waiting_.push_back(*question);
      changed_.notify_one();
      return true;
    }
  }
  refuse(id, "too many questions are waiting: " + std::to_string(most_waiting));
  return true;
}

// Waiting questions are answered without statistics, running ones with their results so far.
void JsonAnalysis::cancel(const Json& id) {
  std::vector<QuestionPtr> dropped;
  bool found = false;
  {
    const std::lock_guard lock(mutex_);
    const auto same = [&](const QuestionPtr& question) { return question->id == id; };
    const auto first =
        std::stable_partition(waiting_.begin(), waiting_.end(), [&](const auto& q) { return !same(q); });
    dropped.assign(first, waiting_.end());
    waiting_.erase(first, waiting_.end());
    for (const QuestionPtr& question : running_)
      if (same(question)) {
        question->stop.request_stop();
        found = true;
      }
  }
  changed_.notify_all();
  for (const QuestionPtr& question : dropped) {
    Json answer = json_document();
    answer["id"] = question->id;
    answer["final"] = true;
    answer["cancelled"] = true;
    write(print_json_line(answer) + "\n");
  }
  if (!found && dropped.empty()) refuse(id, "no question with this id is waiting or under way");
}

void JsonAnalysis::refuse(const Json& id, const std::string& why) {
  Json answer = json_document();
  answer["id"] = id;
  answer["error"] = why;
  write(print_json_line(answer) + "\n");
}

void JsonAnalysis::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return waiting_.empty() && running_.empty(); });
}

// ---- On the threads of the pool.

void JsonAnalysis::work() {
  Kept kept;  // of this thread: engines end with the thread that started them
  while (const QuestionPtr question = next()) {
    answer(*question, kept);
    {
      const std::lock_guard lock(mutex_);
      running_.erase(std::find(running_.begin(), running_.end(), question));
    }
    changed_.notify_all();
  }
}

JsonAnalysis::QuestionPtr JsonAnalysis::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return closing_ || !waiting_.empty(); });
  if (closing_) return nullptr;
  QuestionPtr question = std::move(waiting_.front());
  waiting_.pop_front();
  running_.push_back(question);
  return question;
}

void JsonAnalysis::answer(const Question& question, Kept& kept) {
  const auto analysis = analyze(question, kept);
  if (!analysis) return refuse(question.id, analysis.error().message);
  Json answer = document(question, *analysis, true);
  if (question.stop.stop_requested()) answer["cancelled"] = true;
  write(print_json_line(answer) + "\n");
}

Json JsonAnalysis::document(const Question& question, const Analysis& analysis, bool final) const {
  Json document = json_document();
  document["id"] = question.id;
  document["final"] = final;
  document["seed"] = question.seed;
  document["game"] = question.game;
  document["agent"] = question.agent;
  add_analysis(document, analysis);
  return document;
}

Result<std::shared_ptr<const AnyGame>> JsonAnalysis::game_of(const std::string& spec) {
  constexpr std::size_t most_kept = 1000;
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = made_.find(spec); found != made_.end()) return found->second;
  }
  auto made = setup_.games.make(spec);
  if (!made) return made;
  const std::lock_guard lock(mutex_);
  if (made_.size() < most_kept) made_.emplace(spec, *made);
  return made;
}

Result<Analysis> JsonAnalysis::analyze(const Question& question, Kept& kept) {
  const auto game = game_of(question.game);
  if (!game) return game.error();
  auto session =
      question.position ? Session::from_position(*game, *question.position) : Result<Session>(Session(*game));
  if (!session) return session.error();
  if (auto played = session->play_all(question.moves, std::nullopt); !played) return played.error();
  if (const std::string& problem = session->position().problem(); !problem.empty()) return Error{problem};
  if (session->over()) return Error{"the game is over: there is nothing to analyze"};
  if (session->at_chance()) return Error{"chance is to move here: add its outcome to the moves"};
  const auto spec = parse_spec(question.agent);
  if (!spec) return spec.error();
  if (is_engine(spec->name)) {
    if (question.agent != setup_.agent)
      return Error{spec->name +
                   ": a question can't start a program; give the engine to the command by --agent"};
    if (kept.game != *game) kept = {*game, std::make_unique<EnginePool>()};
  }
  const auto agent = make_any_agent(**game, *spec, question.seed, kept.engines.get());
  if (!agent) return agent.error();
  (*agent)->follow(*session);
  AnyThinking thinking{.stop = question.stop.get_token(), .progress = {}, .limits = question.limits};
  if (question.report_every)
    thinking.progress = [&, watch = Stopwatch{},
                         next = *question.report_every](const Analysis& so_far) mutable {
      if (watch.seconds() < next) return;
      next = watch.seconds() + *question.report_every;
      write(print_json_line(document(question, so_far, false)) + "\n");
    };
  Analysis analysis = (*agent)->analyze(session->position(), thinking);
  if (!analysis.error.empty()) return Error{analysis.error};
  return analysis;
}

}  // namespace banyan::protocol
