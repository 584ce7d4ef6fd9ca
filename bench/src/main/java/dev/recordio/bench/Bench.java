// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import dev.recordio.bench.harness.Machine;
import dev.recordio.bench.harness.Outcome;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Sizes;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Storage;
import dev.recordio.bench.harness.Suite;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.Launcher;
import dev.recordio.bench.report.CsvTable;
import dev.recordio.bench.report.HtmlReport;
import dev.recordio.bench.report.Row;
import dev.recordio.conf.RecordIOConf;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The driver: runs suites and prints what they found. */
@Command(
    name = "recordio bench",
    sortOptions = false,
    description = "Compares the library with what users would pick instead.",
    footer = {
      "",
      "A ratio says how many times as fast as the peer we are. Each pair runs in turn, after the",
      "peer has run against itself; docs/benchmarks.md explains what is compared, and how.",
      "",
      "Examples:",
      "  recordio bench scan write --dir /dev/shm",
      "  recordio bench csr --size 256m --rounds 3 --json",
      "  recordio bench --check"
    })
public final class Bench implements Callable<Integer> {
  private static final int HELP_COLUMNS = 100;
  private static final Path RECORDED = Path.of("docs", "benchmarks.csv");

  /** Files in memory, and the bytes that they take at most. */
  private static final Path MEMORY = Path.of("/dev/shm");

