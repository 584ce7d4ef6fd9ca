// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.select;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.census.CensusNote;
import dev.recordio.jobs.records.census.CensusRequest;
import dev.recordio.jobs.records.census.ClassLabel;
import dev.recordio.jobs.records.census.IndexedCensus;
import dev.recordio.jobs.records.census.LabelCensus;
import dev.recordio.jobs.records.census.RecordFormat;
import dev.recordio.jobs.records.census.WantedValues;
import dev.recordio.jobs.rows.LabelNames;
import dev.recordio.jobs.rows.SegmentConf;
import dev.recordio.jobs.rows.SideFiles;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * What a copy takes, as configured; validated before anything is read.
 *
 * @param census what is counted, and perhaps chosen by it
 * @param folders the outputs: folders below the job's output, or an empty name for that itself
 * @param choice makes the chooser
 */
public record CopyRequest(CensusRequest census, List<String> folders, Choice choice) {
  /** Makes the chooser of a copy. */
  @FunctionalInterface
  public interface Choice {
    /** Returns the chooser for {@code records} records. */
    OutputChooser of(long records) throws IOException;
  }

  /** Returns a request for all records. */
  public static CopyRequest everything() {
    return one(CensusRequest.of(CensusNote.PLACE), records -> OutputChooser.ALL);
  }

  private static CopyRequest one(CensusRequest census, Choice choice) {
    return new CopyRequest(census, List.of(""), choice);
  }

  /** Returns a request for subsets, by {@code recordio.split.*}. */
  public static CopyRequest subsets(Configuration conf, List<Path> inputs) throws IOException {
    Fractions fractions = Fractions.parse(ArrangeConf.SPLIT_FRACTIONS.get(conf));
    boolean stratify = ArrangeConf.SPLIT_STRATIFY.getBoolean(conf);
    boolean groups = !ArrangeConf.SPLIT_GROUP_BY.get(conf).isEmpty();
    if (groups && stratify) {
      throw new InvalidSettingException(
          ArrangeConf.SPLIT_STRATIFY
              + " and "
              + ArrangeConf.SPLIT_GROUP_BY
              + " exclude each other");
    }
    CensusNote note = stratify ? CensusNote.LABEL : CensusNote.PLACE;
    if (groups) {
      boolean byKey = ArrangeConf.SPLIT_GROUP_BY.getChoice(conf).equals("key");
      note = byKey ? CensusNote.ID : CensusNote.QID;
    }
    long seed = ArrangeConf.SEED.getLong(conf);
    return new CopyRequest(
        CensusRequest.of(format(conf, inputs, note), note),
        fractions.names(),
        records -> {
          if (records == 0) {
            throw new BadInputException("the input holds nothing to split", null);
          }
          return groups ? Subsets.byValue(fractions, seed) : new Subsets(fractions, seed, stratify);
        });
  }

  private static RecordFormat format(Configuration conf, List<Path> inputs, CensusNote note)
      throws IOException {
    RecordFormat format = RecordFormat.of(conf, inputs);
    if (format == RecordFormat.RECORDS && note == CensusNote.QID) {
      throw new InvalidSettingException(
          ArrangeConf.SPLIT_GROUP_BY
              + " is qid: RecordIO records have none, only rows of text do; group by key");
    }
    if (format == RecordFormat.ROWS && note == CensusNote.ID) {
      throw new InvalidSettingException(
          ArrangeConf.SPLIT_GROUP_BY
              + " is key: rows of text have none, only RecordIO records do; group by qid");
    }
    if (format == RecordFormat.ROWS && ClassLabel.isSaid(conf)) {
      throw new InvalidSettingException(
          ArrangeConf.LABEL_COLUMN
              + " is "
              + ArrangeConf.LABEL_COLUMN.get(conf)
              + ": rows of text have one label");
    }
    if (format == RecordFormat.ROWS) {
      refuseSideFiles(conf, inputs);
    }
    return format;
  }

