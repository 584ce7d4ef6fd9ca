// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.select;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.census.CensusNote;
import dev.recordio.jobs.records.census.ClassLabel;
import dev.recordio.jobs.records.census.IndexedCensus;
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
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** What a copy takes, as configured; validated before anything is read. */
public abstract class CopyRequest {
  /**
   * Returns the format of the input's records.
   *
   * @throws InvalidSettingException when that format cannot be used with this selection
   */
  public RecordFormat kind(Configuration conf, List<Path> inputs) throws IOException {
    return RecordFormat.RECORDS;
  }

  /** Returns what the census must note. */
  public CensusNote.Kind notes() {
    return CensusNote.Kind.PLACE;
  }

  /** Returns which indexes can replace the census. */
  public IndexedCensus.Use indexes() {
    return IndexedCensus.Use.NONE;
  }

  /** Returns the values that the census searches for; null when it takes every record. */
  public WantedValues wanted() {
    return null;
  }

  /** Returns the outputs: folders below the job's output, or an empty name for that itself. */
  public List<String> folders() {
    return List.of("");
  }

  /** Returns the chooser for {@code records} records. */
  public abstract OutputChooser choice(long records) throws IOException;

  /** All records. */
  public static final class Everything extends CopyRequest {
    @Override
    public OutputChooser choice(long records) {
      return new OutputChooser.All();
    }
  }

  /** Subsets, by {@code recordio.split.*}. */
  public static final class InSubsets extends CopyRequest {
    private final Fractions fractions;
    private final boolean stratify;
    private final CensusNote.Kind notes;
    private final long seed;

    public InSubsets(Configuration conf) {
      String text = ArrangeConf.SPLIT_FRACTIONS.get(conf);
      fractions = Fractions.parse(text);
      stratify = ArrangeConf.SPLIT_STRATIFY.getBoolean(conf);
      notes = notes(conf, stratify);
      seed = ArrangeConf.SEED.getLong(conf);
      if (isGrouped() && stratify) {
        throw new InvalidSettingException(
            ArrangeConf.SPLIT_STRATIFY
                + " and "
                + ArrangeConf.SPLIT_GROUP_BY
                + " exclude each other");
      }
    }

    private static CensusNote.Kind notes(Configuration conf, boolean stratify) {
      if (ArrangeConf.SPLIT_GROUP_BY.get(conf).isEmpty()) {
        return stratify ? CensusNote.Kind.LABEL : CensusNote.Kind.PLACE;
      }
      String group = ArrangeConf.SPLIT_GROUP_BY.getChoice(conf);
      return group.equals("key") ? CensusNote.Kind.ID : CensusNote.Kind.QID;
    }

    private boolean isGrouped() {
      return notes == CensusNote.Kind.ID || notes == CensusNote.Kind.QID;
    }

    @Override
    public RecordFormat kind(Configuration conf, List<Path> inputs) throws IOException {
      RecordFormat kind = RecordFormat.of(conf, inputs);
      if (kind == RecordFormat.RECORDS && notes == CensusNote.Kind.QID) {
        throw new InvalidSettingException(
            ArrangeConf.SPLIT_GROUP_BY
                + " is qid: RecordIO records have none, only rows of text do; group by key");
      }
      if (kind == RecordFormat.ROWS && notes == CensusNote.Kind.ID) {
        throw new InvalidSettingException(
            ArrangeConf.SPLIT_GROUP_BY
                + " is key: rows of text have none, only RecordIO records do; group by qid");
      }
      if (kind == RecordFormat.ROWS && ClassLabel.isSaid(conf)) {
        throw new InvalidSettingException(
            ArrangeConf.LABEL_COLUMN
                + " is "
                + ArrangeConf.LABEL_COLUMN.get(conf)
                + ": rows of text have one label");
      }
      if (kind == RecordFormat.ROWS) {
        refuseSideFiles(conf, inputs);
      }
      return kind;
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

    @Override
    public CensusNote.Kind notes() {
      return notes;
    }

    @Override
    public List<String> folders() {
      return fractions.names();
    }

    @Override
    public OutputChooser choice(long records) throws IOException {
      if (records == 0) {
        throw new BadInputException("the input holds nothing to split", null);
      }
      return isGrouped()
          ? new Subsets.ByValue(fractions, seed)
          : new Subsets(fractions, seed, stratify);
    }
  }

  /** A sample, by {@code recordio.sample.*}. */
  public static final class AtRandom extends CopyRequest {
    private final long count;
    private final BigDecimal fraction;
    private final long seed;

