// What a search remembers of moves wherever they are made: a value for each move of each player.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <banyan/game/game.hpp>

namespace banyan {

// Such tables have a place for every bit pattern of a move, so moves must be short.
template <Game G>
inline constexpr bool has_short_moves = sizeof(MoveOf<G>) <= 2;

// A player's move as a number, small where the game numbers its moves from 0.
using MoveKey = std::uint32_t;
template <Game G>
MoveKey move_key(Player player, const MoveOf<G>& move) requires has_short_moves<G> {
  using Bits = std::conditional_t<sizeof(MoveOf<G>) == 1, std::uint8_t, std::uint16_t>;
  MoveKey bits = std::bit_cast<Bits>(move);
  // Of two parts the first is the higher, as in Nim's heap and count, of which there are fewer heaps.
  if constexpr (sizeof(Bits) == 2 && !std::is_integral_v<MoveOf<G>>) bits = (bits & 255U) << 8U | bits >> 8U;
  return bits * static_cast<MoveKey>(G::max_players) + static_cast<MoveKey>(player);
}
template <Game G>
constexpr std::size_t player_of(MoveKey key) {
  return key % static_cast<MoveKey>(G::max_players);
}

// Grows to the highest move it is asked for, up to a limit; moves beyond it are not remembered.
template <class T>
class MoveTable {
 public:
  T& operator[](MoveKey key) { return key < values_.size() ? values_[key] : grow_to(key); }
  void limit_entries(std::size_t most) { most_ = std::bit_floor(most); }
  void clear() { values_.assign(values_.size(), T{}); }
  [[nodiscard]] std::size_t bytes() const { return values_.capacity() * sizeof(T); }

  // For every move that a player of this game could make.
  template <Game G>
  static constexpr std::size_t most_bytes = (sizeof(MoveOf<G>) == 1 ? std::size_t{1} << 8U
                                                                    : std::size_t{1} << 16U) *
                                            std::bit_ceil(static_cast<std::size_t>(G::max_players)) *
                                            sizeof(T);

 private:
  [[gnu::noinline]] T& grow_to(MoveKey key) {
    const std::size_t wanted = std::bit_ceil(key + std::size_t{1});
    if (wanted > most_) return beyond_ = T{};
    values_.resize(wanted);
    return values_[key];
  }

  std::vector<T> values_;
  std::size_t most_ = std::size_t{1} << 63U;
  T beyond_{};
};

// The moves of players in a random game, in order. What comes after very many says little of the first ones.
class Trace {
 public:
  static constexpr std::size_t most = 4096;
  static constexpr std::size_t most_bytes = most * sizeof(MoveKey);
  void note(MoveKey key) {
    if (keys_.size() < most) keys_.push_back(key);
  }
  void clear() { keys_.clear(); }
  [[nodiscard]] auto begin() const { return keys_.begin(); }
  [[nodiscard]] auto end() const { return keys_.end(); }
  [[nodiscard]] std::size_t bytes() const { return keys_.capacity() * sizeof(MoveKey); }

 private:
  std::vector<MoveKey> keys_;
};

}  // namespace banyan
