// Foreign engines as agents, with a made-up engine that plays or misbehaves (fake_engine.py): every way of
// going wrong is a fault of its kind, told with the engine's last words, and the next question finds a new
// process.
#include <gtest/gtest.h>

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>
#include <thread>

#include <banyan/engine/agent.hpp>
#include <banyan/engine/make_agent.hpp>
#include <banyan/session/built_in.hpp>
#include <banyan/session/session.hpp>
#include <banyan/session/words.hpp>

namespace banyan {
namespace {

std::string fake(const std::string& language, const std::string& behaviour, const std::string& more = "") {
  return language + ":cmd=\"python3 " BANYAN_SOURCE_DIR "/tests/engine/fake_engine.py " + language + " " +
         behaviour + "\"" + (more.empty() ? "" : "," + more);
}

std::string board_of(const std::string& language) {
  return language == "gtp"   ? "gomoku:width=6,height=6,line=4"
         : language == "uci" ? "chess"
                             : "gomoku:width=9,height=9";
}

struct Seated {
  std::shared_ptr<const AnyGame> game;
  std::unique_ptr<AnyAgent> agent;
};
Seated seat(const std::string& language, const std::string& behaviour, const std::string& more = "") {
  Seated seated{.game = *built_in_games().make(board_of(language)), .agent = nullptr};
  auto agent = make_any_agent(*seated.game, *parse_spec(fake(language, behaviour, more)), 1);
  EXPECT_TRUE(agent) << agent.error().message;
  seated.agent = *std::move(agent);
  return seated;
}

// One engine plays both sides; it must follow what it is told.
TEST(Engine, PlaysAWholeGame) {
  for (const std::string language : {"gtp", "gomocup"}) {
    const auto [game, agent] = seat(language, "good");
    auto position = game->start();
    for (int i = 0; i < 3; ++i) {
      const Analysis thought = agent->choose(*position, {});
      ASSERT_TRUE(thought.best) << language << thought.error;
      agent->observe(*position, *thought.best);
      ASSERT_TRUE(position->play(*thought.best));
      // The other side plays elsewhere.
      const std::string reply = std::string(1, static_cast<char>('a' + i)) + "4";
      agent->observe(*position, reply);
      ASSERT_TRUE(position->play(reply)) << reply;
    }
  }
}

TEST(Engine, FollowsMovesThatAreTakenBack) {
  for (const std::string language : {"gtp", "gomocup"}) {
    const auto [game, agent] = seat(language, "good");
    Session session(game);
    const auto first = agent->choose(session.position(), {}).best;
    ASSERT_TRUE(first);
    ASSERT_TRUE(session.play(*first));
    ASSERT_TRUE(session.play("c3"));
    agent->follow(session);
    const auto second = agent->choose(session.position(), {}).best;
    ASSERT_TRUE(second);
    EXPECT_NE(second, first);
    session.undo();
    session.undo();
    agent->follow(session);
    EXPECT_EQ(agent->choose(session.position(), {}).best, first) << language;
  }
}

// GRhino passes by itself where it must, and refuses to be told.
TEST(Engine, MayPassByItself) {
  const std::string until_pass = "e6 f6 g6 g7 c4 h6 h8 f8 pass";
  Seated seated{.game = *built_in_games().make("othello"), .agent = nullptr};
  seated.agent = *make_any_agent(*seated.game, *parse_spec(fake("gtp", "no_pass")), 1);
  Session session(seated.game);
  for (const std::string& move : split_words(until_pass)) ASSERT_TRUE(session.play(move)) << move;
  seated.agent->follow(session);
  // It was asked for its move, and answers with one (the fake engine knows no Othello).
  const Analysis thought = seated.agent->choose(session.position(), {});
  EXPECT_NE(thought.error.find("played 'A1', which is not legal"), std::string::npos) << thought.error;
}

TEST(Engine, AnalysesWithoutMoving) {
  const auto [game, agent] = seat("gtp", "good");
  const auto start = game->start();
  const Analysis first = agent->analyze(*start, {});
  EXPECT_EQ(first.moves.size(), 36U);
  EXPECT_EQ(agent->analyze(*start, {}).best, first.best);
}

TEST(Engine, GivesUciScoresAsValues) {
  const auto [game, agent] = seat("uci", "good");
  const Analysis thought = agent->choose(*game->start(), {});
  EXPECT_EQ(thought.best, "a3");
  EXPECT_NEAR(thought.value, 2 / (1 + std::pow(10, -0.1)) - 1, 1e-12);
  EXPECT_EQ(thought.simulations, 7U);
  EXPECT_EQ(thought.moves.size(), 20U);
}

TEST(Engine, Resigns) {
  const auto [game, agent] = seat("gtp", "resign");
  const Analysis thought = agent->choose(*game->start(), {});
  EXPECT_TRUE(thought.resigns);
  EXPECT_FALSE(thought.fault);
  EXPECT_FALSE(thought.best);
}

struct Case {
  std::string behaviour;
  EngineFault fault;
  std::string says;
};

TEST(Engine, EveryMisbehaviourIsAFaultOfItsKind) {
  const std::vector<Case> cases{
      {"crash", EngineFault::crash, "out of cheese"}, {"dead", EngineFault::crash, "code 5"},
      {"hang", EngineFault::timeout, "in time"},      {"deaf", EngineFault::timeout, "in time"},
      {"illegal", EngineFault::illegal, "not legal"}, {"flood", EngineFault::crash, "without an end"},
      {"chatter", EngineFault::timeout, "in time"},   {"babble", EngineFault::timeout, "in time"}};
  for (const std::string language : {"gtp", "uci", "gomocup"})
    for (const Case& each : cases) {
      // A crash is a crash however slowly it comes; only those that never answer need an end.
      const bool silent = each.fault == EngineFault::timeout;
      const auto [game, agent] = seat(language, each.behaviour, silent ? "patience=1s" : "patience=10m");
      const Analysis thought = agent->choose(*game->start(), {});
      EXPECT_EQ(thought.fault, each.fault) << language << " " << each.behaviour << ": " << thought.error;
      EXPECT_NE(thought.error.find(each.says), std::string::npos) << language << ": " << thought.error;
      EXPECT_FALSE(thought.best);
    }
}

TEST(Engine, HearsTheStopWhileItGetsReady) {
  for (const std::string language : {"gtp", "uci", "gomocup"})
    for (const std::string behaviour : {"deaf", "babble", "hang", "chatter"}) {
      const auto [game, agent] = seat(language, behaviour, "patience=10h");
      std::stop_source stop;
      const std::jthread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        stop.request_stop();
      });
      const Analysis thought = agent->choose(*game->start(), {.stop = stop.get_token(), .progress = {}});
      // UCI has words for a stop; who doesn't hear them has a second.
      const bool asked = language == "uci" && (behaviour == "hang" || behaviour == "chatter");
      EXPECT_TRUE(!thought.fault || asked) << language << " " << behaviour << ": " << thought.error;
      EXPECT_FALSE(thought.best);
    }
}

