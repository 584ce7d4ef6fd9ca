// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.rewrite;

import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.records.census.LabelCensus;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The labels of an input in their order: each one's place there is its new label. */
final class LabelTable {
  /** The name of the table in the output: a line for each label, old and new, a tab between. */
  static final String NAME = "_labels.tsv";

  private static final Serde<float[]> SERDE = Serde.ofFields(float[].class);
  private static final String FILE = "recordio.normalize.labels-file";

  private final float[] sorted; // NaN last; 0 and -0 are one label

  LabelTable(List<Float> labels) {
    sorted = new float[labels.size()];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = labels.get(i);
    }
  }

  private LabelTable(float[] sorted) {
    this.sorted = sorted;
  }

  int size() {
    return sorted.length;
  }

  float old(int place) {
    return sorted[place];
  }

  /** Returns the place of an old label; below 0 if no record had it. */
  int place(float label) {
    return Arrays.binarySearch(sorted, label + 0f); // never -0
  }

  /** Passes the table to a job; creates {@code file} for its tasks. */
  void pass(Configuration conf, Path file) throws IOException {
    SERDE.pass(conf, FILE, file, sorted);
  }

  /** Reads the table in a task; null if none was passed. */
  static LabelTable ofTask(Configuration conf) throws IOException {
    float[] passed = SERDE.passed(conf, FILE);
    return passed == null ? null : new LabelTable(passed);
  }

  /** Writes the table for users into a folder. */
  void writeText(Configuration conf, Path folder) throws IOException {
    var text = new StringBuilder();
    for (int i = 0; i < sorted.length; i++) {
      text.append(LabelCensus.text(sorted[i])).append('\t').append(i).append('\n');
    }
    try (OutputStream out = Files.create(conf, new Path(folder, NAME))) {
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
  }
}
