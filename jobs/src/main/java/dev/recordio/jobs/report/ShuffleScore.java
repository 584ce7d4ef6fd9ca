// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.jobs.tally.FrequencySketch;
import dev.recordio.jobs.tally.RunTally;

/**
 * How far the order of labels is from a random one.
 *
 * @param score 1 where neighbours have the same label as often as in a random order; 0 where all
 *     records of a label are together, and where labels take turns, so that no two are
 * @param found the part of neighbours with the same label
 * @param expected that part in a random order: the sum over labels of n (n - 1) / (N (N - 1))
 * @param turns whether neighbours have the same label so much more rarely that it is no chance
 */
record ShuffleScore(double score, double found, double expected, boolean turns) {
  /** Standard deviations of the equal pairs of a random order that no random order is off by. */
  private static final double CHANCE = 5;

  private static final double MIXED = 0.5;

  /** Returns the score; null where there is nothing to shuffle, one label alone. */
  static ShuffleScore of(FrequencySketch labels, RunTally neighbours) {
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
    double deviation = Math.sqrt(pairs * expected * (1 - expected));
    boolean turns = (expected - found) * pairs > CHANCE * deviation;
    double score =
        turns ? found / expected : sorted <= expected ? 1 : (sorted - found) / (sorted - expected);
    return new ShuffleScore(Math.min(1, Math.max(0, score)), found, expected, turns);
  }

  /** Returns what to say of an order that is not mixed; null for others. */
  String advice(String remedy) {
    if (turns) {
      return "in which labels take turns, which no random order does; " + remedy;
    }
    return score < MIXED
        ? "by label, so a trainer that reads in order sees one label after the other; " + remedy
        : null;
  }

  /** Returns the score as a percentage. */
  String text() {
    return Math.round(100 * score) + " %";
  }
}
