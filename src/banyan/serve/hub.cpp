#include <banyan/serve/hub.hpp>

#include <algorithm>
#include <random>
#include <utility>

#include <fmt/format.h>

namespace banyan::serve {

namespace {
constexpr int most_refused = 200;  // messages beyond the limit before a connection is let go

// An answer carries the id of its question, whatever that was.
std::string answer_text(const Json& id, const Reply& reply) {
  Json document{{"answer", id}};
  if (const auto* refusal = std::get_if<Refusal>(&reply)) {
    document["error"] = {{"code", refusal->code}, {"message", refusal->message}};
  } else {
    document.update(std::get<Json>(reply));
  }
  return text_of(document);
}
}  // namespace

// The one place where chance comes from outside: a key that could be foretold would be none.
std::string fresh_key(std::size_t bytes) {
  std::random_device device;
  std::string key;
  for (std::size_t i = 0; i < bytes; ++i) key += fmt::format("{:02x}", device() & 0xffU);
  return key;
}

Hub::Hub(const GameList& games, const Limits& limits, Loop& loop, SearchPool& pool)
    : games_(games), limits_(limits), loop_(loop), pool_(pool) {}

// ---- Coming and going

void Hub::connect(Listener& listener) {
  Client client;
  client.allowance = limits_.messages_at_once;
  client.counted_at = loop_.now();
  clients_.emplace(&listener, std::move(client));
}

void Hub::disconnect(Listener& listener) {
  const auto place = clients_.find(&listener);
  if (place == clients_.end()) return;
  const Client client = std::move(place->second);
  clients_.erase(place);
  for (const auto& room : client.watched) room->leave(listener);
  if (!client.visitor || --client.visitor->connections > 0) return;
  client.visitor->left_at = loop_.now();
  for (const auto& room : client.visitor->rooms) room->sleep();
  if (client.visitor->rooms.empty()) visitors_.erase(client.visitor->key);
}

void Hub::sweep() {
  for (auto place = visitors_.begin(); place != visitors_.end();) {
    const Visitor& visitor = *place->second;
    if (visitor.connections > 0 || loop_.now() - visitor.left_at < limits_.idle_seconds) {
      ++place;
      continue;
    }
    for (const auto& room : visitor.rooms) close_room(room);
    place = visitors_.erase(place);
  }
}

Hub::Load Hub::load() const {
  return {.connections = clients_.size(), .visitors = visitors_.size(), .tables = rooms_.size()};
}

// ---- Messages

bool Hub::receive(Listener& listener, std::string_view text) {
  Client& client = clients_.at(&listener);
  const auto answer = [&](const Json& id, const Reply& reply) {
    listener.send(std::make_shared<const std::string>(answer_text(id, reply)), {});
  };
  // A refusal too names its question: who asked may be waiting for it.
  const bool allowed = may_send(client);
  const auto message = parse_object(text);
  const Json id = message ? message->value("id", Json(nullptr)) : Json(nullptr);
  if (!allowed) {
    answer(id,
           Refusal{429, fmt::format("too many messages: at most {} a second", limits_.messages_per_second)});
    return ++client.refused < most_refused;
  }
  client.refused = 0;
  answer(id, message ? handle(listener, client, *message) : Reply(refuse(message.error())));
  return true;
}

bool Hub::may_send(Client& client) {
  const double now = loop_.now();
  client.allowance = std::min(limits_.messages_at_once,
                              client.allowance + (now - client.counted_at) * limits_.messages_per_second);
  client.counted_at = now;
  if (client.allowance < 1) return false;
  client.allowance -= 1;
  return true;
}

Reply Hub::handle(Listener& listener, Client& client, const Json& message) {
  Fields fields(message);
  const std::string what = fields.text("do");
  if (fields.problem()) return *fields.problem();
  if (what == "hello") return hello(client, fields);
  if (!client.visitor) return Refusal{403, "the first message is {\"do\": \"hello\"}"};
  if (what == "new") return new_table(listener, client, fields);
  if (what == "load") {
    const std::string record = fields.text("record");
    const double pace = fields.real_or("pace", 0, limits_.pace_seconds, 0);
    if (fields.problem()) return *fields.problem();
    return open_table(listener, client, Table::load(games_, record, limits_), pace);
  }
  if (what == "watch") return watch(listener, client, fields);
  if (what == "leave") return leave(listener, client, fields);
  if (Laboratory::knows(what)) {
    if (!client.laboratory)
      client.laboratory = std::make_unique<Laboratory>(loop_, pool_, client.visitor->number, listener);
    return client.laboratory->act(what, fields);
  }

  if (!Room::knows(what)) return Refusal{404, "unknown: '" + detail::shorten(what) + "'"};
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
  if (client.visitor) return Refusal{409, "hello has been said"};
  if (const auto known = visitors_.find(key); known != visitors_.end()) {
    client.visitor = known->second;
  } else {
    sweep();
    if (visitors_.size() >= limits_.visitors) return Refusal{429, "too many visitors; try again later"};
    client.visitor = add_visitor(fresh_key(16));
  }
  ++client.visitor->connections;
  Json tables = Json::array();
  for (const auto& room : client.visitor->rooms) {
    tables.push_back(room->id());
    room->wake();
  }
  return Json{{"visitor", client.visitor->key}, {"tables", std::move(tables)}};
}

std::shared_ptr<Hub::Visitor> Hub::add_visitor(std::string key) {
  auto visitor = std::make_shared<Visitor>();
  visitor->key = std::move(key);
  visitor->number = ++last_number_;
  visitor->left_at = loop_.now();
  visitors_.emplace(visitor->key, visitor);
  return visitor;
}

// ---- Tables that outlive the server

Hub::Changes Hub::take_changes() {
  Changes changes{.changed = {}, .gone = std::exchange(gone_, {})};
  for (const auto& [key, visitor] : visitors_)
    for (const auto& room : visitor->rooms)
      if (room->take_change())
        changes.changed.push_back({room->id(), key, print_record(room->table().record())});
  return changes;
}

// What can't be read any more is forgotten.
void Hub::restore(const StoredTable& stored) {
  auto table = Table::load(games_, stored.record, limits_);
  const auto known = visitors_.find(stored.visitor);
  const bool full = known == visitors_.end() ? visitors_.size() >= limits_.visitors
                                             : known->second->rooms.size() >= limits_.tables_per_visitor;
  if (!table || full) {
    gone_.push_back(stored.id);
    return;
  }
  const auto visitor = known == visitors_.end() ? add_visitor(stored.visitor) : known->second;
  const auto room = std::make_shared<Room>(House{games_, limits_, loop_, pool_}, stored.id, visitor->number,
                                           *std::move(table));
  room->take_change();
  rooms_.emplace(room->id(), room);
  visitor->rooms.push_back(room);
}

// ---- Tables

Reply Hub::new_table(Listener& listener, Client& client, Fields& fields) {
  TableSetup setup{.game = fields.text("game"),
                   .seats = fields.texts("seats"),
                   .seed = fields.whole_or("seed", 0, largest_seed, std::random_device{}()),
                   .position = std::nullopt,
                   .moves = fields.texts("moves")};
  if (fields.has("position")) setup.position = fields.text("position");
  const double pace = fields.real_or("pace", 0, limits_.pace_seconds, 0);
  if (fields.problem()) return *fields.problem();
  return open_table(listener, client, Table::open(games_, std::move(setup), limits_), pace);
}

Reply Hub::open_table(Listener& listener, Client& client, Result<Table> table, double pace) {
  if (!table) return refuse(table.error());
  auto& own = client.visitor->rooms;
  if (own.size() >= limits_.tables_per_visitor) {
    close_room(own.front());
    own.erase(own.begin());
  }
  const auto room = std::make_shared<Room>(House{games_, limits_, loop_, pool_}, fresh_key(8),
                                           client.visitor->number, *std::move(table));
  room->keep_pace(pace);
  rooms_.emplace(room->id(), room);
  own.push_back(room);
  watch_room(listener, client, room);
  room->wake();
  return Json{{"table", room->id()}};
}

Reply Hub::watch(Listener& listener, Client& client, Fields& fields) {
  const std::string id = fields.text("table");
  if (fields.problem()) return *fields.problem();
  const auto room = find_room(id);
  if (!room) return Refusal{404, "there is no such table; it may have been idle for too long"};
  watch_room(listener, client, room);
  const auto& own = client.visitor->rooms;
  return Json{{"table", id}, {"yours", std::find(own.begin(), own.end(), room) != own.end()}};
}

Reply Hub::leave(Listener& listener, Client& client, Fields& fields) {
  const std::string id = fields.text("table");
  if (fields.problem()) return *fields.problem();
  std::erase_if(client.watched, [&](const auto& room) {
    if (room->id() != id) return false;
    room->leave(listener);
    return true;
  });
  return Json::object();
}

void Hub::watch_room(Listener& listener, Client& client, const std::shared_ptr<Room>& room) {
  if (std::find(client.watched.begin(), client.watched.end(), room) == client.watched.end())
    client.watched.push_back(room);
  room->join(listener);
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