    public AtRandom(Configuration conf) {
      count = ArrangeConf.SAMPLE_COUNT.getLong(conf);
      fraction = fraction(ArrangeConf.SAMPLE_FRACTION.get(conf));
      seed = ArrangeConf.SEED.getLong(conf);
      boolean hasFraction = fraction.signum() >= 0;
      if (count >= 0 == hasFraction) {
        throw new InvalidSettingException(
            "a sample takes either a count or a fraction: set "
                + ArrangeConf.SAMPLE_COUNT
                + " or "
                + ArrangeConf.SAMPLE_FRACTION);
      }
      if (fraction.compareTo(BigDecimal.ONE) > 0) {
        throw new InvalidSettingException(
            ArrangeConf.SAMPLE_FRACTION + " is " + fraction + "; it must be 0 to 1");
      }
    }

    private static BigDecimal fraction(String text) {
      try {
        return new BigDecimal(text);
      } catch (NumberFormatException e) {
        throw new InvalidSettingException(
            ArrangeConf.SAMPLE_FRACTION + " is '" + text + "'; it takes a number from 0 to 1");
      }
    }

    @Override
    public IndexedCensus.Use indexes() {
      return IndexedCensus.Use.ALL;
    }

    @Override
    public OutputChooser choice(long records) {
      if (count > records) {
        throw new InvalidSettingException(
            ArrangeConf.SAMPLE_COUNT + " is " + count + ", but there are " + records + " records");
      }
      long wanted =
          count >= 0
              ? count
              : fraction
                  .multiply(BigDecimal.valueOf(records))
                  .setScale(0, RoundingMode.HALF_UP)
                  .longValueExact();
      return new OutputChooser.Sample(wanted, seed);
    }
  }

  /**
   * Returns the selection that {@code recordio.select.*} specify.
   *
   * @param inputs where names of labels may be
   * @throws InvalidSettingException unless exactly one of the keys is set
   */
  public static CopyRequest chosen(Configuration conf, List<Path> inputs) throws IOException {
    long ways =
        Stream.of(ArrangeConf.SELECT_KEYS, ArrangeConf.SELECT_LABEL, ArrangeConf.SELECT_LABELS)
                .filter(key -> !key.get(conf).isEmpty())
                .count()
            + (ArrangeConf.SELECT_MIN_PER_LABEL.getLong(conf) > 0 ? 1 : 0);
    if (ways != 1) {
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
    return ArrangeConf.SELECT_MIN_PER_LABEL.getLong(conf) > 0
        ? new OfFrequentLabels(ArrangeConf.SELECT_MIN_PER_LABEL.getLong(conf))
        : new ByValues(conf, inputs);
  }

  /** Records whose label enough records have. */
  private static final class OfFrequentLabels extends CopyRequest {
    private final long least;

    OfFrequentLabels(long least) {
      this.least = least;
    }

    @Override
    public CensusNote.Kind notes() {
      return CensusNote.Kind.LABEL;
    }

    @Override
    public OutputChooser choice(long records) {
      return new FrequentLabels(least);
    }
  }

  /** Records with certain values, by {@code recordio.select.*}. */
  private static final class ByValues extends CopyRequest {
    private final boolean byKey;
    private final String text;
    private final WantedValues wanted;

    ByValues(Configuration conf, List<Path> inputs) throws IOException {
      String keys = ArrangeConf.SELECT_KEYS.get(conf);
      String labels = ArrangeConf.SELECT_LABEL.get(conf);
      String file = ArrangeConf.SELECT_LABELS.get(conf);
      byKey = !keys.isEmpty();
      text = keys + labels + file; // only one is set
      if (byKey) {
        wanted = KeyList.read(conf, keys);
      } else {
        LabelNames names = LabelNames.of(conf, inputs);
        wanted =
            file.isEmpty()
                ? KeyList.labels(labels, names)
                : KeyList.labelsOf(conf, new Path(file), names);
      }
    }

    @Override
    public CensusNote.Kind notes() {
      return byKey ? CensusNote.Kind.WITH_KEY : CensusNote.Kind.WITH_LABEL;
    }

    @Override
    public IndexedCensus.Use indexes() {
      return byKey ? IndexedCensus.Use.BY_KEY : IndexedCensus.Use.NONE;
    }

    @Override
    public WantedValues wanted() {
      return wanted;
    }

    @Override
    public OutputChooser choice(long records) throws IOException {
      if (records == 0) {
        throw new BadInputException(
            "no record has one of the " + (byKey ? "keys: " : "labels: ") + text, null);
      }
      return new OutputChooser.Found(wanted);
    }
  }
}
