// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.rewrite;

import dev.recordio.conf.Notes;
import dev.recordio.fs.stream.Files;
import dev.recordio.image.InsightFaceDialect;
import dev.recordio.jobs.records.census.Census;
import dev.recordio.jobs.records.census.LabelCensus;
import dev.recordio.jobs.records.copy.CopyEntry;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardEntries;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;

/**
 * The plan of an InsightFace set: all records, by their labels; the records of a label are in the
 * order of the input. It takes 28 bytes of memory a record; there are fewer than 2^24.
 */
final class FacePlan {
  private final Census census;
  private final LabelTable labels;
  private final int count;
  private int[] places; // of the labels, for each record
  private int[] files;
  private long[] offsets;
  private int[] lengths;

  /**
   * Checks that there is such a set.
   *
   * @throws BadInputException when keys or labels are none that float32 holds
   */
  FacePlan(Census census, LabelTable labels, boolean relabels) throws BadInputException {
    this.census = census;
    this.labels = labels;
    count = checkKeys(census.records(), labels.size());
    checkLabels(labels, relabels);
  }

  /**
   * Returns the number of images, when the bounds of key 0 are exact.
   *
   * @throws BadInputException when they are not
   */
  static int checkKeys(long images, long identities) throws BadInputException {
    if (images + identities + 1 > InsightFaceDialect.MAX_EXACT) {
      throw new BadInputException(
          "too many records for an InsightFace set: expected at most "
              + InsightFaceDialect.MAX_EXACT
              + " keys, since a float32 holds no larger bounds, found "
              + images
              + " images of "
              + identities
              + " identities; split them, or use --to flat",
          null);
    }
    return (int) images;
  }

  static void checkLabels(LabelTable labels, boolean relabels) throws BadInputException {
    for (int i = 0; i < labels.size() && !relabels; i++) {
      float label = labels.old(i);
      if (label != Math.rint(label) || label < 0 || label > InsightFaceDialect.MAX_EXACT) {
        throw new BadInputException(
            "no label of an InsightFace set, which is the number of a class: expected whole numbers"
                + " from 0 to 2^24, which a float32 holds, found "
                + LabelCensus.text(label)
                + "; --relabel numbers the labels from 0",
            null);
      }
    }
  }

  /** Says so where classes have no image: readers make a classifier of as many as property says. */
  static void noteGaps(LabelTable labels) {
    long classes = labels.size() == 0 ? 0 : (long) labels.old(labels.size() - 1) + 1;
    if (classes > labels.size()) {
      Notes.say(
          String.format(
              Locale.ROOT,
              "property says %,d classes, as the greatest label is %,d, and there are %,d labels;"
                  + " --relabel numbers them from 0, without gaps",
              classes,
              classes - 1,
              labels.size()));
    }
  }

  /** Writes the entries into the folder {@code plan}; returns the one shard. */
  PlannedShard write(Configuration conf, Path plan) throws IOException {
    read();
    int[] order = order();
    var shard = new PlannedShard("", 0, 0, 0);
    var entry = new CopyEntry();
    Path file = ShardEntries.file(plan, "");
    try (FSDataOutputStream out = Files.create(conf, file)) {
      for (int i : order) {
        entry.set(files[i], offsets[i], lengths[i], places[i]);
        entry.write(out);
        shard.add(lengths[i]);
      }
    }
    return shard;
  }

  private void read() throws IOException {
    places = new int[count];
    files = new int[count];
    offsets = new long[count];
    lengths = new int[count];
    census.forEach(
        (number, split, offset, length, value, key) -> {
          int i = (int) number;
          places[i] = labels.place(Float.intBitsToFloat((int) value));
          files[i] = split.file();
          offsets[i] = offset;
          lengths[i] = length;
        });
  }

  /** Returns the records by label, then by number: a counting sort. */
  private int[] order() {
    int[] next = new int[labels.size() + 1];
    for (int place : places) {
      next[place + 1]++;
    }
    for (int i = 1; i < next.length; i++) {
      next[i] += next[i - 1];
    }
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      order[next[places[i]]++] = i;
    }
    return order;
  }
}
