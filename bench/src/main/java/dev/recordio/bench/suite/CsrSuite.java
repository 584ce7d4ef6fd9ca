// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.bench.data.NpzSums;
import dev.recordio.bench.data.RowFile;
import dev.recordio.bench.data.RowSums;
import dev.recordio.bench.data.RowText;
import dev.recordio.bench.harness.Defaults;
import dev.recordio.bench.harness.Meter.Scope;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Suite;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.CommandWork;
import dev.recordio.bench.peer.JobCommands;
import dev.recordio.bench.peer.Launcher;
import dev.recordio.bench.peer.ParserAndWrite;
import dev.recordio.bench.peer.ParserProcess;
import dev.recordio.bench.peer.Processes;
import dev.recordio.bench.peer.PythonLoad;
import dev.recordio.bench.peer.RowReads;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FileUtil;

/**
 * The {@code csr} command, text to npz on local files, against only the parser, which keeps and
 * writes nothing: whole process against whole process, warm against warm, and the whole process,
 * JVM start included, against the warm parser. Warm also against the parser with a plain write of
 * as many bytes, and as a process against Python's loaders, which write nothing.
 */
public final class CsrSuite implements Suite {
  private static final String THREADS = "recordio.threads";

  @Override
  public Defaults defaults() {
    return Defaults.of("csr").withSize(1L << 30).withRounds(5);
  }

  @Override
  public List<Stage> stages(Settings settings) {
    return List.of((conf, folder) -> jobs(settings, conf, folder));
  }

  private List<Trial> jobs(Settings settings, Configuration conf, org.apache.hadoop.fs.Path folder)
      throws IOException {
    RowFile file = RowFile.write(RowText.RCV1, folder, settings.size(), settings.seed());
    RowSums truth = file.truth();
    var expected = new Tally(truth.rows(), 0, truth.entries());
    var all = new LinkedHashMap<>(settings.definitions());
    all.put(CommonConfigurationKeys.HADOOP_TMP_DIR, file.local().resolveSibling("tmp").toString());
    var one = new LinkedHashMap<>(all);
    one.put(THREADS, "1");
    Subject oneThread = process(new Launcher(one), file, expected);
    oneThread.time();
    file.tally(NpzSums.of(output(file)), 0);
    var trials = new ArrayList<Trial>();
    Subject parser = parser(conf, file, 1, Scope.THREAD);
    trials.add(trial("csr, one thread", file, oneThread, parser));
    trials.add(trial("csr, one thread", file, oneThread, parserProcess(file, 1)));
    trials.add(
        trial(
            "csr in this JVM, one thread",
            file,
            here(one, file, expected),
            parser(conf, file, 1, Scope.PROCESS)));
    Subject written = parserAndWrite(one, file);
    trials.add(trial("csr in this JVM, one thread", file, here(one, file, expected), written));
    int cores = Runtime.getRuntime().availableProcessors();
    if (!settings.definitions().containsKey(THREADS) && cores > 1) {
      Subject threads = process(new Launcher(all), file, expected);
      trials.add(trial("csr, all threads", file, threads, parser));
      trials.add(trial("csr, all threads", file, threads, parserProcess(file, cores)));
      trials.add(
          trial(
              "csr in this JVM, all threads",
              file,
              here(all, file, expected),
              parser(conf, file, cores, Scope.PROCESS)));
      trials.add(trial("csr in this JVM, all threads", file, here(all, file, expected), written));
    }
    for (PythonLoad loader : PythonLoad.values()) {
      try {
        Subject python = loader.subject(file);
        python.time();
        trials.add(trial("csr, one thread", file, oneThread, python));
      } catch (IOException e) {
        settings.missing(loader.toString(), e);
      }
    }
    return trials;
  }

  private static String threads(int count) {
    return count == 1 ? "one thread" : count + " threads";
  }

  private static Subject parser(Configuration conf, RowFile file, int threads, Scope scope) {
    return new Subject(
        "parser alone, " + threads(threads),
        () -> file.tally(RowReads.rowReader(conf, file.path(), threads), 0),
        file.tally(),
        scope);
  }

  private static Subject parserProcess(RowFile file, int threads) throws IOException {
    var process = new ParserProcess();
    return new Subject(
        "process of the parser alone, " + threads(threads),
        new CommandWork(
            () -> process.run(file.local(), threads),
            ended -> file.tally(RowSums.ofLine(ended.out()), 0),
            Processes.Ended::cost),
        file.tally());
  }

  private Trial trial(String name, RowFile file, Subject ours, Subject peer) {
    return file.trial(
        name(),
        name,
        ours,
        peer,
        () -> Map.of("text", RowText.RCV1 + ", " + (file.length() >> 20) + " MB"));
  }

  private static Path output(RowFile file) {
    return file.local().resolveSibling("csr");
  }

  private static Subject process(Launcher launcher, RowFile file, Tally expected) {
    Path output = output(file);
    return new Subject(
        "csr",
        new CommandWork(
            () -> {
              FileUtil.fullyDelete(output.toFile());
              return launcher.run("csr", "-q", file.local(), output);
            },
            ended -> manifest(output),
            Processes.Ended::cost),
        expected);
  }

  /** Next to the output that a run has left: as many bytes. */
  private static Subject parserAndWrite(Map<String, String> definitions, RowFile file)
      throws IOException {
    Path output = output(file);
    long bytes = length(output);
    return ParserAndWrite.subject(commands(definitions, file).conf(), file, output, bytes);
  }

  private static long length(Path folder) throws IOException {
    long bytes = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  private static JobCommands commands(Map<String, String> definitions, RowFile file)
      throws IOException {
    var folder = new org.apache.hadoop.fs.Path(file.local().getParent().toUri());
    return new JobCommands(definitions, folder);
  }

  private static Subject here(Map<String, String> definitions, RowFile file, Tally expected)
      throws IOException {
    JobCommands commands = commands(definitions, file);
    Path output = output(file);
    return new Subject(
        "csr",
        () -> {
          FileUtil.fullyDelete(output.toFile());
          commands.run("csr", file.path(), output);
          return manifest(output);
        },
        expected,
        Scope.PROCESS);
  }

  /** Returns the counts of a written output. */
  static Tally manifest(Path output) throws IOException {
    JsonNode manifest = new ObjectMapper().readTree(output.resolve("_csr.json").toFile());
    return new Tally(manifest.get("rows").asLong(), 0, manifest.get("nnz").asLong());
  }
}
