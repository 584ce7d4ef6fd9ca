// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.rewrite;

import dev.recordio.fs.record.DamageSettings;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.jobs.records.census.ArrangeJob;
import dev.recordio.jobs.records.census.Census;
import dev.recordio.jobs.records.census.CensusNote;
import dev.recordio.jobs.records.census.ClassLabel;
import dev.recordio.jobs.records.census.LabelCensus;
import dev.recordio.jobs.records.census.RecordFormat;
import dev.recordio.jobs.records.census.SourceKeys;
import dev.recordio.jobs.records.copy.CopyJob;
import dev.recordio.jobs.records.copy.CopyPlanner;
import dev.recordio.jobs.records.select.OutputChooser;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.shard.PlannedShard;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/**
 * Writes the image records of several inputs one after the other, with the labels of each input
 * shifted, as {@code recordio.merge.label-offsets} specifies, and keys from 0 on. Of several labels
 * of a record the class is shifted; where nothing says which one that is, the offset must be 0.
 */
public final class MergeJob extends ArrangeJob {
  /** The file in the output that lists the inputs. */
  static final String MANIFEST = "_merge.json";

  /**
   * An input of a merge.
   *
   * @param text as the user wrote it
   * @param paths files, folders and globs
   */
  public record Input(String text, List<Path> paths) {}

  private final List<Input> inputs;
  private final long[] offsets; // null: auto
  private final int[] firstFiles; // of each input, and after the last one
  private MergeTable table;
  private List<PlannedShard> shards = List.of();

  /**
   * Lists the inputs and prepares the census.
   *
   * @param conf a configuration, which is copied
   * @param output the folder to make
   * @throws dev.recordio.conf.InvalidSettingException when a setting is invalid
   */
  public MergeJob(Configuration conf, List<Input> inputs, Path output)
      throws IOException, InterruptedException {
    super(
        checked(conf, inputs),
        RecordFormat.RECORDS,
        inputs.stream().flatMap(input -> input.paths().stream()).toList(),
        output,
        LabelOffsets.of(conf, inputs.size()) == null
            ? CensusNote.Kind.LABEL
            : CensusNote.Kind.FIRST_LABEL);
    this.inputs = inputs;
    try {
      offsets = LabelOffsets.of(conf, inputs.size());
      firstFiles = firstFiles(conf, inputs);
    } catch (IOException | RuntimeException | Error e) {
      try (this) {
        throw e;
      }
    }
  }

  private static Configuration checked(Configuration conf, List<Input> inputs) {
    LabelOffsets.of(conf, inputs.size());
    Rewrites.shards(conf);
    DamageSettings.of(conf).requireQuarantineFolder();
    Configuration own = Rewrites.withNewKeys(conf);
    String zeros = String.join(",", Collections.nCopies(inputs.size(), "0"));
    ClassLabel.setHint(own, "--label-offsets " + zeros + " keeps all labels as they are; ");
    return own;
  }

  private static int[] firstFiles(Configuration conf, List<Input> inputs) throws IOException {
    int[] firsts = new int[inputs.size() + 1];
    for (int i = 0; i < inputs.size(); i++) {
      firsts[i + 1] = firsts[i] + RecordInputs.list(conf, inputs.get(i).paths(), null).size();
    }
    return firsts;
  }

  @Override
  public long prepare(Job job, Census census, SourceKeys keys) throws IOException {
    Configuration conf = job.getConfiguration();
    if (sources() != firstFiles[inputs.size()]) {
      throw new BadInputException("files were added to the inputs, or removed, meanwhile", null);
    }
    table = survey(conf, census);
    table.pass(conf, new Path(scratch(), "inputs"));
    var planner = new CopyPlanner(census, new OutputChooser.All(), keys, List.of(""));
    shards = planner.plan(conf, Rewrites.shards(conf), scratch());
    CopyJob.install(this, job, shards, MergeTask.class);
    return 0;
  }

  private MergeTable survey(Configuration conf, Census census) throws IOException {
    long[] records = new long[inputs.size()];
    float[] largest = new float[inputs.size()];
    Arrays.fill(largest, Float.NaN);
    census.forEach(
        (number, split, offset, length, value, key) -> {
          int input = MergeTable.inputOf(firstFiles, split.file());
          float label = Float.intBitsToFloat((int) value);
          records[input]++;
          checkLabel(label, split.getPath(), offset);
          if (offsets != null && offsets[input] != 0 && CensusNote.isOfSeveral(value)) {
            throw ClassLabel.several(conf, "several", offset).at(split.getPath().toString());
          }
          largest[input] = largest[input] >= label ? largest[input] : label;
        });
    long[] shifts = offsets == null ? LabelOffsets.after(largest) : offsets;
    var all = new ArrayList<MergeTable.Input>();
    for (int i = 0; i < records.length; i++) {
      String text = inputs.get(i).text();
      if (records[i] > 0) {
        LabelOffsets.shifted(largest[i], shifts[i], text);
      }
      all.add(new MergeTable.Input(text, shifts[i], records[i]));
    }
    return new MergeTable(all, firstFiles);
  }

  /** Only whole labels are names of classes; only for these is the next free label known. */
  private void checkLabel(float label, Path file, long offset) throws BadInputException {
    if (offsets == null && label != Math.rint(label)) {
      throw new BadInputException(
          "a label that auto has no offset after: "
              + file
              + " at offset "
              + offset
              + ": expected a whole number, found "
              + LabelCensus.text(label)
              + "; name the offsets instead",
          null);
    }
  }

  /** Takes an input, the offset of its labels, and the number of its records. */
  @FunctionalInterface
  public interface OffsetVisitor {
    /** Takes the next input. */
    void visit(String input, long offset, long records);
  }

  /** Passes the inputs in order, after {@link #job} has planned them. */
  public void forEachInput(OffsetVisitor visitor) {
    table.inputs().forEach(in -> visitor.visit(in.input(), in.offset(), in.records()));
  }

  /** Returns the shards, after {@link #job} has planned them. */
  public List<PlannedShard> shards() {
    return shards;
  }
}
