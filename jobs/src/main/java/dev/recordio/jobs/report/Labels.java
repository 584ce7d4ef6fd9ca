// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.jobs.rows.LabelNames;
import dev.recordio.jobs.tally.FrequencySketch;
import dev.recordio.jobs.tally.RunTally;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The sections of labels: how often each occurs, and in which order. */
final class Labels {
  private static final int TOP = 50;

  /** The number of different labels that are counted exactly. */
  private static final int MAX_LABELS = 1 << 17;

  private final FrequencySketch labels;
  private final RunTally order;
  private final List<FrequencySketch.Entry> top;
  private final String noun;
  private final LabelNames names;
  private final ShuffleScore score;

  /**
   * Creates the sections.
   *
   * @param labels how often each label occurs, by its bits
   * @param order the labels in the order of the input
   * @param noun what has a label
   */
  Labels(FrequencySketch labels, RunTally order, String noun, LabelNames names) {
    this.labels = labels;
    this.order = order;
    this.noun = noun;
    this.names = names;
    top = labels.top(TOP);
    score = ShuffleScore.of(labels, order);
  }

  /** Returns counts without labels. */
  static FrequencySketch newCounts() {
    return new FrequencySketch(MAX_LABELS);
  }

  /** Counts the next label. */
  static void add(float label, FrequencySketch labels, RunTally order) {
    long key = FrequencySketch.key(label);
    labels.add(key);
    order.add(key);
  }

  /** Whether nothing has a label. */
  boolean isEmpty() {
    return labels.total() == 0;
  }

  int size() {
    return labels.size();
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

  static String text(float label) {
    return label == (long) label ? Long.toString((long) label) : Float.toString(label);
  }

  /** Returns a label as briefly as it can be. */
  private String brief(FrequencySketch.Entry label) {
    String name = names.of(label.number());
    return name == null ? text(label.number()) : name;
  }

  /** Returns a label with its name, if it has one. */
  private String named(FrequencySketch.Entry label) {
    String text = text(label.number());
    return names.of(label.number()) == null ? text : brief(label) + " (" + text + ")";
  }

  /** Adds the most frequent labels and the score to the main figures. */
  void addTo(Map<String, Object> figures) {
    figures.put("labels", labels.size());
    var list = new ArrayList<Map<String, Object>>();
    for (FrequencySketch.Entry label : top) {
      var one = new LinkedHashMap<String, Object>();
      one.put("label", label.number());
      one.put(Texts.plural(noun), label.count());
      if (names.of(label.number()) != null) {
        one.put("name", names.of(label.number()));
      }
      list.add(one);
    }
    figures.put("topLabels", list);
    if (score != null) {
      figures.put("shuffleScore", score.score());
    }
  }

  /** Adds the figure of the score to the head of a page, and what to do about it to the checks. */
  void writeScore(Page page, Health health, String remedy) {
    if (score != null) {
      page.figure("shuffle score", score.text());
      String advice = score.advice(remedy);
      if (advice != null) {
        health.note("Order", advice);
      }
    }
  }

  /** Writes the section of labels, and returns it; {@code first} is its first paragraph or null. */
  Page.Section writeLabels(Page page, String first) {
    Page.Section section = page.section("Labels");
    if (isEmpty()) {
      return section.say("No " + noun + " has a label.");
    }
    if (first != null) {
      section.say(first);
    }
    long rest = labels.total() - top.stream().mapToLong(FrequencySketch.Entry::count).sum();
    int others = labels.size() - top.size();
    section.say(sentence(others, rest)).chart(columns(others, rest));
    var rows = new ArrayList<List<String>>();
    top.forEach(label -> rows.add(row(named(label), label.count())));
    if (rest > 0) {
      rows.add(row(others == 0 ? "others" : Texts.count(others, "other label"), rest));
    }
    List<String> columns =
        List.of("label", Texts.plural(noun) + Page.NUMBERS, "share" + Page.NUMBERS);
    return section.table("The most frequent labels", columns, rows);
  }

  private List<String> row(String name, long count) {
    return List.of(name, Texts.count(count), Texts.percent(count, labels.total()));
  }

  private String sentence(int others, long rest) {
    FrequencySketch.Entry most = top.get(0);
    String text =
        Texts.say(
            "%s a label, of %s. The most frequent is %s, with %s.",
            Texts.having(labels.total(), noun),
            different("value"),
            named(most),
            Texts.count(most.count(), noun));
    if (others > 0) {
      text +=
          Texts.say(
              " The %s after the first %d have %,d.", Texts.count(others, "label"), TOP, rest);
    }
    if (!labels.isExact()) {
      text +=
          Texts.say(
              " Beyond %,d different labels counts are estimates: each may be too low by up to"
                  + " %,d.",
              MAX_LABELS, labels.error());
    }
    return text;
  }

  private Chart columns(int others, long rest) {
    String title =
        top.size() < TOP ? "Labels by frequency" : "The " + TOP + " most frequent labels";
    var chart = new Columns(title, "label");
    for (FrequencySketch.Entry label : top) {
      chart.tickWithin(Texts.shorten(brief(label), 12));
      chart.add(label.count(), "label " + named(label) + ": " + Texts.count(label.count(), noun));
    }
    if (others > 0) {
      String other = Texts.count(others, "other label") + ": " + Texts.count(rest, noun);
      chart.add((double) rest / others, other + ", here their mean", "bar rest");
    }
    return chart;
  }

  /** Writes the section of their order. */
  void writeOrder(Page page) {
    Page.Section section = page.section("Order");
    String things = Texts.plural(noun);
    if (score == null) {
      section.say("There is no shuffle score: it takes two %s with different labels.", things);
      return;
    }
    section.say(
        "Shuffle score %s: 100 %% means that neighbouring %s have the same label as often as in"
            + " a random order, 0 %% that all of a label are together, or no two; here %s of"
            + " neighbours have the same label, in a random order %s would%s",
        score.text(),
        things,
        Texts.percent(score.found()),
        Texts.percent(score.expected()),
        score.turns() ? ": the labels take turns." : ".");
    section.chart(
        Histograms.of(
            "Runs of a label",
            things + " with the same label, one after the other",
            "run",
            order.lengths(),
            Texts::compact));
  }
}
