// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.Notes;
import dev.recordio.jobs.cli.result.Json;
import dev.recordio.jobs.cli.result.ResultTable;
import dev.recordio.jobs.cli.result.SkippedRecords;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.run.JobRunner;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.Failure;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.local.RunConf;
import dev.recordio.jobs.run.output.OutputClaim;
import dev.recordio.jobs.run.progress.JobProgress;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
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
 * A subcommand: a class with picocli's {@code @Option}s and {@code @Parameters}, a
 * {@code @Command(footer = …)} with examples, and {@link #run}. It is registered by one line in
 * {@code RecordIO}.
 *
 * <p>A command throws an exception on failure; the frame turns it into one line on stderr and an
 * exit code ({@link dev.recordio.jobs.run.error.Failure}).
 */
public abstract class Command {
  private static final String JSON = "--json";

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      order = 100,
      description = "Set a configuration key; an option that sets the same key wins.")
  private Map<String, String> definitions = new LinkedHashMap<>();

  @Option(
      names = {"-q", "--quiet"},
      order = 101,
      description = "No progress and no totals. Notes on what was assumed are still printed.")
  private boolean quiet;

  @Option(names = "--debug", order = 102, description = "Show the stack trace of an error.")
  private boolean debug; // read by CommandRunner from the raw arguments: parsing may fail

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      order = 103,
      description = "Show this help.")
  private boolean help;

  @Spec private CommandSpec spec;

  private final JobProgress progress = new JobProgress();

  /** Each of them once, in the order in which they were said; guarded by itself. */
  private final Set<String> notes = new LinkedHashSet<>();

  private int shownNotes; // of these; the others wait for the end of the job
  private volatile boolean jobRuns;

  private KeyOptions keyOptions;
  private String name;
  private Supplier<? extends Collection<ConfKey>> keys;
  private Configuration conf;
  private InputStream in;
  private ResultTable table; // null before the first one, and for a result that is no table
  private boolean totalsAreResult;
  private String lastLine; // what was skipped, if anything
  private PrintStream out;
  private PrintStream err;

  /**
   * Does the work.
   *
   * @return {@link ExitCode#OK}, or one of the codes that are not an error of the program: damage
   *     found, records skipped
   * @throws Exception on any failure; {@link UsageException} for an invalid command line
   */
  protected abstract ExitCode run() throws Exception;

  /** Adds the options that set configuration keys; called once, before parsing. */
  protected void declare(KeyOptions options) {}

  /**
   * Adds the options that depend on the command, unless its class has its own: {@code --json},
   * {@code --dry-run}.
   */
  final void declareCommon(CommandSpec options) {
    keyOptions = new KeyOptions(options);
    declare(keyOptions);
    if (hasJson() && options.findOption(JSON) == null) {
      options.addOption(
          OptionSpec.builder(JSON)
              .type(boolean.class)
              .order(98)
              .description("Print one JSON object.")
              .build());
      totalsAreResult = true;
    }
    if (writes()) {
      keyOptions.lastFlag(
          "--dry-run",
          RunConf.DRY_RUN,
          "Check everything, say what would be written, and write nothing.");
    }
  }

  /**
   * Whether the command has a result that {@code --json} prints: a table, see {@link #results}, its
   * totals, or what its own option {@code --json} says.
   */
  protected boolean hasJson() {
    return true;
  }

  /** Whether the user wants the result as JSON. */
  protected final boolean asJson() {
    OptionSpec flag = spec.findOption(JSON);
    return flag != null && Boolean.TRUE.equals(flag.getValue());
  }

  /**
   * Returns the columns of the command's {@link #results}; null for a command whose JSON is no
   * table.
   */
  protected ResultTable.Columns columns() {
    return null;
  }

  /** Whether the command writes files: it has the option {@code --dry-run}. */
  protected boolean writes() {
    return false;
  }

  /**
   * Whether the user only wants to know what the command would write. The command checks all that
   * it would check, then ends with {@link #wouldWrite}.
   */
  protected final boolean isDryRun() {
    return writes() && RunConf.DRY_RUN.getBoolean(conf);
  }

  /** Prints the result of a dry run. */
  protected final ExitCode wouldWrite(WritePlan plan) {
    return wouldWrite(plan, ExitCode.OK);
  }

  /**
   * Prints the result of a dry run that has read what the run reads.
   *
   * @param ended how the run would end
   */
  protected final ExitCode wouldWrite(WritePlan plan, ExitCode ended) {
    if (asJson()) {
      printJson(plan);
    } else {
      out.println(plan.text());
    }
    return ended;
  }

  /** Prints an object with Jackson's names of its fields, and with the notes. */
  protected final void printJson(Object result) {
    totalsAreResult = false;
    out.println(Json.text(result, notes()));
  }

  /**
   * Says what was assumed about the input, as {@link Notes#say} does: a line on standard error, if
   * quiet too, and an element of {@code notes} in a JSON result. While a job runs, progress has the
   * terminal, and the line comes after the job.
   */
  protected final void note(String note) {
    synchronized (notes) {
      notes.add(note);
      showNotes();
    }
  }

  private void showNotes() {
    synchronized (notes) {
      if (!jobRuns) {
        notes.stream().skip(shownNotes).forEach(note -> err.println("note: " + note));
        shownNotes = notes.size();
      }
    }
  }

  private List<String> notes() {
    synchronized (notes) {
      return List.copyOf(notes);
    }
  }

  /** Whether the command needs a Configuration; if not, {@link #conf} is null. */
  protected boolean needsHadoop() {
    return true;
  }

  /** Loads what the command uses in any case and needs no configuration, while Hadoop is set up. */
  protected void loadAhead() {}

  /** The configuration: site files, generic options, {@code -D}; the command may set keys in it. */
  protected final Configuration conf() {
    return conf;
  }

  /** Returns the same to the frame: null before the command runs. */
  final Configuration configuration() {
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

  /** Returns where the rows of the result go: lines with tabs between the cells, or JSON. */
  protected final ResultTable results() {
    if (table == null) {
      table = new ResultTable(out::write);
    }
    return table;
  }

  /** Everything except results. */
  protected final PrintStream err() {
    return err;
  }

  /** Whether the user wants no progress and no totals. */
  protected final boolean quiet() {
    return quiet;
  }

  /** Whether the user gave the option of a key. */
  protected final boolean isGiven(ConfKey key) {
    return keyOptions.isGiven(key);
  }

  /**
   * Sets the keys of the options again, after the command has set some itself, from its input for
   * instance: options win.
   */
  protected final void setOptions() {
    keyOptions.set(conf);
  }

  /** Returns a message with the options that the user gave in place of the keys that they set. */
  final String inOptions(String message) {
    return keyOptions == null ? message : keyOptions.inOptions(message);
  }

  /** Whether the argument {@code -} means standard input. Tasks of a job can't read it. */
  protected boolean readsStandardInput() {
    return false;
  }

  /**
   * Rejects standard input for input that tasks read.
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
   * Returns a file or folder to write, from an argument of the command line.
   *
   * @throws UsageException when it is not a path: empty, or {@code a:b} without a scheme's slash
   */
  protected static Path outputPath(String word) throws UsageException {
    try {
      return new Path(word);
    } catch (IllegalArgumentException e) {
      throw new UsageException("the output '" + word + "' is no path: " + e.getMessage());
    }
  }

  /**
   * Returns a job with this command's jar, named {@code recordio-<command>: <input> -> <output>}
   * unless the user named it.
   *
   * @param input the first input, as the user wrote it
   * @param output the output, as the user wrote it
   */
  protected final Job newJob(String input, String output) throws IOException {
    Job job = Job.getInstance(conf);
    name(job, input, output);
    return job;
  }

  /** Gives a job that was created elsewhere the name and the jar that {@link #newJob} sets. */
  protected final void name(Job job, String input, String output) {
    job.setJarByClass(getClass());
    if (conf.get(MRJobConfig.JOB_NAME) == null) {
      job.setJobName("recordio-" + name.replace(' ', '-') + ": " + input + " -> " + output);
    }
  }

  /** Specifies how many jobs the command runs, so that its progress spans all of them. */
  protected final void expectJobs(int count) {
    progress.expect(count);
  }

  /** Runs a prepared job to its end, with progress; see {@link JobRunner#run}. */
  protected final Counters runJob(Job job)
      throws IOException, InterruptedException, ClassNotFoundException, JobFailedException {
    jobRuns = true;
    try {
      return new JobRunner(err, quiet).within(progress).run(job);
    } finally {
      jobRuns = false;
      showNotes();
    }
  }

  /** Prints lines that are the result, and no closing ones. */
  protected final void printResult(Totals lines) {
    if (asJson()) {
      printJson(lines.values());
    } else {
      lines.print(out);
    }
  }

  /** Prints the closing lines, unless quiet; they are the result if there is no other one. */
  protected final void print(Totals totals) {
    if (table != null) {
      table.finish(totals.values(), notes());
    } else if (totalsAreResult && asJson()) {
      printJson(totals.values());
    }
    out.flush(); // results first, in case both go to one terminal
    if (!quiet) {
      totals.print(err);
    }
  }

  /**
   * Records what was skipped of the input, for the command's last line.
   *
   * @return the exit code
   * @throws BadInputException when that is more than the thresholds accept
   */
  protected final ExitCode skipped(SkippedRecords records) throws BadInputException {
    records.check(conf);
    return skipped(records.damaged(), records.line());
  }

  /**
   * Records how many lines of text were left out, for the command's last line.
   *
   * @param lines how many were left out
   * @param rows how many were read
   * @return the exit code
   */
  protected final ExitCode skippedLines(long lines, long rows) {
    String line =
        String.format(
            Locale.ROOT,
            "skipped %,d line%s without a label of %,d",
            lines,
            lines == 1 ? "" : "s",
            rows + lines);
    return skipped(lines, line);
  }

  private ExitCode skipped(long count, String line) {
    lastLine = count == 0 ? null : line;
    return count == 0 ? ExitCode.OK : ExitCode.SKIPPED_RECORDS;
  }

  /**
   * Gives the command its environment; called once, before the options are parsed.
   *
   * @param known all keys, of every command
   */
  final void attach(
      String commandName,
      Supplier<? extends Collection<ConfKey>> known,
      InputStream input,
      PrintStream output,
      PrintStream error) {
    this.name = commandName;
    this.keys = known;
    this.in = input;
    this.out = output;
    this.err = error;
  }

  /** Runs the command with a configuration, or with null if it needs none. */
  final ExitCode runWith(Configuration configuration) throws Exception {
    this.conf = configuration;
    if (configuration != null) {
      for (Map.Entry<String, String> definition : definitions.entrySet()) {
        Arguments.checkKey(keys.get(), definition.getKey());
        configuration.set(definition.getKey(), definition.getValue());
      }
      if (Arguments.setsKeys(configuration)) { // else all have their defaults, and stay unloaded
        ConfKey.checkAll(configuration, keys.get());
      }
      OutputClaim.setCommand(configuration, name);
      keyOptions.set(configuration);
      checkBytes(configuration, FileInputFormat.SPLIT_MINSIZE);
      checkBytes(configuration, FileInputFormat.SPLIT_MAXSIZE);
    }
    if (asJson() && columns() != null && !(configuration != null && isDryRun())) {
      table = Json.table(columns(), out);
    }
    ExitCode ended;
    try (Notes.Listening listening = Notes.listen(this::note)) {
      ended = runOrRefuse();
    }
    if (table != null) {
      table.finish(Map.of(), notes());
    }
    if (lastLine != null && !quiet) {
      out.flush();
      err.println(lastLine);
    }
    return ended;
  }

  /** A dry run that is refused has a result, too. */
  private ExitCode runOrRefuse() throws Exception {
    try {
      return run();
    } catch (Exception e) {
      if (conf != null && isDryRun() && asJson()) {
        printJson(WritePlan.refused(written(), Failure.of(e).message()));
        out.flush(); // before the error
      }
      throw e;
    }
  }

  /** Returns what the command writes, as the user wrote it: the last argument, for most. */
  protected String written() {
    String last = null;
    for (PositionalParamSpec argument : spec.positionalParameters()) {
      Object value = argument.getValue();
      Object one = value instanceof List<?> list ? list.get(list.size() - 1) : value;
      last = one == null ? last : one.toString();
    }
    return last;
  }

  /** Hadoop's own sizes accept no k, m, g, unlike ours; its error would not name the key. */
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
