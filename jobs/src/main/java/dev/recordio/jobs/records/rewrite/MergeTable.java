// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.rewrite;

import dev.recordio.jobs.run.split.ScratchFile;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The inputs of a merge, in order: what the tasks know of them, and {@code _merge.json} lists. */
final class MergeTable {
  private static final String FILE = "recordio.merge.inputs-file";

  /**
   * An input.
   *
   * @param input as the user wrote it
   * @param offset what is added to its labels
   * @param records how many
   */
  record Input(String input, long offset, long records) {}

  /**
   * The content of {@code _merge.json}.
   *
   * @param records of all inputs
   * @param inputs in order
   */
  record Content(long records, List<Input> inputs) {}

  private final List<Input> inputs;
  private final int[] firstFiles; // of each input, and after the last one

  MergeTable(List<Input> inputs, int[] firstFiles) {
    this.inputs = inputs;
    this.firstFiles = firstFiles;
  }

  /** Returns the input of a file. */
  static int inputOf(int[] firstFiles, int file) {
    int input = 0;
    while (firstFiles[input + 1] <= file) {
      input++;
    }
    return input;
  }

  /** Returns the input that a file is of. */
  Input of(int file) {
    return inputs.get(inputOf(firstFiles, file));
  }

  /** Returns the inputs. */
  List<Input> inputs() {
    return inputs;
  }

  /** Returns what {@code _merge.json} has. */
  Content content() {
    return new Content(inputs.stream().mapToLong(Input::records).sum(), inputs);
  }

  /** Passes the table to a job; creates {@code file} for its tasks. */
  void pass(Configuration conf, Path file) throws IOException {
    ScratchFile.write(conf, FILE, file, this::write);
  }

  private void write(DataOutput out) throws IOException {
    out.writeInt(inputs.size());
    for (int i = 0; i < inputs.size(); i++) {
      out.writeInt(firstFiles[i + 1]);
      out.writeUTF(inputs.get(i).input());
      out.writeLong(inputs.get(i).offset());
      out.writeLong(inputs.get(i).records());
    }
  }

  /** Reads the table in a task. */
  static MergeTable ofTask(Configuration conf) throws IOException {
    return ScratchFile.read(conf, FILE, MergeTable::read);
  }

  private static MergeTable read(DataInput in) throws IOException {
    var inputs = new ArrayList<Input>();
    int[] firstFiles = new int[in.readInt() + 1];
    for (int i = 1; i < firstFiles.length; i++) {
      firstFiles[i] = in.readInt();
      inputs.add(new Input(in.readUTF(), in.readLong(), in.readLong()));
    }
    return new MergeTable(inputs, firstFiles);
  }
}
