// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Only the library's parser in its own process, which starts like a command of {@code
 * bin/recordio}: with the same garbage collector, and with the classes of its archive.
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class ParserProcess {
  private final List<String> command;

  /**
   * Prepares the process.
   *
   * @throws FileNotFoundException when the jobs jar is not built
   */
  public ParserProcess() throws IOException {
    Path target = Launcher.home().resolve("jobs").resolve("target");
    // The archive holds the classes of these jars, in this order; the JVM checks that.
    String jars = jars(target, "recordio-hadoop-jobs-") + ":" + jars(target.resolve("runtime"), "");
    String own = RowReads.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xlog:disable",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-XX:SharedArchiveFile=" + target.resolve("recordio.jsa"),
            "-cp",
            jars + ":" + own,
            RowReads.class.getName());
  }

  private static String jars(Path folder, String begin) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      String jars =
          files
              .filter(file -> file.getFileName().toString().matches(begin + ".*(?<!-tests)\\.jar"))
              .map(Path::toString)
              .sorted()
              .collect(Collectors.joining(":"));
      if (jars.isEmpty()) {
        throw new FileNotFoundException("no " + begin + "*.jar in " + folder);
      }
      return jars;
    }
  }

  /** Parses a local file with some threads; the output is that of {@link RowReads#main}. */
  public Processes.Ended run(Path text, int threads) throws IOException {
    var line = new ArrayList<>(command);
    line.add(text.toString());
    line.add(Integer.toString(threads));
    return Processes.run(line);
  }
}
