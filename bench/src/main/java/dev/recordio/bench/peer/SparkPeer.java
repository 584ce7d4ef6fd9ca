// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.Cost;
import dev.recordio.bench.Subject;
import dev.recordio.bench.Tally;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A process of Spark with one thread, which stays from run to run and measures its own work. It
 * runs on the jars of {@code RECORDIO_BENCH_SPARK}, a class path with Spark's SQL and ML.
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class SparkPeer implements Closeable {
  /** The variable with the class path. */
  public static final String JARS = "RECORDIO_BENCH_SPARK";

  /** What Spark's launcher opens on this JDK. */
  private static final List<String> OPENED =
      List.of(
          "lang",
          "lang.invoke",
          "lang.reflect",
          "io",
          "net",
          "nio",
          "util",
          "util.concurrent",
          "util.concurrent.atomic");

  private static final int NUMBERS = 3;

  private final Process process;
  private final BufferedReader answers;
  private final Path folder;

  /**
   * Starts the process.
   *
   * @throws IOException without the class path, or when Spark does not start; has its last words
   */
  public SparkPeer() throws IOException {
    String jars = System.getenv(JARS);
    if (jars == null || jars.isEmpty()) {
      throw new FileNotFoundException("error: " + JARS + ", a class path of Spark, is not set");
    }
    folder = Files.createTempDirectory("recordio-bench-spark");
    Path source = folder.resolve("SparkWork.java");
    try (var in = SparkPeer.class.getResourceAsStream("/SparkWork.java")) {
      Files.copy(in, source);
    }
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    OPENED.forEach(name -> command.add("--add-opens=java.base/java." + name + "=ALL-UNNAMED"));
    command.addAll(
        List.of(
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
            "-Xmx4g",
            "-cp",
            jars,
            source.toString()));
    process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(folder.resolve("spark.err").toFile())
            .start();
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    try {
      answer("ready");
    } catch (IOException e) {
      try (this) {
        throw e;
      }
    }
  }

  private String answer(String begin) throws IOException {
    for (String line = answers.readLine(); line != null; line = answers.readLine()) {
      if (line.startsWith(begin)) {
        return line;
      }
    }
    String said = Files.readString(folder.resolve("spark.err"));
    throw new IOException(said.substring(Math.max(0, said.length() - 2000)));
  }

  /**
   * Returns work of the process.
   *
   * @param words a command of {@code SparkWork}: parquet IN OUT, or libsvm COLUMNS IN OUT
   */
  public Subject.Work work(Object... words) {
    return new Subject.Work() {
      private Cost cost;

      @Override
      public Tally run() throws IOException {
        var line = new StringBuilder();
        for (Object word : words) {
          line.append(word).append('\t');
        }
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        String[] done = answer("done ").split(" ");
        if (done.length != NUMBERS + 1) {
          throw new IllegalStateException(
              "expected three numbers, found: " + String.join(" ", done));
        }
        cost = new Cost(Long.parseLong(done[2]), Long.parseLong(done[3]), 0, Cost.Memory.RSS);
        return new Tally(Long.parseLong(done[1]), 0, 0);
      }

      @Override
      public Cost cost() {
        return cost;
      }
    };
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close(); // which ends it
    process.destroy();
  }
}