  /** Without the values of their side files the rows would not be the same. */
  private static void refuseSideFiles(Configuration conf, List<Path> inputs) throws IOException {
    List<FileStatus> side = SideFiles.find(conf, RowInputs.list(conf, inputs, null)).files();
    if (!side.isEmpty()) {
      throw new InvalidSettingException(
          "split does not cut files of weights, groups or margins along: "
              + side.get(0).getPath()
              + "; csr --to libsvm writes weights and groups into the text, -D "
              + SegmentConf.SIDE_FILES
              + "=none leaves them behind");
    }
  }

  /** Returns a request for a sample, by {@code recordio.sample.*}. */
  public static CopyRequest sample(Configuration conf) {
    String part = ArrangeConf.SAMPLE_FRACTION.get(conf);
    boolean counts = !ArrangeConf.SAMPLE_COUNT.get(conf).isEmpty();
    long count = counts ? ArrangeConf.SAMPLE_COUNT.getLong(conf) : -1;
    BigDecimal fraction = new BigDecimal(part.isEmpty() ? "0" : part);
    long seed = ArrangeConf.SEED.getLong(conf);
    if (counts == !part.isEmpty()) {
      throw new InvalidSettingException(
          "a sample takes either a count or a fraction: set "
              + ArrangeConf.SAMPLE_COUNT
              + " or "
              + ArrangeConf.SAMPLE_FRACTION);
    }
    return one(
        new CensusRequest(RecordFormat.RECORDS, CensusNote.PLACE, null, IndexedCensus.Use.ALL),
        records -> {
          if (count > records) {
            throw new InvalidSettingException(
                ArrangeConf.SAMPLE_COUNT
                    + " is "
                    + count
                    + ", but there are "
                    + records
                    + " records");
          }
          BigDecimal share = fraction.multiply(BigDecimal.valueOf(records));
          long wanted =
              count >= 0 ? count : share.setScale(0, RoundingMode.HALF_UP).longValueExact();
          return OutputChooser.sample(wanted, records, seed);
        });
  }

  /**
   * Returns a request for the records that {@code recordio.select.*} specify.
   *
   * @param inputs where names of labels may be
   * @throws InvalidSettingException unless exactly one of the keys is set
   */
  public static CopyRequest selected(Configuration conf, List<Path> inputs) throws IOException {
    String keys = ArrangeConf.SELECT_KEYS.get(conf);
    String labels = ArrangeConf.SELECT_LABEL.get(conf);
    String file = ArrangeConf.SELECT_LABELS.get(conf);
    long least = ArrangeConf.SELECT_MIN_PER_LABEL.getLong(conf);
    if (ArrangeConf.waysToSelect(conf) != 1) {
      throw new InvalidSettingException(
          "records are selected in one way: set one of "
              + ArrangeConf.SELECT_KEYS
              + ", "
              + ArrangeConf.SELECT_LABEL
              + ", "
              + ArrangeConf.SELECT_LABELS
              + ", "
              + ArrangeConf.SELECT_MIN_PER_LABEL);
    }
    if (least > 0) {
      return one(
          CensusRequest.of(CensusNote.LABEL),
          records -> new OutputChooser.Frequent(least, new LabelCensus()));
    }
    if (!keys.isEmpty()) {
      WantedValues wanted = KeyList.read(conf, keys);
      return found(CensusNote.KEY, wanted, IndexedCensus.Use.BY_KEY, "keys: " + keys);
    }
    LabelNames names = LabelNames.of(conf, inputs);
    WantedValues wanted =
        file.isEmpty()
            ? KeyList.labels(labels, names)
            : KeyList.labelsOf(conf, new Path(file), names);
    return found(CensusNote.LABEL, wanted, IndexedCensus.Use.NONE, "labels: " + labels + file);
  }

  private static CopyRequest found(
      CensusNote note, WantedValues wanted, IndexedCensus.Use indexes, String what) {
    return one(
        new CensusRequest(RecordFormat.RECORDS, note, wanted, indexes),
        records -> {
          if (records == 0) {
            throw new BadInputException("no record has one of the " + what, null);
          }
          return new OutputChooser.Found(wanted);
        });
  }
}
