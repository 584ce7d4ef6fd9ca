// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

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
import java.util.Locale;
import java.util.stream.IntStream;

/** The sections of labels: how often each occurs, and in which order. */
final class LabelSection {
  private static final int TOP = 50;
  private static final int MAP_LABELS = 24;

  private final LabelOrder order;
  private final String noun;
  private final String severalLabels;
  private final LabelNames names;
  private final ShuffleScore score;

  /**
   * Creates the sections.
   *
   * @param noun what has labels: record or row
   * @param severalLabels what to say of several labels; null if there are none
   * @param names of labels
   */
  LabelSection(LabelOrder order, String noun, String severalLabels, LabelNames names) {
    this.order = order;
    this.noun = noun;
    this.severalLabels = severalLabels;
    this.names = names;
    score = ShuffleScore.of(order);
  }

  /** Returns the score; null where there is nothing to shuffle. */
  ShuffleScore score() {
    return score;
  }

  /** Returns the number of different labels, in words. */
  String distinct() {
    FrequencySketch labels = order.labels();
    return (labels.isExact() ? "" : "more than ") + Texts.count(labels.size());
  }

  /** Returns the number of different labels with a noun. */
  String different(String noun) {
    long size = order.labels().size();
    return order.labels().isExact()
        ? size == 1 ? "1 " + noun : Texts.count(size) + " different " + Texts.plural(noun)
        : "more than " + Texts.count(size) + " different " + Texts.plural(noun);
  }

  /** Returns a label, by its bits, as text. */
  static String text(long bits) {
    float label = Float.intBitsToFloat((int) bits);
    return label == (long) label ? Long.toString((long) label) : Float.toString(label);
  }

  private String name(long bits) {
    return names.of(Float.intBitsToFloat((int) bits));
  }

  /** Returns a label with its name, if it has one. */
  private String named(long bits) {
    return name(bits) == null ? text(bits) : name(bits) + " (" + text(bits) + ")";
  }

  /** Returns a label as briefly as it can be. */
  private String brief(long bits) {
    return name(bits) == null ? text(bits) : name(bits);
  }

  /**
   * Writes the section of labels.
   *
   * @param further other charts of labels
   */
  void writeLabels(Page page, List<? extends Chart> further) {
    Markup to = page.section("Labels");
    FrequencySketch labels = order.labels();
    if (labels.total() == 0) {
      to.element("p", "No " + noun + " has a label.");
      return;
    }
    List<FrequencySketch.Entry> top = labels.top(TOP);
    long inTop = top.stream().mapToLong(FrequencySketch.Entry::count).sum();
    long rest = labels.total() - inTop;
    int others = labels.size() - top.size();
    if (severalLabels != null) {
      to.element("p", "The " + severalLabels + ".");
    }
    to.element("p", sentence(top, others, rest));
    var charts = new ArrayList<Chart>();
    charts.add(bars(top, others, rest));
    charts.addAll(further);
    var rows = new ArrayList<List<String>>();
    for (FrequencySketch.Entry label : top) {
      rows.add(row(named(label.key()), label.count()));
    }
    if (rest > 0) {
      rows.add(row(others == 0 ? "others" : Texts.count(others, "other label"), rest));
    }
    List<String> columns =
        List.of("label", Texts.plural(noun) + Page.NUMBERS, "share" + Page.NUMBERS);
    Page.pair(to, charts, "The most frequent labels", columns, rows);
  }

  private List<String> row(String name, long count) {
    return List.of(name, Texts.count(count), Texts.percent(count, order.labels().total()));
  }

