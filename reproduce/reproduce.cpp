// The papers that can be reproduced, and how a paper's draft becomes a page.
#include "reproduce/reproduce.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "bramah/basics.h"
#include "bramah/run.h"
#include "reproduce/paper.h"

namespace bramah::papers {
namespace {

const std::vector<Paper>& papers() {
  static const std::vector<Paper> all{naya2011(), rahikainen2017(), rahikainen2020(), jaiswal2021(),
                                      malysheva2021()};
  return all;
}

const Paper& find_paper(const std::string& key) {
  std::vector<std::string> known;
  for (const Paper& paper : papers()) {
    if (paper.entry.key == key) return paper;
    known.push_back(paper.entry.key);
  }
  std::string list;
  for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
  throw InputError(fmt::format("paper \"{}\" is none of {}{}", key, list, suggestion(key, known)));
}

PageCell cell(const PaperValue& value) {
  if (!value.text.empty()) return value.text;
  return value.value;
}

PageTable page_table(const PaperTable& table) {
  PageTable result{.title = table.title, .text = table.text, .columns = {}, .rows = {}};
  result.columns = {{"quantity"}, {"paper", "", "as printed"}};
  for (const std::string& run : table.runs)
    result.columns.push_back({"ours", run, "computed just now", 4});
  result.columns.push_back({"printed in"});
  for (const PaperRow& row : table.rows) {
    PageRow shown;
    shown.cells = {row.unit.empty() ? row.what : row.what + " [" + row.unit + "]"};
    shown.cells.push_back(std::isnan(row.paper.value) && row.paper.text.empty()
                              ? PageCell(std::string("not printed"))
                              : cell(row.paper));
    for (const PaperValue& ours : row.ours) shown.cells.push_back(cell(ours));
    shown.cells.emplace_back(row.place);
    result.rows.push_back(shown);
  }
  return result;
}

// Table, then what is to be said about it, then figures.
void add_sections(const PaperPart& part, std::vector<PageSection>& sections) {
  PageSection head{.title = part.title, .text = part.text};
  if (part.table) head.tables = {page_table(*part.table)};
  if (part.table && part.table->title == part.title) head.tables[0].title.clear();
  sections.push_back(head);
  if (part.table && !part.table->remarks.empty())
    sections.push_back({.title = "Where ours differ, and why", .text = part.table->remarks});
  if (!part.drawings.empty() || !part.plots.empty())
    sections.push_back({.title = "Figures", .drawings = part.drawings, .plots = part.plots});
}

Page make_page(const Paper& paper, const PaperDraft& draft, const Workbench& bench) {
  Page page{.kind = "Bramah reproduces " + paper.entry.key,
            .title = paper.entry.title,
            .lead = draft.lead};
  for (const std::string& problem : bench.problems())
    page.alarm += (page.alarm.empty() ? "" : " ") + problem;
  for (const PaperPart& part : draft.parts) add_sections(part, page.sections);
  for (const std::string& model : bench.models()) page.facts.push_back({"Machine file", model});
  page.facts.push_back({"Times", fmt::format("CPU time of stepping alone, least of {} runs; the "
                                             "cases take turns",
                                             bench.repeats())});
  page.facts.push_back({"Command", "bramah reproduce " + paper.entry.key});
  page.facts.push_back({"Program", std::string("bramah ") + version()});
  return page;
}

}  // namespace

const std::vector<PaperEntry>& reproducible_papers() {
  static const std::vector<PaperEntry> entries = [] {
    std::vector<PaperEntry> all;
    for (const Paper& paper : papers()) all.push_back(paper.entry);
    return all;
  }();
  return entries;
}

Reproduction reproduce(const std::string& key, const ReproduceOptions& options) {
  const Paper& paper = find_paper(key);
  if (options.repeats < 1) throw InputError("repeats: expected one or more");
  const auto start = std::chrono::steady_clock::now();
  Workbench bench(options);
  const PaperDraft draft = paper.reproduce(bench);
  Reproduction result;
  result.paper = key, result.title = paper.entry.title, result.lead = draft.lead;
  for (const PaperPart& part : draft.parts)
    if (part.table) result.tables.push_back(*part.table);
  result.curves = draft.curves;
  result.problems = bench.problems();
  result.page = make_page(paper, draft, bench);
  result.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace bramah::papers
