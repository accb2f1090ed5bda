#include <banyan/serve/hub.hpp>

#include <algorithm>
#include <array>
#include <random>
#include <utility>

#include <fmt/format.h>

#include <banyan/serve/computing.hpp>

namespace banyan::serve {

namespace {
constexpr int most_refused = 200;  // messages beyond the limit before a connection is closed
// Share of the server's memory for tables and trees; the rest is for the program itself, for what waits to be
// read, and for what the allocator can't give back.
constexpr double share_of_tables = 0.75;

// An answer carries the id of its question, of any type.
std::string answer_text(const Json& id, const Reply& reply) {
  Json document{{"answer", id}};
  if (const auto* refusal = std::get_if<Refusal>(&reply)) {
    document["error"] = {{"code", refusal->code}, {"message", refusal->message}};
  } else {
    document.update(std::get<Json>(reply));
  }
  return text_of(document);
}

bool asks_for_memory(std::string_view what) {
  constexpr std::array those{"new", "load", "explore", "grow", "analyze"};
  return std::find(those.begin(), those.end(), what) != those.end();
}
}  // namespace

// Visitor keys must be unpredictable, so they come from the system's random source.
std::string fresh_key(std::size_t bytes) {
  std::random_device device;
  std::string key;
  for (std::size_t i = 0; i < bytes; ++i) key += fmt::format("{:02x}", device() & 0xffU);
  return key;
}

Hub::Hub(const GameList& games, const Limits& limits, Loop& loop, SearchPool& pool)
    : games_(games),
      limits_(limits),
      loop_(loop),
      pool_(pool),
      memory_(std::make_shared<MemoryBudget>(
          static_cast<std::uint64_t>(share_of_tables * static_cast<double>(limits.memory_bytes)))),
      engines_(std::make_shared<EngineHouse>(limits.engine_processes)) {}

// ---- Coming and going

void Hub::connect(Listener& listener, std::shared_ptr<Allowance> allowance) {
  auto client = std::make_shared<Client>();
  client->link = std::make_shared<Link>(listener);
  client->allowance =
      allowance ? std::move(allowance)
                : std::make_shared<Allowance>(limits_.messages_per_second, limits_.messages_at_once);
  clients_.emplace(&listener, std::move(client));
}

void Hub::disconnect(Listener& listener) {
  const auto place = clients_.find(&listener);
  if (place == clients_.end()) return;
  const std::shared_ptr<Client> client = std::move(place->second);
  clients_.erase(place);
  client->link->cut();
  loop_.post([this, client] { depart(*client); });
}

void Hub::close() {
  for (const auto& [listener, client] : clients_) client->link->cut();
  clients_.clear();
}

void Hub::depart(Client& client) {
  client.laboratory.reset();  // ends its experiment
  for (const auto& watched : client.watched)
    if (const auto room = watched.lock()) room->leave(client.link);
  if (!client.visitor || --client.visitor->connections > 0) return;
  client.visitor->left_at = loop_.now();
  client.visitor->present += client.visitor->left_at - client.visitor->came_at;
  for (const auto& room : client.visitor->rooms) room->sleep();
  if (client.visitor->rooms.empty() && client.visitor->unopened == 0) visitors_.erase(client.visitor->key);
}

Hub::Load Hub::load() const {
  return {.connections = clients_.size(),
          .visitors = visitors_.size(),
          .tables = rooms_.size(),
          .bytes = memory_->used()};
}

// ---- Messages

void Hub::answer(const Question& question, const Reply& reply) {
  question.client->link->send(std::make_shared<const std::string>(answer_text(question.id, reply)), {});
}

bool Hub::receive(Listener& listener, std::string_view text) {
  const auto place = clients_.find(&listener);
  if (place == clients_.end()) return false;
  const std::shared_ptr<Client> client = place->second;  // it may leave while it is answered
  const double cpu = loop_.cpu();
  const bool allowed = client->allowance->any(loop_.now());
  const auto message = parse_object(text);
  // A refusal too names its question: the client may be waiting for it.
  const Question question{client, message ? message->value("id", Json(nullptr)) : Json(nullptr)};
  if (!allowed) {
    answer(
        question,
        Refusal{429, fmt::format("rate limit: at most {} messages a second; every 2 ms of work counts as a "
                                 "message",
                                 limits_.messages_per_second)});
    return ++client->refused < most_refused;
  }
  client->refused = 0;
  const std::optional<Reply> reply = message ? handle(question, *message) : Reply(refuse(message.error()));
  if (reply) answer(question, *reply);
  client->allowance->spend(1 + units_of(loop_.cpu() - cpu));
  return true;
}

std::optional<Reply> Hub::handle(const Question& question, const Json& message) {
  Client& client = *question.client;
  Fields fields(message);
  const std::string what = fields.text("do");
  if (fields.problem()) return *fields.problem();
  if (what == "hello") return hello(client, fields);
  if (!client.visitor) return Refusal{403, "the first message is {\"do\": \"hello\"}"};
  if (asks_for_memory(what) && !has_memory())
    return Refusal{503, "the server's memory is used up; try again in a moment"};
  if (what == "new") return new_table(question, fields);
  if (what == "load") return load_table(question, fields);
  if (what == "watch") return watch(client, fields);
  if (what == "leave") return leave(client, fields);
  if (Laboratory::knows(what)) {
    if (!client.laboratory)
      client.laboratory =
          std::make_unique<Laboratory>(loop_, pool_, limits_, client.visitor->number, client.link);
    return client.laboratory->act(what, fields);
  }
  if (!Room::knows(what)) return Refusal{404, "unknown: '" + detail::shorten(what) + "'"};
  return handle_room(client, what, fields);
}

Reply Hub::handle_room(Client& client, const std::string& what, Fields& fields) {
  const std::string id = fields.text("table");
  if (fields.problem()) return *fields.problem();
  const auto room = find_room(id);
  if (!room) return Refusal{404, "there is no such table; it may have been idle for too long"};
  if (what == "look") return room->look(fields);
  auto& own = client.visitor->rooms;
  const auto place = std::find(own.begin(), own.end(), room);
  if (place == own.end()) return Refusal{403, "this is another visitor's table: you may watch"};
  std::rotate(place, place + 1, own.end());
  return room->act(what, fields);
}

Reply Hub::hello(Client& client, Fields& fields) {
  const std::string key = fields.text_or("visitor", "");
  if (fields.problem()) return *fields.problem();
  if (client.visitor) return Refusal{409, "hello was already sent"};
  if (const auto known = visitors_.find(key); known != visitors_.end()) {
    client.visitor = known->second;
  } else {
    if (!make_room_for_a_visitor()) return Refusal{429, "too many visitors; try again later"};
    client.visitor = add_visitor(fresh_key(16));
  }
  if (client.visitor->connections++ == 0) client.visitor->came_at = loop_.now();
  Json tables = Json::array();
  for (const auto& room : client.visitor->rooms) {
    tables.push_back(room->id());
    room->wake();
  }
  return Json{{"visitor", client.visitor->key},
              {"tables", std::move(tables)},
              {"unopened", client.visitor->unopened}};
}

// ---- Tables

std::optional<Reply> Hub::new_table(const Question& question, Fields& fields) {
  TableSetup setup{.game = fields.text("game"),
                   .seats = fields.texts("seats"),
                   .seed = fields.whole_or("seed", 0, largest_seed, std::random_device{}()),
                   .position = std::nullopt,
                   .moves = fields.texts("moves")};
  if (fields.has("position")) setup.position = fields.text("position");
  const double pace = fields.real_or("pace", 0, limits_.pace_seconds, 0);
  if (fields.problem()) return *fields.problem();
  constexpr std::size_t bytes_a_move = 4;
  const bool takes_long = setup.moves.size() * bytes_a_move > limits_.long_body_bytes;
  return open(question, takes_long, pace, [&games = games_, &limits = limits_, setup = std::move(setup)] {
    return Table::open(games, setup, limits);
  });
}

std::optional<Reply> Hub::load_table(const Question& question, Fields& fields) {
  const std::string record = fields.text("record");
  const double pace = fields.real_or("pace", 0, limits_.pace_seconds, 0);
  if (fields.problem()) return *fields.problem();
  return open(question, record.size() > limits_.long_body_bytes, pace,
              [&games = games_, &limits = limits_, record] { return Table::load(games, record, limits); });
}

// Replaying a long game takes time; others are served meanwhile.
std::optional<Reply> Hub::open(const Question& question, bool takes_long, double pace,
                               const std::function<Result<Table>()>& make) {
  Client& client = *question.client;
  if (!takes_long) return open_table(client, make(), pace);
  if (client.opening) return Refusal{409, "another table is being opened"};
  const auto done = [this, question, pace](Result<Table> table, double cpu_seconds) {
    question.client->opening = false;
    if (question.client->link->is_cut()) return;
    question.client->allowance->spend(units_of(cpu_seconds));
    answer(question, open_table(*question.client, std::move(table), pace));
  };
  const auto job = compute(
      loop_, pool_,
      {.owner = client.visitor->number,
       .seconds = limits_.search_seconds,
       .work =
           [&loop = loop_, make, done](const SearchPool::Turn& turn) {
             if (turn.stop().stop_requested()) return;
             const double cpu = loop.cpu();
             auto table = std::make_shared<Result<Table>>(make());
             loop.post([done, table, used = loop.cpu() - cpu] { done(std::move(*table), used); });
           },
       .failed = [done](const std::string& why) { done(Error{"the game can't be opened: " + why}, 0); }});
  if (!job) return Refusal{429, "too much is waiting; try again in a moment"};
  client.opening = true;
  return std::nullopt;
}

Reply Hub::open_table(Client& client, Result<Table> table, double pace) {
  if (!table) return refuse(table.error());
  auto& own = client.visitor->rooms;
  if (own.size() >= limits_.tables_per_visitor) {
    close_room(own.front());
    own.erase(own.begin());
  }
  const auto room = std::make_shared<Room>(house(), fresh_key(8), client.visitor->number, *std::move(table));
  room->keep_pace(pace);
  rooms_.emplace(room->id(), room);
  own.push_back(room);
  watch_room(client, room);
  room->wake();
  return Json{{"table", room->id()}};
}

Reply Hub::watch(Client& client, Fields& fields) {
  const std::string id = fields.text("table");
  if (fields.problem()) return *fields.problem();
  const auto room = find_room(id);
  if (!room) return Refusal{404, "there is no such table; it may have been idle for too long"};
  watch_room(client, room);
  const auto& own = client.visitor->rooms;
  return Json{{"table", id}, {"yours", std::find(own.begin(), own.end(), room) != own.end()}};
}

Reply Hub::leave(Client& client, Fields& fields) {
  const std::string id = fields.text("table");
  if (fields.problem()) return *fields.problem();
  if (const auto room = find_room(id)) unwatch(client, room);
  return Json::object();
}

void Hub::watch_room(Client& client, const std::shared_ptr<Room>& room) {
  unwatch(client, room);
  client.watched.push_back(room);
  room->join(client.link);
}

// Tables that are closed are forgotten as well.
void Hub::unwatch(Client& client, const std::shared_ptr<Room>& room) {
  std::erase_if(client.watched,
                [&](const auto& watched) { return watched.expired() || watched.lock() == room; });
  room->leave(client.link);
}

void Hub::close_room(const std::shared_ptr<Room>& room) {
  room->sleep();
  rooms_.erase(room->id());
  gone_.push_back(room->id());
}

std::shared_ptr<Room> Hub::find_room(const std::string& id) const {
  const auto place = rooms_.find(id);
  return place == rooms_.end() ? nullptr : place->second.lock();
}

}  // namespace banyan::serve
