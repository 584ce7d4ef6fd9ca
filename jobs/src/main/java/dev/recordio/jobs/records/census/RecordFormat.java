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
import org.apache.hadoop.mapreduce.Counters;

/** The format of an input's records, and how these are counted and copied. */
public enum RecordFormat {
  /** RecordIO records. */
  RECORDS("record", "damaged records passed over", "info") {
    @Override
    void configure(Configuration census) {}

    @Override
    RangeInputFormat<?, ?> splitter() {
      return new FramedRecordInputFormat();
    }

    @Override
    public void checkAlike(Configuration conf, Counters census) {}

    @Override
    Class<? extends CensusTask> census() {
      return RecordCensusTask.class;
    }

    @Override
    public long read(Counters census) {
      return census.findCounter(RecordIOCounter.RECORDS_READ).getValue();
    }

    @Override
    public long leftOut(Counters census) {
      return census.findCounter(RecordIOCounter.DAMAGED_RECORDS).getValue();
    }
  },
  /** Lines of LibSVM text that have a row. */
  ROWS("row", "lines without a label left out", "stats") {
    @Override
    void configure(Configuration census) {
      TextSettings settings = TextSettings.of(census);
      if (settings.mode() == ParseMode.DMLC) {
        throw new InvalidSettingException(
            LibSvmConf.MODE
                + " is dmlc, where a row may depend on where the input is cut; set strict or"
                + " lenient");
      }
      if (settings.base() == IndexBase.AUTO) { // lines are copied with any first index
        LibSvmConf.INDEX_BASE.set(census, IndexBase.ZERO);
      }
    }

    @Override
    RangeInputFormat<?, ?> splitter() {
      return new RowLinesInputFormat();
    }

    @Override
    public void checkAlike(Configuration conf, Counters census) throws BadInputException {
      ParseRule broken = RowInputFormat.conflict(census);
      if (broken != null && TextSettings.of(conf).mode() == ParseMode.STRICT) {
        throw new BadInputException(
            broken.title()
                + ": expected "
                + broken.expected()
                + ", but parts of the input differ; the command stats says where",
            null);
      }
    }

    @Override
    Class<? extends CensusTask> census() {
      return RowCensusTask.class;
    }

    @Override
    public long read(Counters census) {
      return census.findCounter(RowCounter.ROWS_READ).getValue();
    }

    @Override
    public long leftOut(Counters census) {
      return census.findCounter(RowCounter.RULES, ParseRule.BAD_LABEL.title()).getValue();
    }
  };

  private static final String LIBSVM = "libsvm";

  private final String one;
  private final String leftOutTitle;
  private final String nextCommand;

  RecordFormat(String one, String leftOutTitle, String nextCommand) {
    this.one = one;
    this.leftOutTitle = leftOutTitle;
    this.nextCommand = nextCommand;
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
  abstract void configure(Configuration census);

  /** Returns the input format, which lists the input and cuts it into splits. */
  abstract RangeInputFormat<?, ?> splitter();

  /** Returns what counts the records of splits. */
  abstract Class<? extends CensusTask> census();

  /**
   * Checks, after the census, what no single task could check.
   *
   * @throws BadInputException when rows of several splits are not alike, and that is an error
   */
  public abstract void checkAlike(Configuration conf, Counters census) throws BadInputException;

  /** Returns how many records or rows the census read. */
  public abstract long read(Counters census);

  /** Returns how many invalid records or rows the census skipped. */
  public abstract long leftOut(Counters census);

  /** Returns the name of one of them. */
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
