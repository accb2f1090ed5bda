#include <banyan/cluster/units.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <numeric>
#include <set>
#include <thread>

#include <banyan/cluster/match.hpp>
#include <banyan/cluster/start.hpp>
#include <banyan/core/bytes.hpp>
#include <banyan/session/game_of.hpp>

#include <banyan/cluster/thread_wire.hpp>

namespace banyan::cluster {
namespace {

// Squares of numbers, done by so many ranks; how often each was done is counted.
struct Squares {
  explicit Squares(std::size_t count) : done(count) {}

  std::vector<std::uint64_t> on(int ranks, const std::function<void(int rank)>& before_each = {}) {
    std::vector<std::uint64_t> first;
    run_ranks(ranks, [&](Ranks& own) {
      std::vector<std::uint64_t> results(done.size());
      const NumberedWork work{
          .count = results.size(),
          .work =
              [&](std::size_t i, const std::stop_token&) {
                if (before_each) before_each(own.rank());
                ++done[i];
                results[i] = i * i;
              },
          .pack = [&](std::size_t i) { return ByteWriter().put(results[i]).take(); },
          .unpack = [&](std::size_t i,
                        std::string_view bytes) { results[i] = ByteReader(bytes).take<std::uint64_t>(); }};
      shared_workshop(own)(work, 2, {});
      if (own.is_first()) first = results;
    });
    return first;
  }

