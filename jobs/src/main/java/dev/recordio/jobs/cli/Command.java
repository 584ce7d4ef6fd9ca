// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.conf.ConfKey;
import dev.recordio.jobs.run.BadInputException;
import dev.recordio.jobs.run.ExitCode;
import dev.recordio.jobs.run.JobFailedException;
import dev.recordio.jobs.run.JobRunner;
import dev.recordio.jobs.run.SkippedRecords;
import dev.recordio.jobs.run.Totals;
import dev.recordio.jobs.run.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A sub-command: a class with picocli's {@code @Option}s and {@code @Parameters}, a
 * {@code @Command(footer = …)} with examples, and {@link #run}. It is made known by one line in
 * {@link dev.recordio.jobs.RecordIO}.
 *
 * <p>A command throws what goes wrong; the frame turns it into one line on stderr and an exit code
 * ({@link dev.recordio.jobs.run.Failure}).
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public abstract class Command {
  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      order = 100,
      description = "Set a configuration key; an option that sets the same key wins.")
  private Map<String, String> definitions = new LinkedHashMap<>();

  @Option(
      names = {"-q", "--quiet"},
      order = 101,
      description = "No progress and no totals.")
  private boolean quiet;

  @Option(names = "--debug", order = 102, description = "Show the stack trace of an error.")
  private boolean debug; // read by CommandRunner from the words themselves: parsing may fail

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      order = 103,
      description = "Show this help.")
  private boolean help;

  @Spec private CommandSpec spec;

  /** The options that the user gave, by the keys that they set. */
  private final Map<String, String> optionsByKey = new LinkedHashMap<>();

  private String name;
  private Collection<ConfKey> keys;
  private Configuration conf;
  private InputStream in;
  private String lastLine; // what was skipped, if anything was
  private PrintStream out;
  private PrintStream err;

  /**
   * Does the work.
   *
   * @return {@link ExitCode#OK}, or one of the codes that are no error of the program: damage
   *     found, records skipped
   * @throws Exception what went wrong; {@link UsageException} for what the command line asks
   *     wrongly
   */
  protected abstract ExitCode run() throws Exception;

  /** Whether the command needs a Configuration; without, {@link #conf} is null. */
  protected boolean needsHadoop() {
    return true;
  }

  /** The configuration: site files, generic options, {@code -D}; the command may set keys in it. */
  protected final Configuration conf() {
    return conf;
  }

  /** Standard input, for the argument {@code -}. */
  protected final InputStream in() {
    return in;
  }

  /** Results: text or bytes, buffered. The frame flushes it; a closed pipe ends the command. */
  protected final PrintStream out() {
    return out;
  }

  /** Everything that is not a result. */
  protected final PrintStream err() {
    return err;
  }

  /** Whether the user wants no progress and no totals. */
  protected final boolean quiet() {
    return quiet;
  }

  /**
   * Sets the key that an option stands for; an option that was not given (null) leaves it alone.
   */
  protected final void set(String key, Object value) {
    if (value != null) {
      conf.set(key, value.toString());
      List<OptionSpec> given =
          spec.options().stream().filter(option -> option.getValue() == value).toList();
      if (given.size() == 1) { // flags can't be told apart, and have no wrong values
        optionsByKey.put(key, given.get(0).longestName());
      }
    }
  }

  /** Returns a message with the options that the user gave in place of the keys that they set. */
  final String inOptions(String message) {
    String told = message;
    for (Map.Entry<String, String> option : optionsByKey.entrySet()) {
      told =
          told.replaceAll(
              "(?<![\\w.-])" + Pattern.quote(option.getKey()) + "(?![\\w-]|\\.\\w)",
              option.getValue());
    }
    return told;
  }

  /** Whether the argument {@code -} is standard input. Tasks of a job can't read it. */
  protected boolean readsStandardInput() {
    return false;
  }

  /**
   * Refuses standard input where tasks would have to read it.
   *
   * @throws UsageException when an argument is {@code -}
   */
  final void checkArguments() throws UsageException {
    for (PositionalParamSpec argument : spec.positionalParameters()) {
      Object value = argument.getValue();
      boolean stdin = value instanceof List<?> list ? list.contains("-") : "-".equals(value);
      if (stdin && !readsStandardInput()) {
        throw new UsageException(
            "standard input can't be read here, since tasks read the input in parts: write it to a"
                + " file first (cat, info and records take -; a file of that name is ./-)");
      }
    }
  }

  /**
   * Returns a file or folder that is to be written, from the word of the command line.
   *
   * @throws UsageException when that is no path: empty, or {@code a:b} without a scheme's slash
   */
  protected static Path outputPath(String word) throws UsageException {
    try {
      return new Path(word);
    } catch (IllegalArgumentException e) {
      throw new UsageException("the output '" + word + "' is no path: " + e.getMessage());
    }
  }

  /**
   * A job named {@code recordio-<command>: <input> -> <output>}, unless the user named it, with the
   * jar of this command.
   *
   * @param input the first input, as the user wrote it
   * @param output the output, as the user wrote it
   */
  protected final Job newJob(String input, String output) throws IOException {
    Job job = Job.getInstance(conf);
    name(job, input, output);
    return job;
  }

  /** Gives a job that was made elsewhere the name and the jar that {@link #newJob} gives. */
  protected final void name(Job job, String input, String output) {
    job.setJarByClass(getClass());
    if (conf.get(MRJobConfig.JOB_NAME) == null) {
      job.setJobName("recordio-" + name + ": " + input + " -> " + output);
    }
  }

  /** Runs a prepared job to its end, with progress; see {@link JobRunner#run}. */
  protected final Counters runJob(Job job)
      throws IOException, InterruptedException, ClassNotFoundException, JobFailedException {
    return new JobRunner(err, quiet).run(job);
  }

  /** Prints the closing lines, unless the user wants quiet. */
  protected final void print(Totals totals) {
    out.flush(); // results first, where both go to one terminal
    if (!quiet) {
      totals.print(err);
    }
  }

  /**
   * Takes what was skipped of the input: the command's last line tells it.
   *
   * @return what to end with
   * @throws BadInputException when that is more than the thresholds accept
   */
  protected final ExitCode skipped(SkippedRecords records) throws BadInputException {
    records.check(conf);
    return skipped(records.damaged(), records.line());
  }

  /**
   * Takes how many lines of text were left out: the command's last line tells it.
   *
   * @param lines those left out
   * @param rows those that were read
   * @return what to end with
   */
  protected final ExitCode skippedLines(long lines, long rows) {
    String tell =
        String.format(
            Locale.ROOT,
            "skipped %,d line%s without a label of %,d",
            lines,
            lines == 1 ? "" : "s",
            rows + lines);
    return skipped(lines, tell);
  }

  private ExitCode skipped(long count, String tell) {
    lastLine = count == 0 ? null : tell;
    return count == 0 ? ExitCode.OK : ExitCode.SKIPPED_RECORDS;
  }

  /**
   * Hands the command its surroundings; called once, before the options are read.
   *
   * @param known the keys that there are, for every command
   */
  final void attach(
      String commandName,
      Collection<ConfKey> known,
      InputStream input,
      PrintStream output,
      PrintStream error) {
    this.name = commandName;
    this.keys = known;
    this.in = input;
    this.out = output;
    this.err = error;
  }

  /** Runs with a configuration, or with null for a command that needs none. */
  final ExitCode runWith(Configuration configuration) throws Exception {
    this.conf = configuration;
    if (configuration != null) {
      for (Map.Entry<String, String> definition : definitions.entrySet()) {
        Arguments.checkKey(keys, definition.getKey());
        configuration.set(definition.getKey(), definition.getValue());
      }
      ConfKey.checkAll(configuration, keys);
      checkBytes(configuration, FileInputFormat.SPLIT_MINSIZE);
      checkBytes(configuration, FileInputFormat.SPLIT_MAXSIZE);
    }
    ExitCode ended = run();
    if (lastLine != null && !quiet) {
      out.flush();
      err.println(lastLine);
    }
    return ended;
  }

  /** Hadoop's own sizes take no k, m, g, unlike ours; its error would not name the key. */
  private static void checkBytes(Configuration conf, String key) throws UsageException {
    try {
      conf.getLong(key, 0);
    } catch (NumberFormatException e) {
      throw new UsageException(
          key
              + " is '"
              + conf.get(key)
              + "'; Hadoop takes a number of bytes here, without k, m, g");
    }
  }
}
