// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.report;

import java.util.List;

/** Rows as one page without scripts and links: for each suite its chart and its table. */
public final class HtmlReport {
  private static final String STYLE =
      """
      :root { color-scheme: light dark }
      body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem;
        color: #24292f; background: #fff }
      svg { max-width: 100%; height: auto }
      .wide { overflow-x: auto }
      table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums }
      th, td { text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #d0d7de; vertical-align: top }
      td:nth-child(n+3) { white-space: nowrap }
      td:last-child { white-space: normal }
      p { color: #656d76 }
      @media (prefers-color-scheme: dark) {
        body { color: #e6edf3; background: #0d1117 }
        th, td { border-color: #3d444d }
        p { color: #9198a1 }
      }
      """;

  private HtmlReport() {}

  /** Returns the page. */
  public static String of(List<Row> rows) {
    var page = new StringBuilder();
    page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<title>recordio bench</title>\n<style>\n")
        .append(STYLE)
        .append("</style>\n</head>\n<body>\n<h1>recordio bench</h1>\n");
    rows.stream()
        .map(row -> row.cell("machine"))
        .distinct()
        .forEach(machine -> page.append("<p>").append(Html.escape(machine)).append("</p>\n"));
    SuiteTable.bySuite(rows).forEach((suite, its) -> suite(page, suite, its));
    return page.append("</body>\n</html>\n").toString();
  }

  private static void suite(StringBuilder page, String suite, List<Row> rows) {
    page.append("<h2>").append(Html.escape(suite)).append("</h2>\n");
    page.append(RatioChart.of(suite, rows)).append("<div class=\"wide\">\n<table>\n");
    line(page, "th", SuiteTable.HEAD);
    rows.forEach(row -> line(page, "td", SuiteTable.cells(row)));
    page.append("</table>\n</div>\n");
  }

  private static void line(StringBuilder page, String element, List<String> cells) {
    page.append("<tr>");
    for (String cell : cells) {
      page.append('<').append(element).append('>').append(Html.escape(cell));
      page.append("</").append(element).append('>');
    }
    page.append("</tr>\n");
  }
}