  std::vector<std::atomic<int>> done;
};

TEST(Units, EachIsDoneOnceOnAnyNumberOfRanks) {
  constexpr std::size_t count = 1000;
  for (const int ranks : {1, 2, 3, 8}) {
    Squares squares(count);
    const auto results = squares.on(ranks);
    ASSERT_EQ(results.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(results[i], i * i) << ranks << " ranks";
      EXPECT_EQ(squares.done[i], 1) << ranks << " ranks";
    }
  }
}

TEST(Units, ASlowRankHoldsUpNobody) {
  Squares squares(200);
  std::atomic<int> by_slow{0};
  std::atomic<int> by_others{0};
  const auto results = squares.on(3, [&](int rank) {
    ++(rank == 1 ? by_slow : by_others);
    std::this_thread::sleep_for(std::chrono::milliseconds(rank == 1 ? 50 : 1));
  });
  EXPECT_EQ(results.back(), 199U * 199U);
  EXPECT_EQ(by_slow + by_others, 200);
  EXPECT_GT(by_others, by_slow);
}

TEST(Units, NoWorkIsNoProblem) {
  Squares squares(0);
  EXPECT_TRUE(squares.on(3).empty());
}

TEST(Units, AStopEndsThem) {
  std::stop_source stop;
  std::atomic<int> done{0};
  run_ranks(3, [&](Ranks& own) {
    const NumberedWork work{.count = 1'000'000,
                            .work =
                                [&](std::size_t, const std::stop_token&) {
                                  std::this_thread::sleep_for(std::chrono::milliseconds(1));
                                  if (++done == 50) stop.request_stop();
                                },
                            .pack = [](std::size_t) { return std::string(); },
                            .unpack = [](std::size_t, std::string_view) {}};
    shared_workshop(own)(work, 1, stop.get_token());
  });
  EXPECT_GE(done, 50);
  EXPECT_LT(done, 100);
}

// Results that have arrived when the stop comes are kept.
TEST(Units, WhatCameBackBeforeAStopCounts) {
  constexpr std::size_t count = 5;
  std::set<std::size_t> taken;
  run_ranks(2, [&](Ranks& own) {
    if (!own.is_first()) {
      for (std::uint32_t i = 0; i < count; ++i)
        own.send(0, Mail::done, ByteWriter().put(std::size_t{i}).take());
      own.send(0, Mail::answer, "");
      own.receive({}, {});
    }
    const auto all_there = own.receive({Mail::answer}, {});
    ASSERT_TRUE(all_there);
    std::stop_source stop;
    UnitDealer(own).deal({.next = []() -> std::optional<std::size_t> { return 0; },
                          .is_empty = [] { return false; },
                          .take =
                              [&](std::size_t number, const std::string&) {
                                taken.insert(number);
                                stop.request_stop();
                              }},
                         stop.get_token());
  });
  EXPECT_EQ(taken.size(), count);
}

// Whichever thread of the first rank it was, nothing more is dealt, and the caller hears why.
TEST(Units, AFailureAtTheFirstRankEndsThem) {
  constexpr std::size_t count = 100'000;
  for (const std::size_t threads : {1U, 3U}) {
    std::atomic<std::size_t> done{0};
    std::string heard;
    run_ranks(3, [&](Ranks& own) {
      const NumberedWork work{.count = count,
                              .work =
                                  [&](std::size_t, const std::stop_token&) {
                                    if (own.is_first() && done > 20)
                                      throw std::runtime_error("no memory left");
                                    ++done;
                                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                                  },
                              .pack = [](std::size_t) { return std::string(); },
                              .unpack = [](std::size_t, std::string_view) {}};
      try {
        shared_workshop(own)(work, threads, {});
      } catch (const std::runtime_error& error) {
        heard = error.what();
      }
    });
    EXPECT_EQ(heard, "no memory left");
    EXPECT_LT(done, count / 10);
  }
}

// One move; what is asked of a game that is over asks for a stop.
struct StopsAtTheEnd {
  static constexpr std::string_view name = "stops";
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = 1;
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;
  using Move = char;
  struct State {
    bool over = false;
    friend bool operator==(const State&, const State&) = default;
  };
  [[nodiscard]] State start() const { return {}; }
  [[nodiscard]] Player current_player(const State&) const { return 0; }
  void legal_moves(const State&, MoveListOf<StopsAtTheEnd>& moves) const { moves.push_back('x'); }
  void apply(State& state, Move) const { state.over = true; }
  [[nodiscard]] std::optional<std::array<double, 2>> outcome(const State& state) const {
    return state.over ? std::optional(win_for(0)) : std::nullopt;
  }
  [[nodiscard]] std::uint64_t milestone(const State&) const {
    if (stop != nullptr) stop->request_stop();
    return 0;
  }
  static inline std::stop_source* stop = nullptr;
};
static_assert(Game<StopsAtTheEnd> && HasMilestones<StopsAtTheEnd>);

TEST(Units, AGameThatEndedAtTheStopIsKept) {
  std::stop_source stop;
  MatchSettings settings{.game = *make_game<StopsAtTheEnd>({"stops", {}}),
                         .agents = {*parse_spec("random"), *parse_spec("random")},
                         .schedule = {.agents = 2, .games = 4, .opening = 0, .seed = 1}};
  std::optional<std::string> played;
  run_ranks(2, [&](Ranks& own) {
    if (!own.is_first()) {
      const auto helped = help_match(own, settings, stop.get_token());
      EXPECT_TRUE(helped);
      own.receive({}, {});
    }
    own.receive({Mail::wanted}, {});
    StopsAtTheEnd::stop = &stop;
    own.send(1, Mail::unit, ByteWriter().put(std::uint32_t{0}).put_list(std::vector<std::size_t>{0}).take());
    if (const auto letter = own.receive({Mail::done}, {}, 60)) played = letter->text;
    StopsAtTheEnd::stop = nullptr;
  });
  EXPECT_TRUE(played);
}

TEST(Ranks, AFailureReachesTheFirstInWords) {
  std::string heard;
  run_ranks(3, [&](Ranks& own) {
    own.know_places({{"a"}, {"b"}, {"c"}});
    if (own.rank() == 2) throw std::runtime_error("no memory left");
    try {
      own.receive({Mail::done}, {});
    } catch (const RankFailed& failure) {
      heard = failure.what();
    }
  });
  EXPECT_EQ(heard, "rank 2 on c: no memory left");
}

TEST(Ranks, AgreeOnWhatTheFirstSays) {
  std::atomic<int> agreed{0};
  run_ranks(4, [&](Ranks& own) {
    if (own.agree("by " + std::to_string(own.rank())) == "by 0") ++agreed;
    if (own.same("the book", "one")) ++agreed;
  });
  EXPECT_EQ(agreed, 8);
}

TEST(Ranks, TheFirstWaitsForTheAnswersOfAll) {
  std::string heard;
  run_ranks(3, [&](Ranks& own) {
    own.know_places({{"a"}, {"b"}, {"c"}});
    try {
      const auto same = own.same("the book", own.rank() == 2 ? "other" : "one");
      if (!same) throw std::runtime_error(same.error().message);
    } catch (const RankFailed& failure) {
      heard = failure.what();
    }
  });
  EXPECT_EQ(heard.substr(0, 39), "rank 2 on c: the book differs from that");
}

TEST(Start, AnotherVersionIsRefusedByName) {
  const auto mail = std::make_shared<Mailboxes>(2);
  std::atomic<bool> helper_left{false};
  std::jthread helper([&] {
    try {
      (void)start_ranks_on(join(mail, 1), "2.0", 7);
    } catch (const CommandIsOver& over) {
      helper_left = over.code == 1;
    }
  });
  const auto start = start_ranks_on(join(mail, 0), "1.0", 7);
  helper.join();
  ASSERT_FALSE(start);
  EXPECT_NE(start.error().message.find("rank 1 on "), std::string::npos) << start.error().message;
  EXPECT_NE(start.error().message.find("runs version 2.0, and rank 0 runs 1.0"), std::string::npos);
  EXPECT_TRUE(helper_left);
}

TEST(Start, RanksShareTheSeedOfTheFirst) {
  const auto mail = std::make_shared<Mailboxes>(2);
  std::uint64_t seed = 0;
  std::jthread helper([&] {
    auto start = start_ranks_on(join(mail, 1), "1.0", 8);
    seed = start->fresh_seed;
    start->ranks->finish(0, "");
  });
  auto start = start_ranks_on(join(mail, 0), "1.0", 7);
  ASSERT_TRUE(start);
  EXPECT_GE(start->ranks->processors(), 1U);
  start->ranks->finish(0, "");
  helper.join();
  EXPECT_EQ(seed, 7U);
}

}  // namespace
}  // namespace banyan::cluster
