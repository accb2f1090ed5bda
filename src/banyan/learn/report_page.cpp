#include <banyan/learn/report_page.hpp>

#include <fmt/format.h>

namespace banyan {

namespace {
constexpr const char* style = R"(
:root { color-scheme: light dark; --ground: #fcfcfa; --ink: #1d1f21; --faint: #6b7075; --rule: #e2e3e1;
        --s0: #0072b2; --s1: #c2500a; --s2: #007a5a; --s3: #9c4a80; --s4: #8a6d00; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #17191b; --ink: #e8e9ea; --faint: #9aa0a6; --rule: #33373b; --s0: #56b4e9; --s1: #f0883e;
          --s2: #2fbf97; --s3: #d98cbd; --s4: #d9b93a; } }
body { margin: 0 auto; max-width: 1120px; padding: 24px; background: var(--ground); color: var(--ink);
       font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 24px; margin: 0 0 4px; overflow-wrap: anywhere; } h2 { font-size: 18px; margin: 32px 0 8px; }
p { color: var(--faint); margin: 0 0 16px; }
.facts { display: flex; flex-wrap: wrap; gap: 8px 32px; margin: 16px 0 24px; }
.facts div { display: flex; flex-direction: column; } .facts b { font-size: 20px; font-weight: 600; }
.facts span { color: var(--faint); font-size: 13px; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); gap: 20px 32px; }
figure { margin: 0; } figcaption { font-weight: 600; } svg { width: 100%; height: auto; display: block; }
svg text { font: 12px system-ui, sans-serif; } .axis { fill: var(--faint); }
.grid { stroke: var(--rule); } .reference { stroke: var(--faint); stroke-dasharray: 3 4; }
.s0 { --own: var(--s0); } .s1 { --own: var(--s1); } .s2 { --own: var(--s2); } .s3 { --own: var(--s3); }
.s4 { --own: var(--s4); }
.curve { fill: none; stroke: var(--own); stroke-width: 2; stroke-linejoin: round; }
circle, .name { fill: var(--own); } .band { fill: var(--own); fill-opacity: 0.16; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 20px 4px 0; text-align: left; border-bottom: 1px solid var(--rule); vertical-align: top; }
th { color: var(--faint); font-weight: 500; } td.number, th.number { text-align: right; }
)";
}  // namespace

std::string print_page(const ReportPage& page) {
  std::string facts;
  for (const ReportFact& fact : page.facts)
    facts += fmt::format("<div><b>{}</b><span>{}</span></div>", escape_markup(fact.value),
                         escape_markup(fact.name));
  std::string charts;
  for (const Chart& chart : page.charts) charts += draw_chart(chart);
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
      "<title>{0}</title><style>{1}</style></head>\n<body><h1>{0}</h1><p>{2}</p>\n<div class=\"facts\">{3}</div>\n"
      "<div class=\"charts\">\n{4}</div>\n{5}</body></html>\n",
      escape_markup(page.title), style, escape_markup(page.about), facts, charts, page.tables);
}

std::string settings_table(const std::vector<ReportSetting>& settings) {
  std::string text = "<h2>Settings</h2><div class=\"wide\"><table>\n";
  for (const auto& [name, value, help] : settings)
    text += fmt::format("<tr><th>{}</th><td>{}</td><td>{}</td></tr>\n", escape_markup(name),
                        escape_markup(value), escape_markup(help));
  return text + "</table></div>\n";
}

}  // namespace banyan
