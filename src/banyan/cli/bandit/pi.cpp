// `banyan pi`: estimates pi from random points, with a confidence interval.
#include <cmath>
#include <memory>
#include <numbers>

#include <banyan/bandit/laboratory.hpp>
#include <banyan/cli/bandit/laboratory.hpp>
#include <banyan/cli/command.hpp>
#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/output.hpp>

namespace banyan::cli {

namespace {
struct PiOptions {
  LaboratoryOptions laboratory;
  std::uint64_t samples = 100'000'000;
};

Json document_of(const bandit::PiResult& result, std::uint64_t seed) {
  const bandit::PiEstimate& all = result.curve.back();
  Json document = json_document();
  document["seed"] = seed;
  document["samples"] = all.samples;
  document["inside"] = all.inside;
  document["estimate"] = json_number(all.estimate());
  document["low"] = json_number(all.interval().low);
  document["high"] = json_number(all.interval().high);
  document["seconds"] = json_number(result.seconds);
  document["interrupted"] = result.stopped;
  return document;
}

void print_csv(const bandit::PiResult& result) {
  out("samples,inside,estimate,low,high\n");
  for (const bandit::PiEstimate& point : result.curve)
    out("{},{},{},{},{}\n", point.samples, point.inside, csv_number(point.estimate()),
        csv_number(point.interval().low), csv_number(point.interval().high));
}

void print_text(const bandit::PiResult& result, std::uint64_t seed) {
  const bandit::PiEstimate& all = result.curve.back();
  out("pi is about {:.8f}, 95 % interval [{:.8f}, {:.8f}]\n", all.estimate(), all.interval().low,
      all.interval().high);
  out("{} of {} points fell into the circle; {:.2f} s, seed {}{}\n", all.inside, all.samples, result.seconds,
      seed, result.stopped ? ", interrupted" : "");
}

Plot picture_of(const bandit::PiResult& result) {
  PlotLine estimate{.title = "4 · inside / samples, with its 95 % interval", .points = {}};
  PlotLine distance{.title = "distance of the estimate from π", .points = {}};
  PlotLine half_width{.title = "half of the 95 % interval", .points = {}, .reference = true};
  for (const bandit::PiEstimate& point : result.curve) {
    const auto samples = static_cast<double>(point.samples);
    const Interval interval = point.interval();
    estimate.points.push_back({samples, point.estimate(), interval.low, interval.high});
    distance.points.push_back({samples, std::abs(point.estimate() - std::numbers::pi)});
    half_width.points.push_back({samples, (interval.high - interval.low) / 2});
  }
  const PlotLine truth{.title = "π",
                       .points = {{1, std::numbers::pi}, {estimate.points.back().x, std::numbers::pi}},
                       .reference = true};
  return {.title = "Estimating π by random points on a square",
          .x_label = "points",
          .panels = {
              {.y_label = "estimate of π", .lines = {estimate, truth}, .share = 0.5, .key = "bottom right"},
              {.y_label = "error",
               .lines = {distance, half_width},
               .log_y = true,
               .share = 0.5,
               .key = "bottom left"}}};
}

Result<int> estimate(PiOptions& options) {
  const LaboratoryOptions& laboratory = options.laboratory;
  if (auto ok = laboratory.check(); !ok) return ok.error();
  if (!laboratory.can_plot()) return exit_failed;
  const std::uint64_t seed = options.laboratory.seed.get();
  const Interrupt interrupt;
  bandit::PiResult result;
  {
    ProgressLine line;
    result = bandit::estimate_pi(options.samples, seed, laboratory.thread_count(),
                                 watch_with(interrupt.token(), line, "points"));
  }
  if (result.curve.empty()) {
    note("interrupted before the first points were counted");
    return exit_failed;
  }
  if (laboratory.json) {
    out_json(document_of(result, seed));
  } else if (laboratory.csv) {
    print_csv(result);
  } else {
    print_text(result, seed);
  }
  const bool drawn = laboratory.draw(picture_of(result));
  return drawn && !result.stopped ? exit_done : exit_failed;
}
}  // namespace

Command pi_command() {
  return {"pi", "estimate pi by random points, with its interval",
          "pi --samples 1e9\npi --samples 1e8 --plot pi.svg", [](CLI::App& app, const Program&) -> Action {
            auto options = std::make_shared<PiOptions>();
            add_value(app, "--samples", options->samples, between(1, 1e15), "points (default 1e8)")
                ->type_name("N");
            options->laboratory.declare(app);
            return [options] { return estimate(*options); };
          }};
}

}  // namespace banyan::cli