  private String sentence(List<FrequencySketch.Entry> top, int others, long rest) {
    FrequencySketch labels = order.labels();
    String text =
        Texts.count(labels.total(), noun)
            + (labels.total() == 1 ? " has" : " have")
            + " a label, of "
            + different("value")
            + ". The most frequent is "
            + named(top.get(0).key())
            + ", with "
            + Texts.count(top.get(0).count(), noun)
            + ".";
    if (others > 0) {
      text +=
          " The "
              + Texts.count(others, "label")
              + " after the first "
              + top.size()
              + " have "
              + Texts.count(rest)
              + ".";
    }
    if (!labels.isExact()) {
      text +=
          " Beyond "
              + Texts.count(SliceTally.MAX_LABELS)
              + " different labels counts are estimates: each may be too low by up to "
              + Texts.count(labels.error())
              + ".";
    }
    return text;
  }

  private Chart bars(List<FrequencySketch.Entry> top, int others, long rest) {
    String title =
        top.size() < TOP ? "Labels by frequency" : "The " + TOP + " most frequent labels";
    var chart = new Columns(title, "", "label");
    for (FrequencySketch.Entry label : top) {
      String name = named(label.key());
      chart.tickWithin(Texts.shorten(brief(label.key()), 12));
      chart.add(label.count(), "label " + name + ": " + Texts.count(label.count(), noun));
    }
    if (others > 0) {
      chart.addRest(
          (double) rest / others,
          Texts.count(others, "other label")
              + ": "
              + Texts.count(rest, noun)
              + ", here their mean");
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
      to.element(
          "p",
          "There is no shuffle score: it takes two "
              + Texts.plural(noun)
              + " with different labels.");
    } else {
      to.element("p", score.sentence(noun), "class", "lead");
      if (Double.isFinite(score.difference())) {
        to.element(
            "p",
            String.format(
                Locale.ROOT,
                "Labels differ between %s as in the map: χ² by its degrees of freedom is %.2f, about"
                    + " 1 in a random order.",
                order.isByFile() ? "files" : "slices",
                score.difference()));
      }
      charts.add(map(slices));
    }
    Page.charts(to, charts);
  }

  private Chart sizes(List<SliceTally.Slice> slices) {
    String what = order.isByFile() ? "file" : "slice of the input";
    String title = Character.toUpperCase(noun.charAt(0)) + noun.substring(1) + "s by " + what;
    var chart = new Columns(title, "", order.isByFile() ? "files in order" : "place in the input");
    for (int i = 0; i < slices.size(); i++) {
      String name = order.name(i, slices.size());
      chart.tick(order.isByFile() ? Integer.toString(i) : name);
      chart.add(slices.get(i).records(), name + ": " + Texts.count(slices.get(i).records(), noun));
    }
    return chart;
  }

  /** A cell is stronger the more of the label there is than in the whole input. */
  private Chart map(List<SliceTally.Slice> slices) {
    List<FrequencySketch.Entry> labels = new ArrayList<>(order.labels().top(MAP_LABELS));
    labels.sort(Comparator.comparing(label -> Float.intBitsToFloat((int) label.key())));
    double all = order.labels().total();
    double[][] strengths = new double[slices.size()][labels.size()];
    for (int row = 0; row < slices.size(); row++) {
      FrequencySketch slice = slices.get(row).labels();
      for (int column = 0; column < labels.size(); column++) {
        FrequencySketch.Entry label = labels.get(column);
        double expected = slice.total() * (label.count() / all);
        double found = slice.count(label.key());
        strengths[row][column] = found == 0 ? 0 : found / (found + expected);
      }
    }
    return new HeatMap(
        order.isByFile() ? "Labels by file" : "Labels by slice of the input",
        (labels.size() < order.labels().size()
                ? "The " + labels.size() + " most frequent of " + distinct() + " labels. "
                : "")
            + "One shade throughout: shuffled. Full fields among empty ones: sorted by label.",
        IntStream.range(0, slices.size()).mapToObj(i -> order.name(i, slices.size())).toList(),
        labels.stream().map(label -> brief(label.key())).toList(),
        "label",
        strengths,
        (row, column) ->
            order.name(row, slices.size())
                + ", label "
                + named(labels.get(column).key())
                + ": "
                + slices.get(row).labels().count(labels.get(column).key())
                + " of "
                + slices.get(row).records());
  }
}
