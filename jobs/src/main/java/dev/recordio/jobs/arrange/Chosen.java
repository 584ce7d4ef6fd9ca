// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.fs.InvalidSettingException;
import dev.recordio.fs.RowInputs;
import dev.recordio.jobs.csr.CsrConf;
import dev.recordio.jobs.csr.SideFiles;
import dev.recordio.jobs.run.BadInputException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** What a copy takes, as the configuration tells it: checked before anything is read. */
abstract class Chosen {
  /**
   * Returns what the input consists of.
   *
   * @throws InvalidSettingException when that does not fit what is chosen
   */
  InputKind kind(Configuration conf, List<Path> inputs) throws IOException {
    return InputKind.RECORDS;
  }

  /** Returns what the census must write down. */
  Notes.Kind notes() {
    return Notes.Kind.PLACE;
  }

  /** Returns which indexes tell what the census would find. */
  IndexedFiles.Use indexes() {
    return IndexedFiles.Use.NONE;
  }

  /** Returns the values that the census looks for; null when it takes every record. */
  WantedValues wanted() {
    return null;
  }

  /** Returns the outputs: folders below the job's output, or an empty name for that itself. */
  List<String> folders() {
    return List.of("");
  }

  /** Returns what becomes of {@code records} records. */
  abstract Choice choice(long records) throws IOException;

  /** All records. */
  static final class Everything extends Chosen {
    @Override
    Choice choice(long records) {
      return new Choice.All();
    }
  }

  /** Subsets, by {@code recordio.split.*}. */
  static final class InSubsets extends Chosen {
    private final Fractions fractions;
    private final boolean stratify;
    private final Notes.Kind notes;
    private final long seed;

    InSubsets(Configuration conf) {
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

    private static Notes.Kind notes(Configuration conf, boolean stratify) {
      if (ArrangeConf.SPLIT_GROUP_BY.get(conf).isEmpty()) {
        return stratify ? Notes.Kind.LABEL : Notes.Kind.PLACE;
      }
      String group = ArrangeConf.SPLIT_GROUP_BY.getChoice(conf);
      return group.equals("key") ? Notes.Kind.ID : Notes.Kind.QID;
    }

    private boolean isGrouped() {
      return notes == Notes.Kind.ID || notes == Notes.Kind.QID;
    }

    @Override
    InputKind kind(Configuration conf, List<Path> inputs) throws IOException {
      InputKind kind = InputKind.of(conf, inputs);
      if (kind == InputKind.RECORDS && notes == Notes.Kind.QID) {
        throw new InvalidSettingException(
            ArrangeConf.SPLIT_GROUP_BY
                + " is qid: RecordIO records have none, only rows of text do; group by key");
      }
      if (kind == InputKind.ROWS && notes == Notes.Kind.ID) {
        throw new InvalidSettingException(
            ArrangeConf.SPLIT_GROUP_BY
                + " is key: rows of text have none, only RecordIO records do; group by qid");
      }
      if (kind == InputKind.ROWS) {
        refuseSideFiles(conf, inputs);
      }
      return kind;
    }

    /** Rows that lose what side files say of them would be other rows. */
    private static void refuseSideFiles(Configuration conf, List<Path> inputs) throws IOException {
      List<FileStatus> side = SideFiles.find(conf, RowInputs.list(conf, inputs, null)).files();
      if (!side.isEmpty()) {
        throw new InvalidSettingException(
            "split does not cut files of weights, groups or margins along: "
                + side.get(0).getPath()
                + "; csr --to libsvm writes weights and groups into the text, -D "
                + CsrConf.SIDE_FILES
                + "=none leaves them behind");
      }
    }

    @Override
    Notes.Kind notes() {
      return notes;
    }

    @Override
    List<String> folders() {
      return fractions.names();
    }

    @Override
    Choice choice(long records) throws IOException {
      if (records == 0) {
        throw new BadInputException("the input holds nothing to split", null);
      }
      return isGrouped()
          ? new Subsets.ByValue(fractions, seed)
          : new Subsets(fractions, seed, stratify);
    }
  }

  /** A sample, by {@code recordio.sample.*}. */
  static final class AtRandom extends Chosen {
    private final long count;
    private final BigDecimal fraction;
    private final long seed;

    AtRandom(Configuration conf) {
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
    IndexedFiles.Use indexes() {
      return IndexedFiles.Use.ALL;
    }

    @Override
    Choice choice(long records) {
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
      return new Choice.Sample(wanted, seed);
    }
  }

  /** Records with certain values, by {@code recordio.select.*}. */
  static final class ByValues extends Chosen {
    private final boolean byKey;
    private final String text;
    private final WantedValues wanted;

    ByValues(Configuration conf) throws IOException {
      String keys = ArrangeConf.SELECT_KEYS.get(conf);
      String labels = ArrangeConf.SELECT_LABEL.get(conf);
      byKey = !keys.isEmpty();
      if (byKey != labels.isEmpty()) {
        throw new InvalidSettingException(
            "records are selected either by keys or by label: set "
                + ArrangeConf.SELECT_KEYS
                + " or "
                + ArrangeConf.SELECT_LABEL);
      }
      text = byKey ? keys : labels;
      wanted = byKey ? KeyList.read(conf, keys) : KeyList.labels(labels);
    }

    @Override
    Notes.Kind notes() {
      return byKey ? Notes.Kind.WITH_KEY : Notes.Kind.WITH_LABEL;
    }

    @Override
    IndexedFiles.Use indexes() {
      return byKey ? IndexedFiles.Use.BY_KEY : IndexedFiles.Use.NONE;
    }

    @Override
    WantedValues wanted() {
      return wanted;
    }

    @Override
    Choice choice(long records) throws IOException {
      if (records == 0) {
        throw new BadInputException(
            "no record has one of the " + (byKey ? "keys: " : "labels: ") + text, null);
      }
      return new Choice.Found(wanted);
    }
  }
}
