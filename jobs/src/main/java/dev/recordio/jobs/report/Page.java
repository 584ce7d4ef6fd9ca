// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page as data: a head with the main figures, and sections. Its markup has no scripts, refers to
 * no other file, and forbids the browser to load any.
 */
final class Page {
  /** Ends the name of a column of a table that has numbers; it is not shown. */
  static final String NUMBERS = " #";

  private static final String TEMPLATE = "report.html";
  private static final Pattern PLACE = Pattern.compile("\\{(\\w+)\\}");
  private static final Pattern SEPARATOR = Pattern.compile("(?<=\\d),(?=\\d{3})");
  private static final int MAX_TITLE = 80;

  /** A table with more columns has a line for each cell where the window is narrow. */
  private static final int MAX_NARROW = 3;

  private final String title;
  private final String input;
  private final Map<String, String> figures = new LinkedHashMap<>();
  private final List<Section> sections = new ArrayList<>();
  private String sentence = "";

  private record Table(String caption, List<String> columns, List<List<String>> rows) {}

  /** A section: sentences, a list of its own kind, charts, a table beside them. */
  static final class Section {
    private final String title;
    private final List<String> sentences = new ArrayList<>();
    private Consumer<Markup> list = to -> {};
    private final List<Chart> charts = new ArrayList<>();
    private Table table;

    private Section(String title) {
      this.title = title;
    }

    /** Adds a paragraph: a text, or a pattern with words in place of each {@code %s}. */
    Section say(String pattern, Object... words) {
      sentences.add(words.length == 0 ? pattern : Texts.say(pattern, words));
      return this;
    }

    Section list(Consumer<Markup> writer) {
      list = writer;
      return this;
    }

    Section chart(Chart chart) {
      charts.add(chart);
      return this;
    }

    Section table(String caption, List<String> columns, List<List<String>> rows) {
      table = new Table(caption, columns, rows);
      return this;
    }
  }

  /**
   * Begins a page.
   *
   * @param input the whole name of the input
   */
  Page(String title, String input) {
    this.title = Texts.shorten(title, MAX_TITLE);
    this.input = input;
  }

  String input() {
    return input;
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
    figures.put(name, value);
    return this;
  }

  /** Adds a section, after those there are. */
  Section section(String name) {
    sections.add(new Section(name));
    return sections.get(sections.size() - 1);
  }

  /** Returns the markup, which says when and by what it was made. */
  String html(String made) throws IOException {
    var head = new Markup();
    figures.forEach(
        (name, value) -> head.open("div").element("dt", name).element("dd", value).close());
    var links = new Markup();
    var body = new Markup();
    for (Section section : sections) {
      String id = section.title.toLowerCase(Locale.ROOT);
      links.open("li").element("a", section.title, "href", "#" + id).close();
      body.open("section", "id", id).element("h2", section.title);
      write(section, body);
      body.close();
    }
    Map<String, String> parts =
        Map.of(
            "title", Markup.escaped(title),
            "subtitle", Markup.escaped(input),
            "sentence", Markup.escaped(sentence),
            "figures", head.toString(),
            "links", links.toString(),
            "body", body.toString(),
            "made", Markup.escaped(made));
    try (InputStream in = Page.class.getResourceAsStream(TEMPLATE)) {
      String template = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return PLACE
          .matcher(template)
          .replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
    }
  }

  private static void write(Section section, Markup to) {
    section.sentences.forEach(text -> to.element("p", text));
    section.list.accept(to);
    if (!section.charts.isEmpty()) {
      to.open("div", "class", section.table == null ? "charts" : "charts pair");
      section.charts.forEach(chart -> chart.write(to));
    }
    if (section.table != null) {
      write(section.table, to);
    }
    if (!section.charts.isEmpty()) {
      to.close();
    }
  }

  /**
   * Writes a table, which is scrolled in its own frame where it is longer than that. In a narrow
   * window the cells of a row are below each other, with the names of their columns.
   */
  private static void write(Table table, Markup to) {
    boolean isStacked = table.columns.size() > MAX_NARROW;
    to.open("div", "class", "table", "tabindex", 0, "role", "region", "aria-label", table.caption);
    to.open("table", "class", isStacked ? "stacked" : null).element("caption", table.caption);
    to.open("thead").open("tr");
    for (String column : table.columns) {
      to.element("th", name(column), "scope", "col", "class", numberClass(column));
    }
    to.close().close().open("tbody");
    for (List<String> row : table.rows) {
      to.open("tr");
      for (int i = 0; i < row.size(); i++) {
        String column = table.columns.get(i);
        String name = isStacked ? name(column) : null;
        to.element("td", row.get(i), "class", numberClass(column), "data-name", name);
      }
      to.close();
    }
    to.close().close().close();
  }

  private static String name(String column) {
    return column.replace(NUMBERS, "");
  }

  private static String numberClass(String column) {
    return column.endsWith(NUMBERS) ? "number" : null;
  }
}
