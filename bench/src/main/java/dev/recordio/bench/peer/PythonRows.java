// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.data.Rows;
import dev.recordio.bench.harness.Cost;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A process of Python that reads rows by number, stays from run to run, and measures its own work.
 */
public final class PythonRows implements Closeable {
  private static final int NUMBERS = 5;

  private final Process process;
  private final BufferedReader answers;
  private final Path errors;

  /**
   * Starts the process, which makes its data.
   *
   * @param module numpy or lmdb
   * @param flat a file with the rows one after the other
   * @param folder for its files
   * @throws IOException when Python or the module is missing; has its last words
   */
  public PythonRows(String module, Path flat, Rows rows, Path folder) throws IOException {
    String source = PythonLoad.source("read_rows.py");
    Path ids = folder.resolve("ids-" + module);
    Files.write(ids, rows.idBytes());
    errors = folder.resolve(module + ".err");
    process =
        new ProcessBuilder(
                List.of(
                    PythonLoad.python(),
                    "-c",
                    source,
                    module,
                    flat.toString(),
                    String.valueOf(rows.payloads().size()),
                    ids.toString(),
                    folder.toString()))
            .redirectError(errors.toFile())
            .start();
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    // It ends with its standard input, at the latest when this JVM does.
    try {
      answer("ready");
    } catch (IOException e) {
      try (this) {
        throw e;
      }
    }
  }

  private String answer(String begin) throws IOException {
    String line = answers.readLine();
    if (line == null || !line.startsWith(begin)) {
      throw new IOException(line == null ? Files.readString(errors) : "error: " + line);
    }
    return line;
  }

  /** Returns reading the rows with what earlier runs left open. */
  public Subject.Work warm() {
    return new Reading("warm");
  }

  /** Returns opening the data and reading the rows. */
  public Subject.Work cold() {
    return new Reading("cold");
  }

  private final class Reading implements Subject.Work {
    private final byte[] line;
    private Cost cost;

    private Reading(String word) {
      line = (word + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Tally run() throws IOException {
      process.getOutputStream().write(line);
      process.getOutputStream().flush();
      String[] done = answer("done ").split(" ");
      if (done.length != NUMBERS + 1) {
        throw new IOException("error: expected five numbers, found: " + String.join(" ", done));
      }
      cost = new Cost(Long.parseLong(done[4]), Long.parseLong(done[5]), 0, Cost.Memory.RSS);
      return new Tally(Long.parseLong(done[1]), Long.parseLong(done[2]), Long.parseLong(done[3]));
    }

    @Override
    public Cost cost() {
      return cost;
    }
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close(); // which ends it
    process.destroy();
  }
}
