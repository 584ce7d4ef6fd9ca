// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.recordio.jobs.report.chart.Chart;
import dev.recordio.jobs.report.chart.Columns;
import dev.recordio.jobs.report.chart.HeatMap;
import dev.recordio.jobs.report.chart.Markup;
import dev.recordio.jobs.report.chart.Texts;
import dev.recordio.jobs.report.tally.FrequencySketch;
import dev.recordio.jobs.report.tally.SliceTally;
import dev.recordio.jobs.rows.LabelNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The sections of labels: how often each occurs, and in which order. */
final class LabelSection {
  private static final int TOP = 50;
  private static final int MAP_LABELS = 24;

  private final LabelOrder order;
  private final FrequencySketch labels;
  private final String noun;
  private final String severalLabels;
  private final LabelNames names;
  private final ShuffleScore score;

  /**
   * Creates the sections.
   *
   * @param severalLabels what to say of several labels; null if there are none
   */
  LabelSection(LabelOrder order, String noun, String severalLabels, LabelNames names) {
    this.order = order;
    this.noun = noun;
    this.severalLabels = severalLabels;
    this.names = names;
    labels = order.labels();
    score = ShuffleScore.of(order);
  }

  /** Whether nothing has a label. */
  boolean isEmpty() {
    return labels.total() == 0;
  }

  /** Returns the score; null where there is nothing to shuffle. */
  ShuffleScore score() {
    return score;
  }

  /** Returns the number of different labels, in words. */
  String distinct() {
    return (labels.isExact() ? "" : "more than ") + Texts.count(labels.size());
  }

  /** Returns the number of different labels with a noun. */
  String different(String one) {
    return labels.isExact() && labels.size() == 1
        ? "1 " + one
        : distinct() + " different " + Texts.plural(one);
  }

  /** Returns a label, by its bits, as text. */
  static String text(long bits) {
    float label = Float.intBitsToFloat((int) bits);
    return label == (long) label ? Long.toString((long) label) : Float.toString(label);
  }

  private static float label(FrequencySketch.Entry label) {
    return Float.intBitsToFloat((int) label.key());
  }

  /** Returns a label with its name, if it has one. */
  private String named(FrequencySketch.Entry label) {
    String name = names.of(label(label));
    return name == null ? text(label.key()) : name + " (" + text(label.key()) + ")";
  }

  /** Returns a label as briefly as it can be. */
  private String brief(FrequencySketch.Entry label) {
    String name = names.of(label(label));
    return name == null ? text(label.key()) : name;
  }

  /** Adds the score to the head of a page, if there is one. */
  void writeScore(Page page) {
    if (score != null) {
      page.figure("shuffle score", score.text());
    }
  }

  /** Adds the most frequent labels and the score to an object. */
  void toJson(ObjectNode root) {
    root.put("labels", labels.size());
    ArrayNode top = root.putArray("topLabels");
    for (FrequencySketch.Entry label : labels.top(TOP)) {
      ObjectNode one = top.addObject().put("label", label(label));
      one.put(Texts.plural(noun), label.count());
      if (names.of(label(label)) != null) {
        one.put("name", names.of(label(label)));
      }
    }
    if (score != null) {
      root.put("shuffleScore", score.score());
    }
  }

  /** Writes the section of labels. */
  void writeLabels(Page page, List<? extends Chart> further) {
    Markup to = page.section("Labels");
    if (isEmpty()) {
      to.element("p", "No " + noun + " has a label.");
      return;
    }
    List<FrequencySketch.Entry> top = labels.top(TOP);
    long rest = labels.total() - top.stream().mapToLong(FrequencySketch.Entry::count).sum();
    int others = labels.size() - top.size();
    if (severalLabels != null) {
      to.element("p", "The " + severalLabels + ".");
    }
    to.element("p", sentence(top, others, rest));
    var charts = new ArrayList<Chart>();
    charts.add(columns(top, others, rest));
    charts.addAll(further);
    var rows = new ArrayList<List<String>>();
    top.forEach(label -> rows.add(row(named(label), label.count())));
    if (rest > 0) {
      rows.add(row(others == 0 ? "others" : Texts.count(others, "other label"), rest));
    }
    List<String> columns =
        List.of("label", Texts.plural(noun) + Page.NUMBERS, "share" + Page.NUMBERS);
    Page.pair(to, charts, "The most frequent labels", columns, rows);
  }

