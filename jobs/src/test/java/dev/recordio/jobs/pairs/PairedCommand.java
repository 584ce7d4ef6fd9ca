// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pairs;

import dev.recordio.jobs.faults.FaultedJob.Input;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A command that writes an output of several files. */
public enum PairedCommand {
  /** Files into records. */
  PACK(Input.FILES, "--header", "none", "--shards", "4"),
  /** Rows of text into arrays. */
  CSR(Input.TEXT, "-Drecordio.csr.segment-size=64k"),
  /** Records into another order, by reducers. */
  SHUFFLE(Input.INDEXED, "--seed", "7", "--shards", "2"),
  /** Records into other shards. */
  RESHARD(Input.INDEXED, "--shards", "5"),
  /** Records into tar files. */
  EXPORT(Input.INDEXED, "--to", "webdataset", "--shards", "3"),
  /** Sound records of each file. */
  SALVAGE(Input.INDEXED, "--checksums"),
  /** Records into subsets. */
  SPLIT(Input.INDEXED, "--seed", "7", "--fractions", "train=0.6,test=0.4", "--shards", "2");

  private final Input input;
  private final List<String> options;

  PairedCommand(Input input, String... options) {
    this.input = input;
    this.options = List.of(options);
  }

  /**
   * Returns the command line.
   *
   * @param inputs the folder with the folders that commands read
   */
  public List<String> line(String inputs, String output) {
    var line = new ArrayList<String>(List.of(name().toLowerCase(Locale.ROOT), "-q"));
    line.addAll(options);
    line.add(inputs + "/" + input.folder());
    line.add(output);
    return line;
  }
}
