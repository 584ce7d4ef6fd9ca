// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.harness.Cost;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/** Runs processes and measures their cost. */
public final class Processes {
  private Processes() {}

  /**
   * The result of a process.
   *
   * @param out its standard output
   * @param first nanoseconds from the start to the first byte of output, or to the end without any
   * @param wall nanoseconds from start to end
   * @param watched the last sampled processor time and memory before its end
   */
  public record Ended(String out, long first, long wall, ProcessWatch.Sample watched) {
    /** Returns the cost of the whole process. */
    public Cost cost() {
      return new Cost(wall, watched.cpu(), watched.peak(), Cost.Memory.RSS);
    }

    /** Returns the time to its first output; the processor time up to there is unknown. */
    public Cost costToFirstOutput() {
      return new Cost(first, 0, watched.peak(), Cost.Memory.RSS);
    }
  }

  /** Runs a command to its end, in this process's environment; see {@link #run(List, Map)}. */
  public static Ended run(List<String> command) throws IOException {
    return run(command, Map.of());
  }

  /**
   * Runs a command to its end.
   *
   * @param environment variables to set in addition to the variables of this process
   * @throws IOException when it can't be started, or ends with a code other than 0; the message has
   *     its standard error
   */
  public static Ended run(List<String> command, Map<String, String> environment)
      throws IOException {
    File errors = File.createTempFile("recordio-bench", ".err");
    try {
      var builder = new ProcessBuilder(command).redirectError(Redirect.to(errors));
      builder.environment().putAll(environment);
      long start = System.nanoTime();
      Process process = builder.start();
      process.getOutputStream().close();
      try (ProcessWatch watch = new ProcessWatch(process)) {
        var out = new ByteArrayOutputStream();
        InputStream in = process.getInputStream();
        int head = in.read();
        long first = System.nanoTime() - start;
        if (head >= 0) {
          out.write(head);
          in.transferTo(out);
        }
        int code = process.waitFor();
        long wall = System.nanoTime() - start;
        if (code != 0) {
          throw new IOException(
              command.get(0) + " ended with " + code + ": " + Files.readString(errors.toPath()));
        }
        String text = out.toString(StandardCharsets.ISO_8859_1);
        return new Ended(text, head < 0 ? wall : first, wall, watch.last());
      } finally {
        process.destroy();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException(command.get(0)).initCause(e);
    } finally {
      Files.delete(errors.toPath());
    }
  }
}
