// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.jobs.report.chart.Texts;
import dev.recordio.jobs.report.tally.FrequencySketch;
import dev.recordio.jobs.report.tally.RunTally;
import dev.recordio.jobs.report.tally.SliceTally;
import java.util.List;

/**
 * How far the order of labels is from a random one.
 *
 * @param score 1 where neighbours have the same label as often as in a random order; 0 where all
 *     records of a label are together, and where labels take turns, so that no two are
 * @param found the part of neighbours with the same label
 * @param expected that part in a random order: the sum over labels of n (n - 1) / (N (N - 1))
 * @param difference chi-square of slices and labels by its degrees of freedom, which is 1 in a
 *     random order; NaN for fewer than two slices
 * @param turns whether neighbours have the same label so much more rarely that it is no chance
 */
record ShuffleScore(double score, double found, double expected, double difference, boolean turns) {
  private static final int LABELS = 50;

  /** Standard deviations of the equal pairs of a random order that no random order is off by. */
  private static final double CHANCE = 5;

  private static final double MIXED = 0.5;

  /** Returns the score; null where there is nothing to shuffle, one label alone. */
  static ShuffleScore of(LabelOrder order) {
    FrequencySketch labels = order.labels();
    RunTally neighbours = order.inOrder();
    double all = labels.total();
    double pairs = neighbours.pairs();
    if (labels.size() < 2 || pairs == 0) {
      return null;
    }
    double same = 0;
    for (FrequencySketch.Entry label : labels.entries()) {
      same += (double) label.count() * (label.count() - 1);
    }
    double expected = same / (all * (all - 1));
    double sorted = (all - labels.size()) / (all - 1);
    double found = neighbours.equal() / pairs;
    boolean turns =
        (expected - found) * pairs > CHANCE * Math.sqrt(pairs * expected * (1 - expected));
    double score =
        turns ? found / expected : sorted <= expected ? 1 : (sorted - found) / (sorted - expected);
    double difference = difference(order.slices(), labels.top(LABELS));
    return new ShuffleScore(Math.min(1, Math.max(0, score)), found, expected, difference, turns);
  }

  /** Returns what is to be said of an order that is not mixed; null for others. */
  String advice(String remedy) {
    if (turns) {
      return "in which labels take turns, which no random order does; " + remedy;
    }
    return score < MIXED
        ? "by label, so a trainer that reads in order sees one label after the other; " + remedy
        : null;
  }

  private static double difference(
      List<SliceTally.Slice> slices, List<FrequencySketch.Entry> labels) {
    double all = slices.stream().mapToLong(slice -> slice.labels().total()).sum();
    double chiSquare = 0;
    double top = labels.stream().mapToLong(FrequencySketch.Entry::count).sum();
    boolean hasRest = all > top;
    int rows = 0;
    for (SliceTally.Slice slice : slices) {
      double records = slice.labels().total();
      if (records == 0) {
        continue;
      }
      rows++;
      double rest = records;
      for (FrequencySketch.Entry label : labels) {
        long count = slice.labels().count(label.key());
        chiSquare += term(count, records * label.count() / all);
        rest -= count;
      }
      chiSquare += hasRest ? term(rest, records * (all - top) / all) : 0;
    }
    return chiSquare / ((rows - 1.0) * (labels.size() - (hasRest ? 0 : 1)));
  }

  private static double term(double found, double expected) {
    return (found - expected) * (found - expected) / expected;
  }

  /** Returns the score as a percentage. */
  String text() {
    return Math.round(100 * score) + " %";
  }

  /** Explains the score in a sentence. */
  String sentence(String noun) {
    return Texts.say(
        "Shuffle score %s: it is 100 %% where neighbouring %s have the same label as often as in a"
            + " random order, and 0 %% where all of a label are together, or no two of them; here"
            + " %s of neighbours do, and in a random order %s would%s",
        text(),
        Texts.plural(noun),
        Texts.percent(found),
        Texts.percent(expected),
        turns ? ": the labels take turns." : ".");
  }
}
