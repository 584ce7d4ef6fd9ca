// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.select;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.numbered.RecordIndex;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.census.Census;
import dev.recordio.jobs.records.census.CensusNote;
import dev.recordio.jobs.records.census.CensusRequest;
import dev.recordio.jobs.records.census.ClassLabel;
import dev.recordio.jobs.records.census.LabelCensus;
import dev.recordio.jobs.records.census.RecordFormat;
import dev.recordio.jobs.records.census.WantedValues;
import dev.recordio.jobs.rows.LabelNames;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What a copy takes, as configured; validated before anything is read.
 *
 * @param census what is counted, and perhaps chosen by it
 * @param folders the outputs: folders below the job's output, or an empty name for that itself
 */
public record CopyRequest(CensusRequest census, List<String> folders, Choice choice) {
  /** Makes the chooser of a copy. */
  @FunctionalInterface
  public interface Choice {
    /** Returns the chooser for the records that were counted. */
    OutputChooser of(Census census) throws IOException;
  }

  /** Returns a request for all records. */
  public static CopyRequest everything(Configuration conf, List<Path> inputs) throws IOException {
    RecordFormat.Found input = RecordFormat.of(conf, inputs);
    boolean rows = input.format() == RecordFormat.ROWS;
    return one(
        input.census(rows ? CensusNote.QUERY : CensusNote.PLACE), census -> OutputChooser.ALL);
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
        input(conf, inputs, note).census(note),
        fractions.names(),
        census -> {
          if (census.records() == 0) {
            throw new BadInputException("the input holds nothing to split", null);
          }
          return groups ? Subsets.byValue(fractions, seed) : new Subsets(fractions, seed, stratify);
        });
  }

  private static RecordFormat.Found input(Configuration conf, List<Path> inputs, CensusNote note)
      throws IOException {
    RecordFormat.Found input = RecordFormat.of(conf, inputs);
    RecordFormat format = input.format();
    if (format == RecordFormat.RECORDS && note == CensusNote.QID) {
      throw new InvalidSettingException(
          ArrangeConf.SPLIT_GROUP_BY
              + " is qid: RecordIO records have none, only rows of text do; group by key");
    }
    if (format == RecordFormat.ROWS && note == CensusNote.ID) {
      throw new InvalidSettingException(
          "rows of text have no keys, only RecordIO records do: group by qid, select by label");
    }
    if (format == RecordFormat.ROWS && ClassLabel.isSaid(conf)) {
      throw new InvalidSettingException(
          ArrangeConf.LABEL_COLUMN
              + " is "
              + ArrangeConf.LABEL_COLUMN.get(conf)
              + ": rows of text have one label");
    }
    return input;
  }

  /** Returns a request for a sample, by {@code recordio.sample.*}. */
  public static CopyRequest sample(Configuration conf, List<Path> inputs) throws IOException {
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
    RecordFormat.Found input = RecordFormat.of(conf, inputs);
    return one(
        input.format() == RecordFormat.ROWS
            ? input.census(CensusNote.QUERY)
            : input.census(CensusNote.PLACE, null, RecordIndex::read),
        census -> {
          long records = census.queriesOrRecords();
          if (count > records) {
            throw new InvalidSettingException(
                ArrangeConf.SAMPLE_COUNT
                    + " is "
                    + count
                    + ", but there are "
                    + records
                    + (census.hasQueries() ? " queries, which are kept whole" : " records"));
          }
          BigDecimal share = fraction.multiply(BigDecimal.valueOf(records));
          long wanted =
              count >= 0 ? count : share.setScale(0, RoundingMode.HALF_UP).longValueExact();
          OutputChooser sample = OutputChooser.sample(wanted, records, seed);
          return census.hasQueries() ? new OutputChooser.OfQueries(sample) : sample;
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
    CensusNote note = keys.isEmpty() ? CensusNote.LABEL : CensusNote.ID;
    RecordFormat.Found input = input(conf, inputs, note);
    if (least > 0) {
      return one(
          input.census(note), census -> new OutputChooser.Frequent(least, new LabelCensus()));
    }
    if (!keys.isEmpty()) {
      WantedValues wanted = KeyList.read(conf, keys);
      return found(input.census(CensusNote.KEY, wanted, RecordIndex::readText), "keys: " + keys);
    }
    LabelNames names = LabelNames.of(conf, inputs);
    WantedValues wanted =
        file.isEmpty()
            ? KeyList.labels(labels, names)
            : KeyList.labelsOf(conf, new Path(file), names);
    return found(input.census(note, wanted, null), "labels: " + labels + file);
  }

  private static CopyRequest found(CensusRequest request, String what) {
    return one(
        request,
        census -> {
          if (census.records() == 0) {
            throw new BadInputException("no record has one of the " + what, null);
          }
          return new OutputChooser.Found(request.wanted());
        });
  }
}
