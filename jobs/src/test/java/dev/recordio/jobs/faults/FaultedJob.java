// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A command that faults hit, with what it reads and writes: a column of the table. */
public enum FaultedJob {
  /** Files into records. */
  PACK(Input.FILES, "rec", "--header", "none", "--shards", "2"),
  /** Indexes of files that are cut, so that blocks of entries meet in reducers. */
  INDEX(Input.RECORDS, "idx", "-Dmapreduce.input.fileinputformat.split.maxsize=100000"),
  /** Records into another order, by reducers. */
  SHUFFLE(
      Input.INDEXED,
      "rec",
      "--seed",
      "7",
      "--shards",
      "2",
      "-Dmapreduce.input.fileinputformat.split.maxsize=200000"),
  /** Rows of text into arrays. */
  CSR(Input.TEXT, "npz", "-Drecordio.csr.segment-size=64k"),
  /** Records into subsets. */
  SPLIT(Input.INDEXED, "rec", "--seed", "7", "--fractions", "train=0.6,test=0.4", "--shards", "2"),
  /** Records into tar files. */
  EXPORT(Input.INDEXED, "tar", "--to", "webdataset", "--shards", "2");

  /** What a command reads: a folder of {@link FaultInputs}. */
  public enum Input {
    /** Small files of random bytes. */
    FILES,
    /** Files of records. */
    RECORDS,
    /** The same with their indexes. */
    INDEXED,
    /** LibSVM. */
    TEXT;

    /** Returns the folder's name. */
    public String folder() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Input input;
  private final String extension;
  private final List<String> options;

  FaultedJob(Input input, String extension, String... options) {
    this.input = input;
    this.extension = extension;
    this.options = List.of(options);
  }

  /** Returns the command. */
  public String title() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns what it reads. */
  public Input input() {
    return input;
  }

  /** Whether its output is beside its input: each run needs an input of its own. */
  public boolean writesBesideInput() {
    return this == INDEX;
  }

  /** Whether its job has reducers. */
  public boolean hasReducers() {
    return this == INDEX || this == SHUFFLE;
  }

  /** Returns a regular expression of the paths of data that it reads below a folder. */
  public String reads(String folder) {
    return ".*" + folder + "/[^._][^/]*" + (input == Input.INDEXED ? "\\.rec" : "");
  }

  /** Returns a regular expression of the paths of its main files while attempts write them. */
  public String writes(String folder) {
    return writesBesideInput()
        ? ".*" + folder + "/\\.[^/]*\\.idx\\..*"
        : ".*" + folder + "/.*\\." + extension;
  }

  /** Returns its command line. */
  public List<String> line(String in, String out, String... more) {
    var line = new ArrayList<String>(List.of(title()));
    line.addAll(List.of(more));
    line.addAll(options);
    line.add(in);
    if (!writesBesideInput()) {
      line.add(out);
    }
    return line;
  }
}