  private static final long ROOM = 4L << 30;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "SUITE",
      converter = Suites.ByName.class,
      completionCandidates = Suites.Names.class,
      description = "What to compare: ${COMPLETION-CANDIDATES}.")
  private List<Suite> suites = List.of();

  @Option(
      names = "--check",
      description =
          "Instead of suites: some rows of several in eight minutes, beside the recorded ones in"
              + " docs/benchmarks.csv, and which fell by more than the noise.")
  private boolean check;

  @Option(
      names = "--size",
      converter = Size.class,
      paramLabel = "SIZE",
      description = "Payload bytes, or text, of each file (512m; libsvm, engines 128m; csr 1g).")
  private Long size;

  @Option(
      names = "--records",
      defaultValue = "100,10k,100k",
      split = ",",
      converter = Size.class,
      paramLabel = "SIZE",
      description =
          "Payload bytes of a record, one or more (${DEFAULT-VALUE}), for scan, write, gather,"
              + " readers, store, and Hive in engines.")
  private List<Long> recordSizes;

  @Option(
      names = "--count",
      split = ",",
      converter = Size.class,
      paramLabel = "N",
      description =
          "How many records of 100 bytes gather, index, shuffle, store-growth have, one or more"
              + " (100000,1000000,10000000), and after how many readers goes on (10000000);"
              + " shuffle-process 1000000,10000000;"
              + " how many files pack (20000), small-files (10000), engines (10000) and plan (100000)"
              + " do."
              + " k and m stand for 1024 and its square.")
  private List<Long> counts;

  @Option(
      names = "--fs",
      split = ",",
      defaultValue = "raw,local,hdfs",
      paramLabel = "FS",
      description = "File systems for scan, gather, readers, store: ${COMPLETION-CANDIDATES}.")
  private List<Storage> storages;

  @Option(names = "--rounds", description = "How often each pair runs (15; whole jobs 5).")
  private Integer rounds;

  @Option(
      names = "--chunks",
      split = ",",
      paramLabel = "SIZE",
      description = "Values of recordio.input.buffer-size for scan to compare (its default).")
  private List<String> chunks = List.of(RecordIOConf.INPUT_BUFFER_SIZE.defaultValue());

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "Seed of the payloads (${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "Folder in which a temporary one is made (the system's; with --check /dev/shm, if it has 4"
              + " GB free).")
  private Path dir;

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "Set a configuration key for our side: recordio.threads=1, for one thread.")
  private Map<String, String> definitions = new LinkedHashMap<>();

  @Option(names = "--debug", description = "Show the stack trace of an error.")
  private boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Option(names = "--json", description = "Print one JSON object instead of Markdown tables.")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page with a chart and a table for each suite, too.")
  private Path html;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write every figure to a CSV file, too; rows are added to one that exists.")
  private Path csv;

  /** Runs the driver; exits with 0, 1 when it failed, or 2 for wrong usage. */
  public static void main(String[] args) {
    System.exit(run(args, new PrintWriter(System.out, true), new PrintWriter(System.err, true)));
  }

  static int run(String[] args, PrintWriter out, PrintWriter err) {
    return new CommandLine(new Bench())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpWidth(HELP_COLUMNS)
        .setOut(out)
        .setErr(err)
        .setExecutionExceptionHandler((thrown, line, parsed) -> report(thrown, line))
        .execute(args);
  }

  private static int report(Exception thrown, CommandLine line) {
    String message = thrown.getMessage() == null ? thrown.toString() : thrown.getMessage();
    line.getErr().println("recordio: bench: " + message);
    if (line.<Bench>getCommand().debug) {
      thrown.printStackTrace(line.getErr());
    }
    return CommandLine.ExitCode.SOFTWARE;
  }

  @Override
  public Integer call() throws IOException {
    if (rounds != null && rounds < 1) {
      throw wrongUsage("--rounds must be at least 1");
    }
    if (check != suites.isEmpty()) {
      throw wrongUsage("name suites, or --check without any");
    }
    if (check) {
      return check();
    }
    Map<String, Object> machine = machine();
    var outcomes = new ArrayList<Outcome>();
    try {
      for (Suite suite : suites) {
        measure(suite, spec.commandLine().getErr()::println, outcomes);
      }
    } finally { // report also what was measured before a failure
      print(json ? JsonReport.of(outcomes, machine) : TableReport.of(outcomes, machine));
      write(TableReport.rows(outcomes, machine, command()));
    }
    return CommandLine.ExitCode.OK;
  }

  /** Runs the chosen rows: what cannot run here is said, and fails unless its peer is missing. */
  private int check() throws IOException {
    for (String fixed : List.of("--size", "--records", "--count", "--fs", "--chunks", "--json")) {
      if (spec.commandLine().getParseResult().hasMatchedOption(fixed)) {
        throw wrongUsage("--check does not have " + fixed);
      }
    }
    long start = System.nanoTime();
    List<Row> recorded = CsvTable.read(Launcher.home().resolve(RECORDED));
    if (dir == null && Files.isDirectory(MEMORY) && MEMORY.toFile().getUsableSpace() >= ROOM) {
      dir = MEMORY;
    }
    Map<String, Object> machine = machine();
    var outcomes = new ArrayList<Outcome>();
    var said = new ArrayList<String>();
    boolean failed = false;
    for (Check.Part part : Check.PARTS) {
      int before = said.size();
      try {
        measure(part, said::add, outcomes);
      } catch (IOException | RuntimeException e) {
        failed = true;
        said.add(part.name() + ": " + e.toString().strip());
      }
      List<Row> run = TableReport.rows(outcomes, machine, command());
      failed |= said.size() == before && !part.missing(run).isEmpty();
    }
    List<Row> run = TableReport.rows(outcomes, machine, command());
    print(TableReport.pairs(machine) + "\n\n" + Check.report(run, recorded));
    said.stream().distinct().forEach(this::print);
    print("total: " + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start) + " s");
    write(run);
    return failed ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
  }

  private CommandLine.ParameterException wrongUsage(String message) {
    return new CommandLine.ParameterException(spec.commandLine(), message);
  }

  private Map<String, Object> machine() throws IOException {
    return Machine.describe(dir == null ? Path.of(System.getProperty("java.io.tmpdir")) : dir);
  }

  private void print(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(text);
    out.flush();
  }

  private String command() {
    return "bin/recordio bench "
        + String.join(" ", spec.commandLine().getParseResult().originalArgs());
  }

  private void write(List<Row> rows) throws IOException {
    if (html != null) {
      Files.writeString(html, HtmlReport.of(rows));
    }
    if (csv != null) {
      var all = new ArrayList<Row>();
      if (Files.exists(csv)) {
        all.addAll(CsvTable.read(csv));
      }
      all.addAll(rows);
      Files.writeString(csv, CsvTable.of(all));
    }
  }

  private Settings settings(Suite suite, Consumer<String> notes) {
    return new Settings(
        size == null ? suite.defaults().size() : size,
        recordSizes,
        counts == null ? suite.defaults().counts() : counts,
        chunks,
        storages,
        seed,
        definitions,
        notes);
  }

  private void measure(Suite suite, Consumer<String> notes, List<Outcome> outcomes)
      throws IOException {
    for (Stage stage : suite.stages(settings(suite, notes))) {
      try (Site site = new Site(stage.storage(), dir, definitions)) {
        for (Trial trial : stage.trials(site.conf(), site.folder())) {
          PrintWriter err = spec.commandLine().getErr();
          err.printf(
              "%s: %s against %s%s%n",
              trial.suite(), trial.name(), trial.peer().name(), Sizes.after(trial.recordSize()));
          int times = rounds == null ? suite.defaults().rounds() : rounds;
          outcomes.add(trial.run(suite.defaults().warmUps(), times));
        }
      }
    }
  }

  /** Reads 512, 100k, 512m, 2g. */
  static final class Size implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      long bytes = TraditionalBinaryPrefix.string2long(text);
      if (bytes < 1) {
        throw new CommandLine.TypeConversionException("'" + text + "' is not a size above 0");
      }
      return bytes;
    }
  }
}
