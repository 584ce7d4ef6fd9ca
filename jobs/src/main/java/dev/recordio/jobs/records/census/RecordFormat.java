// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.row.IndexBase;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.rows.SideFiles;
import dev.recordio.jobs.rows.TextGuess;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.mapreduce.FramedRecordInputFormat;
import dev.recordio.mapreduce.RangeInputFormat;
import dev.recordio.mapreduce.RowInputFormat;
import dev.recordio.mapreduce.RowLinesInputFormat;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.ParseRule;
import dev.recordio.task.RecordIOCounter;
import dev.recordio.task.RowCounter;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.task.JobContextImpl;

/** The format of an input's records, and how these are counted and copied. */
public enum RecordFormat {
  /** RecordIO records. */
  RECORDS("record", "damaged records passed over", "info", RecordCensusTask.class),
  /** Lines of text that have a row. */
  ROWS("row", "lines without a label left out", "stats", RowCensusTask.class);

  /** The formats whose rows are lines that can be copied. */
  private static final Set<String> FORMATS = Set.of("libsvm", "libfm", "csv");

  private static final String CSV = "csv";

  private final String one;
  private final String leftOutTitle;
  private final String nextCommand;
  private final Class<? extends CensusTask> census;

  RecordFormat(
      String one, String leftOutTitle, String nextCommand, Class<? extends CensusTask> census) {
    this.one = one;
    this.leftOutTitle = leftOutTitle;
    this.nextCommand = nextCommand;
    this.census = census;
  }

  /**
   * An input whose format is known.
   *
   * @param listed its files, empty ones too, if they were listed to find out that it is of records;
   *     else null
   */
  public record Found(RecordFormat format, List<FileStatus> listed) {
    /** Returns a request for all records. */
    public CensusRequest census(CensusNote note) {
      return census(note, null, null);
    }

    /** Returns a request for some records; rows have no indexes. */
    public CensusRequest census(
        CensusNote note, WantedValues wanted, CensusRequest.Indexes indexes) {
      return new CensusRequest(format, note, wanted, format == RECORDS ? indexes : null, listed);
    }
  }

  /**
   * Finds the format of an input: rows, if {@code libsvm.format} is set; else detected from the
   * first file that is not empty, and the key is set if it is text.
   *
   * @throws InvalidSettingException when the format is one whose rows are no lines, or when there
   *     are files of numbers beside rows, which would no longer fit
   */
  public static Found of(Configuration conf, List<Path> inputs) throws IOException {
    if (conf.get(LibSvmConf.FORMAT.key(), "").isEmpty()) {
      PathFilter filter = FileInputFormat.getInputPathFilter(new JobContextImpl(conf, null));
      List<FileStatus> listed = InputListing.listWithEmpty(conf, inputs, filter);
      if (!guessText(conf, listed)) {
        return new Found(RECORDS, listed);
      }
    }
    if (!FORMATS.contains(TextSettings.of(conf).format())) {
      throw new InvalidSettingException(
          LibSvmConf.FORMAT
              + " is '"
              + conf.get(LibSvmConf.FORMAT.key())
              + "'; here it takes libsvm, libfm or csv, or nothing for RecordIO files");
    }
    refuseSideFiles(conf, inputs);
    return new Found(ROWS, null);
  }

  private static boolean guessText(Configuration conf, List<FileStatus> files) throws IOException {
    for (FileStatus file : files) {
      if (file.getLen() > 0) {
        Path path = file.getPath();
        boolean isText = !path.getName().endsWith(".rec") && RowInputs.isText(conf, path);
        if (isText) {
          LibSvmConf.FORMAT.set(conf, TextGuess.ofNamed(conf, path));
        }
        return isText;
      }
    }
    return false;
  }

  /** Without the values of their side files the rows would not be the same. */
  private static void refuseSideFiles(Configuration conf, List<Path> inputs) throws IOException {
    SideFiles.find(conf, RowInputs.list(conf, inputs, null))
        .refuse("files of weights, groups or margins are not taken along with rows of text: ");
  }

  /** Sets how a job reads the input. */
  public void configure(Configuration conf) {
    if (this == RECORDS) {
      return;
    }
    TextSettings settings = TextSettings.of(conf);
    if (settings.format().equals(CSV) && conf.get(LibSvmConf.MODE.key()) == null) {
      LibSvmConf.MODE.set(conf, ParseMode.LENIENT); // a line is a row, whatever its cells are
    }
    if (settings.mode() == ParseMode.DMLC) {
      throw new InvalidSettingException(
          LibSvmConf.MODE
              + " is dmlc, where a row may depend on where the input is cut; set strict or"
              + " lenient");
    }
    if (settings.base() == IndexBase.AUTO) { // lines are copied with any first index
      LibSvmConf.INDEX_BASE.set(conf, IndexBase.ZERO);
    }
  }

  /** Returns the input format, which lists the input and cuts it into splits. */
  RangeInputFormat<?, ?> splitter() {
    return this == RECORDS ? new FramedRecordInputFormat() : new RowLinesInputFormat();
  }

  Class<? extends CensusTask> census() {
    return census;
  }

  /**
   * Checks, after the census, what no single task could check.
   *
   * @throws BadInputException when rows of several splits are not alike, and that is an error
   */
  public void checkAlike(Configuration conf, Counters counters) throws BadInputException {
    ParseRule broken = this == RECORDS ? null : RowInputFormat.conflict(counters);
    if (broken != null && TextSettings.of(conf).mode() == ParseMode.STRICT) {
      throw new BadInputException(
          broken.title()
              + ": expected "
              + broken.expected()
              + ", but parts of the input differ; the command stats says where",
          null);
    }
  }

  /** Returns how many records or rows the census read. */
  public long read(Counters counters) {
    return counters
        .findCounter(this == RECORDS ? RecordIOCounter.RECORDS_READ : RowCounter.ROWS_READ)
        .getValue();
  }

  /** Returns how many invalid records or rows the census skipped. */
  public long leftOut(Counters counters) {
    Counter counter =
        this == RECORDS
            ? counters.findCounter(RecordIOCounter.DAMAGED_RECORDS)
            : counters.findCounter(RowCounter.RULES, ParseRule.BAD_LABEL.title());
    return counter.getValue();
  }

  public String one() {
    return one;
  }

  public String leftOutTitle() {
    return leftOutTitle;
  }

  public String nextCommand() {
    return nextCommand;
  }
}
