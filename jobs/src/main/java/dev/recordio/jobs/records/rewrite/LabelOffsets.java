// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.rewrite;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.image.InsightFaceDialect;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.census.LabelCensus;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What merge adds to the labels of each input: the tasks know it, and {@code _merge.json} lists it.
 *
 * @param firstFiles the number of the first file of each input, and the one after the last
 */
record LabelOffsets(List<Input> inputs, int[] firstFiles) {
  private static final Serde<LabelOffsets> SERDE = Serde.ofFields(LabelOffsets.class);
  private static final String AUTO = "auto";
  private static final String FILE = "recordio.merge.inputs-file";

  /**
   * An input.
   *
   * @param input as the user wrote it
   */
  record Input(String input, long offset, long records) {}

  /** The content of {@code _merge.json}. */
  record Content(long records, List<Input> inputs) {}

  Content content() {
    return new Content(inputs.stream().mapToLong(Input::records).sum(), inputs);
  }

  static int inputOf(int[] firstFiles, int file) {
    int input = 0;
    while (firstFiles[input + 1] <= file) {
      input++;
    }
    return input;
  }

  /** Returns what is added to the labels of a file. */
  long of(int file) {
    return inputs.get(inputOf(firstFiles, file)).offset();
  }

  /** Passes the table to a job; creates {@code file} for its tasks. */
  void pass(Configuration conf, Path file) throws IOException {
    SERDE.pass(conf, FILE, file, this);
  }

  static LabelOffsets ofTask(Configuration conf) throws IOException {
    return SERDE.passed(conf, FILE);
  }

  /**
   * Reads the setting.
   *
   * @return null for auto
   * @throws InvalidSettingException when it is no list of so many whole numbers that float32 holds
   */
  static long[] setting(Configuration conf, int inputs) {
    String text = ArrangeConf.MERGE_LABEL_OFFSETS.get(conf).strip();
    if (text.equalsIgnoreCase(AUTO)) {
      return null;
    }
    String[] words = text.split(",", -1);
    if (words.length != inputs) {
      throw wrong(text, "there are " + inputs + " inputs: give one number for each, or auto");
    }
    long[] offsets = new long[inputs];
    for (int i = 0; i < inputs; i++) {
      try {
        offsets[i] = Long.parseLong(words[i].strip());
      } catch (NumberFormatException e) {
        throw wrong(text, "'" + words[i] + "' is no whole number");
      }
      if (Math.abs(offsets[i]) > InsightFaceDialect.MAX_EXACT) {
        throw wrong(text, words[i] + " is beyond 2^24, up to which float32 has all whole numbers");
      }
    }
    return offsets;
  }

  private static InvalidSettingException wrong(String text, String why) {
    return new InvalidSettingException(
        ArrangeConf.MERGE_LABEL_OFFSETS + " is '" + text + "': " + why);
  }

  /**
   * Computes the offsets for auto: what the largest of the labels before has, plus one.
   *
   * @param largest the largest label of each input; NaN for one without records
   */
  static long[] after(float[] largest) {
    long[] offsets = new long[largest.length];
    long next = 0;
    for (int i = 0; i < largest.length; i++) {
      offsets[i] = next;
      if (!Float.isNaN(largest[i])) {
        next = Math.max(next, offsets[i] + (long) largest[i] + 1);
      }
    }
    return offsets;
  }

  /**
   * Returns a label with an offset added.
   *
   * @throws BadInputException when a float32 does not hold the sum
   */
  static float shifted(float label, long offset, String input) throws BadInputException {
    float sum = (float) (label + (double) offset);
    boolean isExact =
        (double) sum - offset == label && Math.abs(sum) <= InsightFaceDialect.MAX_EXACT;
    if (offset != 0 && !isExact) {
      throw new BadInputException(
          "a label can't be shifted: expected a label that with "
              + offset
              + " added is at most 2^24, and that a float32 holds, found "
              + LabelCensus.text(label)
              + " in "
              + input,
          null);
    }
    return offset == 0 ? label : sum;
  }
}
