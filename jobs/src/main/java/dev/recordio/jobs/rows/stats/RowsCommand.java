// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.stats;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.row.CsvHeaders;
import dev.recordio.fs.row.IndexBase;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.rows.TextGuess;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.ParseRule;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;

/** A command that reads sparse rows, with options for their format and for malformed ones. */
public abstract class RowsCommand extends Command {
  private static final Pattern LABELS =
      Pattern.compile(Pattern.quote(LibSvmConf.LABELS.key()) + "=(first|none|all)");

  /** The file in a message. */
  private static final Pattern FILE = Pattern.compile(": (\\S.*?) at offset \\d+");

  private static final List<LibSvmConf> OF_CSV =
      List.of(
          LibSvmConf.CSV_LABEL,
          LibSvmConf.CSV_WEIGHT,
          LibSvmConf.CSV_QID,
          LibSvmConf.CSV_IGNORE,
          LibSvmConf.CSV_CATEGORICAL,
          LibSvmConf.CSV_HASH_BITS,
          LibSvmConf.CSV_NA_WORDS);

  private List<Path> inputs;

  @Override
  protected void declare(KeyOptions options) {
    options
        .add(
            "--format",
            "NAME",
            LibSvmConf.FORMAT,
            "The format of rows: libsvm (default), libfm or libffm, csv, rowblock, sagemaker, or"
                + " one of your own.",
            List.copyOf(TextSettings.formats()))
        .add(
            "--labels",
            labelChoices(),
            LibSvmConf.LABELS,
            "Rows of libsvm and libfm begin with a label (first, default), or with a"
                + " feature (none): then all labels are 0."
                + (takesLabelSets()
                    ? " Rows of libsvm may have any number of label ids, with commas between"
                        + " (all)."
                    : ""))
        .add(
            "--index-base",
            "0|1|auto",
            LibSvmConf.INDEX_BASE,
            "The index of the first column in the text: 0 (default, as dmlc-core and XGBoost), 1,"
                + " or auto, which reads the whole input first.")
        .add("--drop", "zeros", LibSvmConf.DROP)
        .add("--missing", "VALUE", LibSvmConf.MISSING)
        .add("--label", "NAME", LibSvmConf.CSV_LABEL)
        .add("--weight", "NAME", LibSvmConf.CSV_WEIGHT)
        .add("--qid", "NAME", LibSvmConf.CSV_QID)
        .add("--ignore", "NAMES", LibSvmConf.CSV_IGNORE)
        .add("--categorical", "NAMES", LibSvmConf.CSV_CATEGORICAL)
        .add("--hash-bits", "N", LibSvmConf.CSV_HASH_BITS)
        .add("--na-words", "WORDS", LibSvmConf.CSV_NA_WORDS)
        .add(
            "--mode",
            "strict|lenient|dmlc",
            LibSvmConf.MODE,
            "Malformed text is an error (strict, default), is repaired and counted"
                + " (lenient), or is read as dmlc-core reads it (dmlc).");
  }

  /** Whether rows may have any number of labels. */
  protected boolean takesLabelSets() {
    return false;
  }

  private String labelChoices() {
    return takesLabelSets() ? "first|none|all" : "first|none";
  }

  /** Sets the keys of the options, and of the arguments that the input has. */
  protected final void setKeys(String input) {
    inputs = RowInputs.parse(conf(), input);
    setOptions(); // they override the format that the input has
  }

  /** Sets the keys of the options and lists the files that an input means, at least one. */
  protected final List<FileStatus> listInput(String input) throws IOException {
    setKeys(input);
    return listInput();
  }

  /** Lists the files of the input, after {@link #setKeys}. */
  protected final List<FileStatus> listInput() throws IOException {
    TextSettings settings = TextSettings.of(conf());
    for (LibSvmConf key : OF_CSV) {
      if (isGiven(key) && !settings.isTable()) {
        throw new InvalidSettingException(
            key + " names columns, or their cells, of csv: add --format csv");
      }
    }
    settings.withBase(IndexBase.ZERO).check(); // auto is decided later; invalid settings fail now
    List<FileStatus> files = RowInputs.list(conf(), inputs, null);
    CsvHeaders.nameColumns(conf(), files);
    return files;
  }

  /** Returns the paths that the input names, after {@link #listInput}. */
  protected final List<Path> inputs() {
    return inputs;
  }

  /** Runs a job that reads rows; an error of malformed text gets a hint. */
  protected final Counters runRows(Job job) throws Exception {
    try {
      return runJob(job);
    } catch (JobFailedException e) {
      String hint = e.exitCode() == ExitCode.BAD_INPUT ? hint(e.getMessage()) : "";
      String message = LABELS.matcher(e.getMessage()).replaceAll("--labels $1");
      throw new JobFailedException(message + hint, e.exitCode(), e.taskTrace());
    }
  }

  private String hint(String message) {
    TextSettings settings = TextSettings.of(conf());
    for (ParseRule rule : ParseRule.values()) {
      if (!message.startsWith(rule.title() + ": ")) {
        continue;
      }
      String other = looksLike(message);
      if (other != null && !other.equals(settings.format())) {
        return "; the first line looks like " + other + ": --format " + other;
      }
      if (LABELS.matcher(message).find()) {
        return ""; // it says what helps
      }
      if (rule == ParseRule.SEVERAL_LABELS && takesLabelSets()) {
        return "; --labels all takes any number of them";
      }
      if (rule == ParseRule.COUNTS_LINE) {
        return "; remove the line if it has these (tail -n +2)";
      }
      if (rule == ParseRule.ZERO_INDEX) {
        return "; --index-base 0 takes it as the first column, auto decides by the whole input";
      }
      if (rule == ParseRule.INDEX_TOO_LARGE && settings.features() > 0) {
        return isGiven(LibSvmConf.FEATURES)
            ? "; --features is "
                + settings.features()
                + ": give more, or leave it out to have the columns counted"
            : "; the first line says that there are " + settings.features() + " features";
      }
      String largest = rule == ParseRule.INDEX_TOO_LARGE ? "; " + largestIndex() : "";
      return settings.mode() == ParseMode.STRICT
          ? largest + "; --mode lenient repairs and counts such lines (docs/rows.md says how)"
          : largest;
    }
    return "";
  }

  /** Returns the format that the file of a message looks like; null when that is not known. */
  private String looksLike(String message) {
    Matcher file = FILE.matcher(message);
    try {
      return file.find() ? TextGuess.of(conf(), new Path(file.group(1))) : null;
    } catch (IOException | RuntimeException e) {
      return null; // a hint is not worth an error of its own
    }
  }

  /** Reports how large an index may be when the number of columns is not given. */
  protected String largestIndex() {
    return "indices are at most 2^64 - 1, fields 2^32 - 1";
  }

  /** Returns counts by rule in one line, {@code bad-label 2, bad-value 1}. */
  public static String inOneLine(Map<String, Long> counts) {
    var line = new StringJoiner(", ");
    counts.forEach((rule, count) -> line.add(String.format("%s %,d", rule, count)));
    return line.toString();
  }
}
