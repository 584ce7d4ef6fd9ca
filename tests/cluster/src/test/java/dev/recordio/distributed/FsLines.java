// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.testing.MiniHadoop;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.util.ToolRunner;

/** {@code hadoop fs} in one process of a cluster's network, a line for each command. */
final class FsLines implements AutoCloseable {
  private final Process process;
  private final PrintStream to;
  private final BufferedReader from;

  FsLines(MiniHadoop cluster, Path errors) throws IOException {
    var line = new ArrayList<String>(List.of(cluster.within()));
    String own = FsLines.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    line.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp"));
    line.add(cluster.conf() + ":" + cluster.lib().resolve("*") + ":" + own);
    line.add(FsLines.class.getName());
    process = new ProcessBuilder(line).redirectError(errors.toFile()).start();
    to = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    from =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Runs a command, which must be successful. */
  void fs(String... words) throws IOException {
    String line = String.join(" ", words);
    to.println(line);
    assertEquals("0", from.readLine(), line);
  }

  @Override
  public void close() throws InterruptedException {
    to.close();
    process.waitFor();
  }

  /** Prints the exit code of each line's command. */
  public static void main(String[] args) throws Exception {
    PrintStream out = System.out;
    System.setOut(System.err);
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var shell = new FsShell(new Configuration());
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      out.println(ToolRunner.run(shell, line.split(" ")));
      out.flush();
    }
  }
}