// It is not the engine's fault that there is nothing to run it with.
TEST(Engine, IsNotBlamedForOurFailures) {
  const auto [game, agent] = seat("gtp", "good");
  const auto start = game->start();
  rlimit files{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &files), 0);
  const rlimit none{.rlim_cur = 0, .rlim_max = files.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  const Analysis thought = agent->choose(*start, {});
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &files), 0);
  EXPECT_NE(thought.error.find("no pipe can be made"), std::string::npos) << thought.error;
  EXPECT_FALSE(thought.fault);
  EXPECT_EQ(agent->choose(*start, {}).best, "a1");
}

TEST(Engine, GarbageIsEscapedWhereItIsShown) {
  for (const std::string language : {"gtp", "gomocup"}) {
    const auto [game, agent] = seat(language, "garbage");
    const Analysis thought = agent->choose(*game->start(), {});
    EXPECT_EQ(thought.fault, EngineFault::crash) << thought.error;
    EXPECT_EQ(thought.error.find('\x1b'), std::string::npos);
    EXPECT_NE(thought.error.find("\\x1b"), std::string::npos) << thought.error;
  }
}

TEST(Engine, IsHeldToItsTime) {
  for (const std::string more : {"time=100ms,margin=100ms", "clock=100ms,margin=100ms"}) {
    const auto [game, agent] = seat("gtp", "hang", more + ",patience=10h");
    EXPECT_EQ(agent->choose(*game->start(), {}).fault, EngineFault::timeout);
  }
}

// GTP tells whole seconds, at least one; whoever is told a second may take it, however short the time is. The
// engine takes a twentieth of what it is told, five times the limit; one of several moves comes in time.
TEST(Engine, MayTakeTheTimeThatItIsTold) {
  for (const std::string more : {"time=10ms,margin=10ms", "clock=10ms,margin=10ms"}) {
    bool in_time = false;
    for (int i = 0; i < 5 && !in_time; ++i) {
      const auto [game, agent] = seat("gtp", "slow", more + ",patience=10h");
      const Analysis thought = agent->choose(*game->start(), {});
      in_time = thought.best.has_value();
      EXPECT_TRUE(in_time || thought.fault == EngineFault::timeout) << thought.error;
    }
    EXPECT_TRUE(in_time) << more;
  }
}

// Limits of a request replace the spec's own.
TEST(Engine, IsToldTheLimitsOfARequest) {
  const auto heard = [](const std::string& language, const std::optional<SearchLimits>& limits) {
    const auto note = std::filesystem::temp_directory_path() / ("banyan-heard-" + std::to_string(getpid()));
    std::filesystem::remove(note);
    const auto [game, agent] = seat(language, "good " + note.string(), "time=3s");
    EXPECT_TRUE(agent->choose(*game->start(), {.stop = {}, .progress = {}, .limits = limits}).best);
    const auto read = read_file(note);
    const std::string text = read ? *read : "";
    std::filesystem::remove(note);
    return text;
  };
  const SearchLimits nodes{.sims = 70};
  const SearchLimits time{.time = Duration{20}};
  EXPECT_NE(heard("uci", std::nullopt).find("go movetime 3000\n"), std::string::npos);
  EXPECT_NE(heard("uci", nodes).find("go nodes 70 \n"), std::string::npos);
  EXPECT_NE(heard("uci", time).find("go movetime 20000\n"), std::string::npos);
  EXPECT_NE(heard("gtp", std::nullopt).find("time_settings 0 3 1\n"), std::string::npos);
  EXPECT_NE(heard("gtp", time).find("time_settings 0 20 1\n"), std::string::npos);
  EXPECT_NE(heard("gomocup", time).find("INFO timeout_turn 20000\n"), std::string::npos);
}