  private List<String> row(String name, long count) {
    return List.of(name, Texts.count(count), Texts.percent(count, labels.total()));
  }

  private String sentence(List<FrequencySketch.Entry> top, int others, long rest) {
    String text =
        Texts.say(
            "%s a label, of %s. The most frequent is %s, with %s.",
            Texts.having(labels.total(), noun),
            different("value"),
            named(top.get(0)),
            Texts.count(top.get(0).count(), noun));
    if (others > 0) {
      text +=
          Texts.say(
              " The %s after the first %d have %,d.",
              Texts.count(others, "label"), top.size(), rest);
    }
    return labels.isExact()
        ? text
        : text
            + Texts.say(
                " Beyond %,d different labels counts are estimates: each may be too low by up to"
                    + " %,d.",
                SliceTally.MAX_LABELS, labels.error());
  }

  private Chart columns(List<FrequencySketch.Entry> top, int others, long rest) {
    String title =
        top.size() < TOP ? "Labels by frequency" : "The " + TOP + " most frequent labels";
    var chart = new Columns(title, "", "label");
    for (FrequencySketch.Entry label : top) {
      chart.tickWithin(Texts.shorten(brief(label), 12));
      chart.add(label.count(), "label " + named(label) + ": " + Texts.count(label.count(), noun));
    }
    if (others > 0) {
      String tip =
          Texts.say(
              "%s: %s, here their mean",
              Texts.count(others, "other label"), Texts.count(rest, noun));
      chart.add((double) rest / others, tip, "bar rest");
    }
    return chart;
  }

  /** Writes the section of their order. */
  void writeOrder(Page page) {
    Markup to = page.section("Order");
    List<SliceTally.Slice> slices = order.slices();
    var charts = new ArrayList<Chart>();
    charts.add(sizes(slices));
    if (score == null) {
      to.paragraph(
          "There is no shuffle score: it takes two %s with different labels.", Texts.plural(noun));
    } else {
      to.element("p", score.sentence(noun), "class", "lead");
      if (Double.isFinite(score.difference())) {
        to.paragraph(
            "Labels differ between %s as in the map: χ² by its degrees of freedom is %.2f, about 1"
                + " in a random order.",
            order.isByFile() ? "files" : "slices", score.difference());
      }
      charts.add(map(slices));
    }
    Page.charts(to, charts);
  }

  private Chart sizes(List<SliceTally.Slice> slices) {
    boolean byFile = order.isByFile();
    String title =
        Character.toUpperCase(noun.charAt(0))
            + noun.substring(1)
            + (byFile ? "s by file" : "s by slice of the input");
    var chart = new Columns(title, "", byFile ? "files in order" : "place in the input");
    for (int i = 0; i < slices.size(); i++) {
      String name = order.name(i, slices.size());
      chart.tick(byFile ? Integer.toString(i) : name);
      chart.add(slices.get(i).records(), name + ": " + Texts.count(slices.get(i).records(), noun));
    }
    return chart;
  }

  /** A cell is stronger the more of the label there is than in the whole input. */
  private Chart map(List<SliceTally.Slice> slices) {
    List<FrequencySketch.Entry> shown =
        labels.top(MAP_LABELS).stream().sorted(Comparator.comparing(LabelSection::label)).toList();
    double all = labels.total();
    double[][] strengths = new double[slices.size()][shown.size()];
    for (int row = 0; row < slices.size(); row++) {
      FrequencySketch slice = slices.get(row).labels();
      for (int column = 0; column < shown.size(); column++) {
        FrequencySketch.Entry label = shown.get(column);
        double expected = slice.total() * (label.count() / all);
        double found = slice.count(label.key());
        strengths[row][column] = found == 0 ? 0 : found / (found + expected);
      }
    }
    String some =
        shown.size() < labels.size()
            ? "The " + shown.size() + " most frequent of " + distinct() + " labels. "
            : "";
    return new HeatMap(
        order.isByFile() ? "Labels by file" : "Labels by slice of the input",
        some + "One shade throughout: shuffled. Full fields among empty ones: sorted by label.",
        IntStream.range(0, slices.size()).mapToObj(i -> order.name(i, slices.size())).toList(),
        shown.stream().map(this::brief).toList(),
        "label",
        strengths,
        (row, column) ->
            Texts.say(
                "%s, label %s: %d of %d",
                order.name(row, slices.size()),
                named(shown.get(column)),
                slices.get(row).labels().count(shown.get(column).key()),
                slices.get(row).records()));
  }
}
