// What the hub keeps, for how long, and what it frees first. (The rest of Hub is in hub.cpp.)
#include <malloc.h>

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <banyan/serve/hub.hpp>

namespace banyan::serve {

namespace {
// Seconds of presence credited to a visitor of an earlier start.
constexpr double present_before = 300;
}  // namespace

// ---- Visitors

std::shared_ptr<Hub::Visitor> Hub::add_visitor(std::string key) {
  auto visitor = std::make_shared<Visitor>();
  visitor->key = std::move(key);
  visitor->number = ++last_number_;
  visitor->left_at = loop_.now();
  visitors_.emplace(visitor->key, visitor);
  return visitor;
}

void Hub::sweep() {
  for (auto place = visitors_.begin(); place != visitors_.end();) {
    Visitor& visitor = *place->second;
    const bool is_long_gone =
        visitor.connections == 0 && loop_.now() - visitor.left_at >= limits_.idle_seconds;
    if (is_long_gone) close_rooms(visitor);
    // Visitors with games in the store that can't be opened now keep their key.
    place = is_long_gone && visitor.unopened == 0 ? visitors_.erase(place) : std::next(place);
  }
}

// False if all visitors are connected.
bool Hub::make_room_for_a_visitor() {
  if (visitors_.size() < limits_.visitors) return true;
  const auto least = least_missed();
  if (least == visitors_.end()) return false;
  close_rooms(*least->second);
  visitors_.erase(least);
  return true;
}

// The absent visitor with the shortest total presence, and among equals the one who left first: a flood of
// new visitors does not displace those who have played. Those with games that can't be opened now come last.
// The end if all visitors are connected.
Hub::Visitors::iterator Hub::least_missed() {
  const auto rank = [](const Visitor& visitor) {
    return std::tuple(visitor.unopened > 0, visitor.present, visitor.left_at);
  };
  auto least = visitors_.end();
  for (auto place = visitors_.begin(); place != visitors_.end(); ++place) {
    if (place->second->connections > 0) continue;
    if (least == visitors_.end() || rank(*place->second) < rank(*least->second)) least = place;
  }
  return least;
}

void Hub::close_rooms(Visitor& visitor) {
  for (const auto& room : visitor.rooms) close_room(room);
  visitor.rooms.clear();
}

// ---- Memory

bool Hub::has_memory() {
  if (memory_->full()) relieve();
  return !memory_->full();
}

void Hub::relieve() {
  if (!memory_->full()) return;
  forget_idle_trees();
  if (memory_->full()) close_rooms_of_the_absent();
  if (memory_->full()) cut_largest_search();
  malloc_trim(0);  // the allocator keeps freed memory otherwise
}

void Hub::forget_idle_trees() {
  std::vector<Room*> rooms;
  for (const auto& [key, visitor] : visitors_)
    for (const auto& room : visitor->rooms)
      if (room->has_idle_trees()) rooms.push_back(room.get());
  std::sort(rooms.begin(), rooms.end(),
            [](const Room* a, const Room* b) { return a->used_at() < b->used_at(); });
  for (Room* room : rooms)
    if (memory_->full()) room->forget_idle_trees();
}

// Games are closed only if games take most of the memory, never for another visitor's search.
void Hub::close_rooms_of_the_absent() {
  std::uint64_t games = 0;
  std::vector<std::shared_ptr<Visitor>> absent;
  for (const auto& [key, visitor] : visitors_) {
    for (const auto& room : visitor->rooms) games += room->table().bytes();
    if (visitor->connections == 0 && !visitor->rooms.empty()) absent.push_back(visitor);
  }
  std::sort(absent.begin(), absent.end(), [](const auto& a, const auto& b) {
    return std::pair(a->present, a->left_at) < std::pair(b->present, b->left_at);
  });
  for (const auto& visitor : absent) {
    if (!memory_->full() || games <= memory_->most() / 2) return;
    for (const auto& room : visitor->rooms) games -= room->table().bytes();
    close_rooms(*visitor);
  }
}

void Hub::cut_largest_search() {
  const Room* largest = nullptr;
  for (const auto& [key, visitor] : visitors_)
    for (const auto& room : visitor->rooms)
      if (room->searching() && (largest == nullptr || room->bytes() > largest->bytes())) largest = room.get();
  if (largest != nullptr) largest->cut_search();
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

Result<void> Hub::restore(const StoredTable& stored) {
  const auto known = visitors_.find(stored.visitor);
  if (known == visitors_.end() && visitors_.size() >= limits_.visitors)
    return Error{fmt::format("there are {} visitors already", limits_.visitors)};
  const auto visitor = known == visitors_.end() ? add_visitor(stored.visitor) : known->second;
  visitor->present = present_before;
  auto table = Table::load(games_, stored.record, limits_);
  if (table && visitor->rooms.size() >= limits_.tables_per_visitor)
    table = Error{fmt::format("its visitor has {} tables already", limits_.tables_per_visitor)};
  if (table && memory_->full()) table = Error{"the server's memory is used up"};
  if (!table) {
    ++visitor->unopened;
    return table.error();
  }
  const auto room = std::make_shared<Room>(house(), stored.id, visitor->number, *std::move(table));
  room->take_change();
  rooms_.emplace(room->id(), room);
  visitor->rooms.push_back(room);
  return {};
}

}  // namespace banyan::serve
