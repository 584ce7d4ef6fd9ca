// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.rewrite;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.records.census.Census;
import dev.recordio.jobs.records.census.CensusNote;
import dev.recordio.jobs.records.census.CensusRequest;
import dev.recordio.jobs.records.census.ClassLabel;
import dev.recordio.jobs.records.census.LabelCensus;
import dev.recordio.jobs.records.copy.ArrangeJob;
import dev.recordio.jobs.records.copy.CopyEntry;
import dev.recordio.jobs.records.copy.CopyTask;
import dev.recordio.jobs.records.copy.RecordSource;
import dev.recordio.jobs.records.copy.SourceKeys;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.task.IndexKeys;
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
  private LabelOffsets table;

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
        settings(conf, inputs),
        CensusRequest.of(
            LabelOffsets.setting(conf, inputs.size()) == null
                ? CensusNote.LABEL
                : CensusNote.FIRST_LABEL),
        inputs.stream().flatMap(input -> input.paths().stream()).toList(),
        output);
    this.inputs = inputs;
    try {
      offsets = LabelOffsets.setting(conf, inputs.size());
      firstFiles = firstFiles(conf, inputs);
    } catch (IOException | RuntimeException | Error e) {
      try (this) {
        throw e;
      }
    }
  }

  private static Configuration settings(Configuration conf, List<Input> inputs) {
    LabelOffsets.setting(conf, inputs.size());
    Configuration own = withNewKeys(checked(conf));
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
  protected long prepare(Job job, Census census, SourceKeys keys) throws IOException {
    Configuration conf = job.getConfiguration();
    if (sources() != firstFiles[inputs.size()]) {
      throw new BadInputException("files were added to the inputs, or removed, meanwhile", null);
    }
    table = survey(conf, census);
    table.pass(conf, new Path(scratch(), "inputs"));
    copyAll(keys, shardsWanted(conf), MergeTask.class);
    return 0;
  }

  private LabelOffsets survey(Configuration conf, Census census) throws IOException {
    long[] records = new long[inputs.size()];
    float[] largest = new float[inputs.size()];
    Arrays.fill(largest, Float.NaN);
    census.forEach(
        (number, split, offset, length, value, key) -> {
          int input = LabelOffsets.inputOf(firstFiles, split.file());
          float label = Float.intBitsToFloat((int) value);
          records[input]++;
          checkLabel(label, split.getPath(), offset);
          if (offsets != null && offsets[input] != 0 && ClassLabel.isOfSeveral(value)) {
            throw ClassLabel.several(conf, "several", offset).at(split.getPath().toString());
          }
          largest[input] = largest[input] >= label ? largest[input] : label;
        });
    long[] shifts = offsets == null ? LabelOffsets.after(largest) : offsets;
    var all = new ArrayList<LabelOffsets.Input>();
    for (int i = 0; i < records.length; i++) {
      String text = inputs.get(i).text();
      if (records[i] > 0) {
        LabelOffsets.shifted(largest[i], shifts[i], text);
      }
      all.add(new LabelOffsets.Input(text, shifts[i], records[i]));
    }
    return new LabelOffsets(all, firstFiles);
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

  /** Writes a shard of merged inputs: keys and ids are the numbers of the records. */
  static final class MergeTask extends CopyTask {
    @Override
    protected Shard create(TaskContext task, PlannedShard split) throws IOException {
      Configuration conf = task.conf();
      LabelOffsets table = LabelOffsets.ofTask(conf);
      if (split.shard() == 0) {
        Path shard = ShardOutputFormat.workFile(task.attempt(), "", 0, "");
        var json = new Path(shard.getParent(), MANIFEST);
        JsonFiles.write(json.getFileSystem(conf), json, table.content());
      }
      long first = split.firstRecord();
      RecordFileWriter out =
          ShardOutputFormat.createShard(task.attempt(), "", split.shard(), IndexKeys.KEY);
      var image = new ImagePayload();
      ClassLabel classes = ClassLabel.of(conf);
      return new RecordShard(task, out) {
        @Override
        public void copy(CopyEntry entry, RecordSource source) throws IOException {
          image.read(entry, source);
          float[] labels = image.labels();
          int column = image.column(classes, entry, source);
          if (column != ClassLabel.UNKNOWN) { // else the offset is 0
            long offset = table.of(entry.file);
            labels[column] = LabelOffsets.shifted(labels[column], offset, source.path(entry));
          }
          long number = first + writer.count();
          image.write(number, 0, labels, image.header().labelCount());
          writer.write(number, image.bytes(), 0, image.length());
        }
      };
    }
  }
}
