// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.row.IndexBase;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.TextSettings;
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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;

/** The format of an input's records, and how these are counted and copied. */
public enum RecordFormat {
  /** RecordIO records. */
  RECORDS("record", "damaged records passed over", "info", RecordCensusTask.class),
  /** Lines of LibSVM text that have a row. */
  ROWS("row", "lines without a label left out", "stats", RowCensusTask.class);

  private static final String LIBSVM = "libsvm";

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
   * Returns the format of an input: rows, if {@code libsvm.format} is set; else detected from the
   * first file that is not empty.
   *
   * @throws InvalidSettingException when the format is another than libsvm
   */
  public static RecordFormat of(Configuration conf, List<Path> inputs) throws IOException {
    String format = conf.get(LibSvmConf.FORMAT.key(), "");
    if (!format.isEmpty()) {
      if (!format.equalsIgnoreCase(LIBSVM)) {
        throw new InvalidSettingException(
            LibSvmConf.FORMAT
                + " is '"
                + format
                + "'; here it takes libsvm, or nothing for RecordIO files");
      }
      return ROWS;
    }
    for (FileStatus file : InputListing.list(conf, inputs, null)) {
      if (file.getLen() > 0) {
        return RowInputs.isText(conf, file.getPath()) ? ROWS : RECORDS;
      }
    }
    return RECORDS;
  }

  /** Sets what the census needs, before its input is listed. */
  void configure(Configuration conf) {
    if (this == RECORDS) {
      return;
    }
    TextSettings settings = TextSettings.of(conf);
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

  /** Returns what counts the records of splits. */
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

  /** Returns the name of one record or row. */
  public String one() {
    return one;
  }

  /** Returns the name of the skipped ones. */
  public String leftOutTitle() {
    return leftOutTitle;
  }

  /** Returns the command for inspecting the output. */
  public String nextCommand() {
    return nextCommand;
  }
}
