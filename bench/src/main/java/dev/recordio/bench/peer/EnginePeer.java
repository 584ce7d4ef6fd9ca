// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.harness.Cost;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A process of an engine with one thread for tasks, which stays from run to run and measures its
 * own work: what it costs to start is not in the figures.
 */
public final class EnginePeer implements Closeable {
  private static final String DONE = "done ";
  private static final int COST_WORDS = 2;

  private final Process process;
  private final BufferedReader answers;
  private final Path errors;

  /**
   * Starts the process.
   *
   * @param parent gets a folder for its files
   * @throws IOException without the class path, or when it does not start; has its last words
   */
  public EnginePeer(Engine engine, Path parent) throws IOException {
    String jars = engine.jars();
    Path folder = Files.createTempDirectory(parent, engine.name());
    errors = folder.resolve("stderr");
    Path source = resource(engine.source(), folder);
    resource("log4j.properties", folder); // found by being first on the class path
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Engine.opened().forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    command.addAll(
        List.of(
            "-Xmx4g",
            "-Djava.io.tmpdir=" + folder,
            "-cp",
            folder + File.pathSeparator + jars,
            source.toString()));
    process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(errors.toFile())
            .start();
    answers = process.inputReader(StandardCharsets.UTF_8);
    try {
      answer("ready");
    } catch (IOException e) {
      try (this) {
        throw e;
      }
    }
  }

  private static Path resource(String name, Path folder) throws IOException {
    Path file = folder.resolve(name);
    try (var in = EnginePeer.class.getResourceAsStream("/" + name)) {
      Files.copy(in, file);
    }
    return file;
  }

  private String answer(String begin) throws IOException {
    for (String line = answers.readLine(); line != null; line = answers.readLine()) {
      if (line.startsWith(begin)) {
        return line.substring(begin.length());
      }
    }
    String said = Files.readString(errors);
    throw new IOException(said.substring(Math.max(0, said.length() - 4000)));
  }

  /**
   * Returns work of the process.
   *
   * @param seen converts the numbers of its answer
   * @param words a command of its program
   */
  public Subject.Work work(Program.Seen seen, Object... words) {
    String line =
        Stream.of(words).map(Object::toString).collect(Collectors.joining("\t", "", "\n"));
    return new Subject.Work() {
      private Cost cost;

      @Override
      public Tally run() throws IOException {
        process.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        long[] numbers = Stream.of(answer(DONE).split(" ")).mapToLong(Long::parseLong).toArray();
        int count = numbers.length - COST_WORDS;
        cost = new Cost(numbers[count], numbers[count + 1], 0, Cost.Memory.RSS);
        return seen.tally(Arrays.copyOf(numbers, count));
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
