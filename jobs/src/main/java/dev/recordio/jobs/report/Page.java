// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.jobs.report.chart.Chart;
import dev.recordio.jobs.report.chart.Markup;
import dev.recordio.jobs.report.chart.Texts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page: a head with the main figures, and sections. It has no scripts, refers to no other file,
 * and forbids the browser to load any.
 */
final class Page {
  /** Ends the name of a column of a table that has numbers; it is not shown. */
  static final String NUMBERS = " #";

  private static final String TEMPLATE = "report.html";
  private static final Pattern PLACE =
      Pattern.compile("\\{(title|subtitle|sentence|figures|links|body|made)\\}");

  private static final int MAX_TITLE = 80;
  private static final Pattern SEPARATOR = Pattern.compile("(?<=\\d),(?=\\d{3})");

  /** A table with more columns has a line for each cell where the window is narrow. */
  private static final int MAX_NARROW = 3;

  private final String title;
  private final String subtitle;
  private final Markup body = new Markup();
  private final Markup figures = new Markup();
  private final Markup links = new Markup();
  private String sentence = "";
  private boolean inSection;

  /**
   * Begins a page.
   *
   * @param subtitle the whole name of the input
   */
  Page(String title, String subtitle) {
    this.title = Texts.shorten(title, MAX_TITLE);
    this.subtitle = subtitle;
  }

  /** Returns the whole name of the input. */
  String input() {
    return subtitle;
  }

  /**
   * Specifies the sentence that sums up the input. Its numbers are all without separators, for
   * those who search for one.
   */
  void sentence(String pattern, Object... words) {
    sentence = SEPARATOR.matcher(Texts.say(pattern, words)).replaceAll("");
  }

  /** Adds a figure to the head. */
  Page figure(String name, String value) {
    figures.open("div").element("dt", name).element("dd", value).close();
    return this;
  }

  /** Begins a section, after the end of the one before; returns where its content is written. */
  Markup section(String name) {
    endSection();
    String id = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "-");
    links.open("li").element("a", name, "href", "#" + id).close();
    inSection = true;
    return body.open("section", "id", id).element("h2", name);
  }

  private void endSection() {
    if (inSection) {
      body.close();
    }
    inSection = false;
  }

  /** Writes charts side by side, as far as there is room. */
  static void charts(Markup to, List<? extends Chart> charts) {
    to.open("div", "class", "charts");
    charts.forEach(chart -> chart.write(to));
    to.close();
  }

  /** Writes charts, and a table beside them where there is room. */
  static void pair(
      Markup to,
      List<? extends Chart> charts,
      String caption,
      List<String> columns,
      List<List<String>> rows) {
    to.open("div", "class", "charts pair");
    charts.forEach(chart -> chart.write(to));
    table(to, caption, columns, rows);
    to.close();
  }

  /**
   * Writes a table, which is scrolled in its own frame where it is longer than that. In a narrow
   * window the cells of a row are below each other, with the names of their columns.
   */
  static void table(Markup to, String caption, List<String> columns, List<List<String>> rows) {
    to.open("div", "class", "table", "tabindex", "0", "role", "region", "aria-label", caption);
    boolean isStacked = columns.size() > MAX_NARROW;
    to.open("table", "class", isStacked ? "stacked" : null)
        .element("caption", caption)
        .open("thead")
        .open("tr");
    columns.forEach(
        column ->
            to.element(
                "th", column.replace(NUMBERS, ""), "scope", "col", "class", numberClass(column)));
    to.close().close().open("tbody");
    for (List<String> row : rows) {
      to.open("tr");
      for (int i = 0; i < row.size(); i++) {
        String column = columns.get(i);
        to.element(
            "td",
            row.get(i),
            "class",
            numberClass(column),
            "data-name",
            isStacked ? column.replace(NUMBERS, "") : null);
      }
      to.close();
    }
    to.close().close().close();
  }

  private static String numberClass(String column) {
    return column.endsWith(NUMBERS) ? "number" : null;
  }

  /** Returns the page, which says when and by what it was made. */
  String html(String made) throws IOException {
    endSection();
    Map<String, String> parts =
        Map.of(
            "title",
            Markup.escaped(title),
            "subtitle",
            Markup.escaped(subtitle),
            "sentence",
            Markup.escaped(sentence),
            "figures",
            figures.toString(),
            "links",
            links.toString(),
            "body",
            body.toString(),
            "made",
            Markup.escaped(made));
    try (InputStream in = Page.class.getResourceAsStream(TEMPLATE)) {
      String template = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return PLACE
          .matcher(template)
          .replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
    }
  }
}
