// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A command that faults hit, with what it reads and writes. The first ones are the frames that all
 * jobs have, each a column of the table; the others are lines of a second table, for the faults of
 * file systems alone.
 */
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
  EXPORT(Input.INDEXED, "tar", "--to", "webdataset", "--shards", "2"),
  /** Images with the boxes of a JSON file. */
  COCO("pack --from coco", "", Input.COCO, "rec", "--shards", "2"),
  /** Images with the boxes of XML files. */
  VOC("pack --from voc", "", Input.VOC, "rec", "--shards", "2"),
  /** Images with the boxes of text files. */
  YOLO("pack --from yolo", "", Input.YOLO, "rec", "--shards", "2"),
  /** Records into files of chunks. */
  TO_ARRAYRECORD(
      "export --to arrayrecord", "", Input.INDEXED, "array_record", "--raw", "--shards", "2"),
  /** Files of chunks into records. */
  FROM_ARRAYRECORD("pack --from arrayrecord", "", Input.GRAIN, "rec", "--raw", "--shards", "2"),
  /** Hashes of files of chunks. */
  VERIFY_ARRAYRECORD("verify", " of ArrayRecord", Input.GRAIN, "", "--json"),
  /** Rows sorted by query, by reducers, into arrays. */
  GATHER("csr --gather qid", "", Input.QUERIES, "npz", "-Drecordio.csr.segment-size=64k"),
  /** Named columns of CSV into arrays. */
  CSV(
      "csr --format csv",
      " by names",
      Input.CSV,
      "npz",
      "--label",
      "y",
      "--categorical",
      "city",
      "--hash-bits",
      "6",
      "-Drecordio.csr.segment-size=64k"),
  /** Rows of text into another order, by reducers. */
  SHUFFLE_TEXT(
      "shuffle",
      " of text",
      Input.TEXT,
      "libsvm",
      "--seed",
      "7",
      "--shards",
      "2",
      "-Dmapreduce.input.fileinputformat.split.maxsize=200000");

  /** What a command reads: a folder of {@link FaultInputs}. */
  public enum Input {
    /** Small files of random bytes. */
    FILES,
    /** Files of records. */
    RECORDS,
    /** The same with their indexes. */
    INDEXED,
    /** LibSVM. */
    TEXT,
    /** LibSVM whose queries are scattered. */
    QUERIES,
    /** CSV with a header. */
    CSV,
    /** Images and a JSON file about them. */
    COCO,
    /** Images, and an XML file about each. */
    VOC,
    /** Images, and a text file about each. */
    YOLO,
    /** ArrayRecord. */
    GRAIN;

    /** Returns the folder's name. */
    public String folder() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it is small files, each read at once. */
    public boolean isSmallFiles() {
      return this == FILES || hasBoxes();
    }

    boolean hasBoxes() {
      return this == COCO || this == VOC || this == YOLO;
    }
  }

  private final List<String> words;
  private final String of;
  private final boolean frame;
  private final Input input;
  private final String extension;
  private final List<String> options;

  FaultedJob(Input input, String extension, String... options) {
    this.words = List.of(name().toLowerCase(Locale.ROOT));
    this.of = "";
    this.frame = true;
    this.input = input;
    this.extension = extension;
    this.options = List.of(options);
  }

  /**
   * A command that is no frame.
   *
   * @param words how its command line begins
   * @param of what the words do not say; empty for nothing
   * @param extension of its main files; empty if it writes none
   */
  FaultedJob(String words, String of, Input input, String extension, String... options) {
    this.words = List.of(words.split(" "));
    this.of = of;
    this.frame = false;
    this.input = input;
    this.extension = extension;
    this.options = List.of(options);
  }

  /** Returns how its command line begins, and what it is of. */
  public String title() {
    return String.join(" ", words) + of;
  }

  /** Returns the same in Markdown. */
  public String markdown() {
    return "`" + String.join(" ", words) + "`" + of;
  }

  /** Returns the command. */
  public String command() {
    return words.get(0);
  }

  /** Whether faults of processes hit it, too. */
  public boolean isFrame() {
    return frame;
  }

  /** Returns what it reads. */
  public Input input() {
    return input;
  }

  /** Whether its output is beside its input: each run needs an input of its own. */
  public boolean writesBesideInput() {
    return this == INDEX;
  }

  /** Whether it writes files. */
  public boolean writes() {
    return !extension.isEmpty();
  }

  /** Whether its job has reducers. */
  public boolean hasReducers() {
    return this == INDEX || this == SHUFFLE || this == GATHER || this == SHUFFLE_TEXT;
  }

  /**
   * Whether the first files that it reads are read when its output is begun: the others read their
   * input in a job before.
   */
  public boolean readsIntoOutput() {
    return writes() && !writesBesideInput() && this != GATHER;
  }

  /** Returns a regular expression of the paths of data that it reads below a folder. */
  public String reads(String folder) {
    String end = input == Input.INDEXED ? "\\.rec" : input.hasBoxes() ? "\\.jpg" : "";
    return ".*" + folder + "/[^._][^/]*" + end;
  }

  /** Returns a regular expression of the paths of its main files while attempts write them. */
  public String writes(String folder) {
    return writesBesideInput()
        ? ".*" + folder + "/\\.[^/]*\\.idx\\..*"
        : ".*" + folder + "/.*\\." + extension;
  }

  /** Returns its command line. */
  public List<String> line(String in, String out, String... more) {
    var line = new ArrayList<String>(words);
    line.addAll(1, List.of(more));
    line.addAll(options);
    line.add(input == Input.COCO ? in + "/" + FaultInputs.BOXES : in);
    if (writes() && !writesBesideInput()) {
      line.add(out);
    }
    return line;
  }
}
