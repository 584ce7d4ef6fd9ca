// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import dev.recordio.fs.RecordIOConf;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The driver: runs suites and prints what they found. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Compares the library with what users would pick instead.")
public final class Bench implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "SUITE",
      description = "What to compare: ${COMPLETION-CANDIDATES}.")
  private List<Suite> suites;

  @Option(
      names = "--size",
      converter = Size.class,
      paramLabel = "SIZE",
      description = "Payload bytes, or text, of each file (512m; libsvm 128m).")
  private Long size;

  @Option(
      names = "--records",
      defaultValue = "100,10k,100k",
      split = ",",
      converter = Size.class,
      paramLabel = "SIZE",
      description = "Payload bytes of a record, one or more (${DEFAULT-VALUE}); not for libsvm.")
  private List<Long> recordSizes;

  @Option(
      names = "--rounds",
      defaultValue = "15",
      description = "How often each pair runs (${DEFAULT-VALUE}).")
  private int rounds;

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
      description = "Folder in which a temporary one is made (the system's).")
  private Path dir;

  @Option(names = "--json", description = "Print one JSON object instead of a Markdown table.")
  private boolean json;

  /** Runs the driver; exits with 0, 1 when it failed, or 2 for wrong usage. */
  public static void main(String[] args) {
    System.exit(run(args, new PrintWriter(System.out, true), new PrintWriter(System.err, true)));
  }

  static int run(String[] args, PrintWriter out, PrintWriter err) {
    return new CommandLine(new Bench())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(out)
        .setErr(err)
        .execute(args);
  }

  @Override
  public Integer call() throws IOException {
    if (rounds < 1) {
      throw new CommandLine.ParameterException(spec.commandLine(), "--rounds must be at least 1");
    }
    var machine = Machine.describe();
    var outcomes = new ArrayList<Outcome>();
    for (Suite suite : suites) {
      long bytes = size == null ? suite.defaultSize() : size;
      PrintWriter err = spec.commandLine().getErr();
      var plan = new Plan(bytes, recordSizes, chunks, seed, err::println);
      for (Stage stage : suite.stages(plan)) {
        measure(stage, outcomes);
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? Report.json(outcomes, machine) : Report.markdown(outcomes, machine));
    out.flush();
    return CommandLine.ExitCode.OK;
  }

  private void measure(Stage stage, List<Outcome> outcomes) throws IOException {
    Path folder =
        dir == null
            ? Files.createTempDirectory("recordio-bench")
            : Files.createTempDirectory(dir, "recordio-bench");
    try {
      Configuration conf = BenchFiles.rawLocal();
      var hadoopFolder = new org.apache.hadoop.fs.Path(folder.toUri());
      for (Trial trial : stage.trials(conf, hadoopFolder)) {
        PrintWriter err = spec.commandLine().getErr();
        err.printf(
            "%s: %s against %s, %s%n",
            trial.suite(), trial.name(), trial.peer().name(), Report.size(trial.recordSize()));
        outcomes.add(trial.run(rounds));
      }
    } finally {
      FileUtil.fullyDelete(folder.toFile());
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