// 0 would mean as fast as possible.
TEST(Engine, MayTakeItsWholeClockForAMove) {
  const auto note = std::filesystem::temp_directory_path() / ("banyan-clock-" + std::to_string(getpid()));
  std::filesystem::remove(note);
  const auto [game, agent] = seat("gomocup", "good " + note.string(), "clock=90s");
  EXPECT_TRUE(agent->choose(*game->start(), {}).best);
  const auto text = read_file(note);
  std::filesystem::remove(note);
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("INFO timeout_turn 90000\nINFO time_left 90000\n"), std::string::npos) << *text;
}

TEST(Engine, IsStartedAgainAfterAFault) {
  const auto note = std::filesystem::temp_directory_path() / ("banyan-once-" + std::to_string(getpid()));
  std::filesystem::remove(note);
  const auto [game, agent] = seat("gtp", "once " + note.string());
  EXPECT_EQ(agent->choose(*game->start(), {}).fault, EngineFault::crash);
  EXPECT_EQ(agent->choose(*game->start(), {}).best, "a1");
  std::filesystem::remove(note);
}

TEST(Engine, IsKeptBetweenGames) {
  const auto game = *built_in_games().make(board_of("gtp"));
  const auto note = std::filesystem::temp_directory_path() / ("banyan-family-" + std::to_string(getpid()));
  std::filesystem::remove(note);
  {
    EnginePool pool;
    for (int i = 0; i < 3; ++i) {
      const auto agent = make_any_agent(*game, *parse_spec(fake("gtp", "family " + note.string())), 1, &pool);
      ASSERT_TRUE(agent);
      EXPECT_EQ((*agent)->choose(*game->start(), {}).best, "a1");
    }
  }
  const auto text = *read_file(note);
  EXPECT_EQ(std::count(text.begin(), text.end(), ' '), 3) << "one process for three games";
  std::filesystem::remove(note);
}

// What is sent to UCI engines: every legal move has coordinates of its own, which mean that move.
TEST(Coordinates, MeanTheMove) {
  for (const std::string spec : {"chess", "chess:variant=chess960,start=17", "xiangqi", "breakthrough"}) {
    const auto game = *built_in_games().make(spec);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      Random random(seed);
      for (auto position = game->start(); position->player(); position->play_random(random))
        for (const std::string& move : position->legal()) {
          const std::string coordinates = position->coordinates_of(move);
          EXPECT_EQ(position->text_of_coordinates(coordinates), move) << "as " << coordinates;
        }
    }
  }
  const auto castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  const auto plain = *(*built_in_games().make("chess"))->parse_position(castling);
  EXPECT_EQ(plain->coordinates_of("O-O"), "e1g1");
  EXPECT_EQ(plain->coordinates_of("O-O-O"), "e1c1");
  EXPECT_EQ(plain->coordinates_of("e1e5"), "e1e5") << "not legal: as it is";
  const auto shuffled = *(*built_in_games().make("chess:variant=chess960"))->parse_position(castling);
  EXPECT_EQ(shuffled->coordinates_of("O-O"), "e1h1");
  EXPECT_EQ((*built_in_games().make("connect4"))->start()->coordinates_of("4"), "4");
  // Ranks count from 0 in xiangqi's own notation, from 1 in UCI.
  const auto xiangqi = (*built_in_games().make("xiangqi"))->start();
  EXPECT_EQ(xiangqi->coordinates_of("h2e2"), "h3e3");
  EXPECT_EQ(xiangqi->text_of_coordinates("h3e3"), "h2e2");
  EXPECT_FALSE(xiangqi->clone()->play(xiangqi->text_of_coordinates("h2e2"))) << "there is no piece on h2";
}

TEST(EngineSpec, SaysWhatIsWrong) {
  const auto game = *built_in_games().make("gomoku:width=6,height=6,line=4");
  const auto says = [&](const std::string& spec, const std::string& words) {
    const auto agent = make_any_agent(*game, *parse_spec(spec), 1);
    ASSERT_FALSE(agent) << spec;
    EXPECT_NE(agent.error().message.find(words), std::string::npos) << agent.error().message;
  };
  says("gtp", "cmd is missing");
  says("gtp:cmd=no-such-program-here", "no program");
  says("gtp:cmd=sh,time=1s,clock=60s", "one of time, clock");
  says("gtp:cmd=sh,nodes=5", "unknown key 'nodes'");
  says("gtp:cmd=\"sh 'x\"", "never closed");
  says("uci:cmd=sh", "no coordinates");
  says("gomocup:cmd=sh", "five in a row");
}

}  // namespace
}  // namespace banyan
