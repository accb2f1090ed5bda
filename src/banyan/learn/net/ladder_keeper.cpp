#include <banyan/learn/net/ladder_keeper.hpp>

#include <algorithm>

#include <banyan/core/clock.hpp>
#include <banyan/core/file_writer.hpp>
#include <banyan/nn/bnet.hpp>

namespace banyan {

double LadderKeeper::usual_interval(std::optional<double> minutes) {
  constexpr double without_an_end = 180;
  constexpr double least = 30;
  constexpr double most = 300;
  constexpr double rungs = 10;
  return minutes ? std::clamp(60 * *minutes / rungs, least, most) : without_an_end;
}

double LadderKeeper::interval(double seconds) const {
  constexpr double part_of_run = 20;
  return std::max(interval_, seconds / part_of_run);
}

bool LadderKeeper::is_due(double seconds) const {
  return is_on() && seconds - end_ >= std::max(interval(seconds), cost_ / most_share);
}

Result<void> LadderKeeper::resume() {
  const auto ladder = reader_.ladder();
  if (!ladder) return ladder.error();
  if (ladder->empty()) return {};
  const StoredMatch& last = ladder->back();
  generation_ = last.generation;
  end_ = last.seconds;
  rating_ = {.player = ladder_name(generation_), .elo = last.elo, .low = last.low, .high = last.high};
  return {};
}

Result<std::optional<StoredRung>> LadderKeeper::climb(const RungStart& start, const Network& network,
                                                      const std::stop_token& stop) {
  const auto before = reader_.ladder();
  if (!before) return before.error();
  const auto ratings = reader_.ratings();
  if (!ratings) return ratings.error();
  if (auto kept = write_file(ladder_.file(start.generation), print_bnet(network)); !kept) return kept.error();
  const Stopwatch climbing;
  const double since = std::min(start.seconds - end_, interval(start.seconds));
  auto rung = ladder_.climb(start, *before, *ratings, share * since, stop);
  if (!rung || !*rung) return rung;
  if (auto kept = store_.add_rung(**rung); !kept) return kept.error();
  if (auto resumed = resume(); !resumed) return resumed.error();
  cost_ = climbing.seconds();
  end_ = start.seconds + cost_;
  return rung;
}

std::vector<StoredRating> rated_networks(const std::vector<StoredRating>& ratings) {
  std::vector<StoredRating> list;
  for (const StoredRating& rating : ratings)
    if (rating.player.starts_with(ladder_name_start)) list.push_back(rating);
  return list;
}

}  // namespace banyan
