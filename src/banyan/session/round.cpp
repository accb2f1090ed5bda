#include <banyan/session/round.hpp>

#include <utility>

namespace banyan {

void UnseenMoves::show_to(AnyAgent& agent) {
  for (const Seen& seen : moves_) agent.observe(*seen.before, seen.move);
  moves_.clear();
}

Result<void> Round::play(std::string_view move) {
  auto played = session_.play(move);
  if (played) note_last_move();
  return played;
}

void Round::play_chance(std::uint64_t seed) {
  session_.play_chance(seed);
  note_last_move();
}

void Round::play_chance(Random& random) {
  session_.play_chance(random);
  note_last_move();
}

void Round::follow() {
  for (std::size_t seat = 0; seat < agents_.size(); ++seat) {
    unseen_[seat].clear();
    if (has_agent(seat)) agents_[seat]->follow(session_);
  }
}

Analysis Round::choose(const AnyThinking& thinking) {
  return ready(seat_to_move()).choose(session_.position(), thinking);
}

std::vector<AnyAgent*> Round::ponderers() {
  std::vector<AnyAgent*> list;
  for (std::size_t seat = 0; seat < agents_.size(); ++seat)
    if (has_agent(seat) && agents_[seat]->ponders()) list.push_back(&ready(seat));
  return list;
}

void Round::note_last_move() {
  const std::size_t ply = session_.moves().size() - 1;
  const std::shared_ptr<const Position> before = session_.position_at(ply).clone();
  for (std::size_t seat = 0; seat < agents_.size(); ++seat)
    if (has_agent(seat)) unseen_[seat].add(before, session_.moves()[ply]);
}

AnyAgent& Round::ready(std::size_t seat) {
  unseen_[seat].show_to(*agents_[seat]);
  return *agents_[seat];
}

}  // namespace banyan
