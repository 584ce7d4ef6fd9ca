// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.faults.FaultInputs;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Pairs of processes on local files. */
class LocalPairsTest extends AbstractPairsTest {
  @TempDir Path temp;

  @BeforeEach
  void writeInputs() throws Exception {
    FaultInputs.write(Files.createDirectory(temp.resolve("in")));
  }

  @Override
  public Configuration conf() {
    return LocalJobs.conf(temp);
  }

  @Override
  public org.apache.hadoop.fs.Path testDir() {
    return LocalFiles.path(temp);
  }

  @Override
  protected org.apache.hadoop.fs.Path inputs() throws Exception {
    return path("in");
  }

  @Override
  protected boolean canKill() {
    return true;
  }

  @Override
  protected List<Done> run(List<List<String>> lines, long[] laterMicros, long killedMicros)
      throws Exception {
    var processes = new ArrayList<Process>();
    var done = new ArrayList<Done>();
    try {
      for (int i = 0; i < lines.size(); i++) {
        processes.add(start(lines.get(i), i));
      }
      for (Process process : processes) {
        assertEquals("ready", process.inputReader(StandardCharsets.UTF_8).readLine());
      }
      long begin = System.nanoTime();
      for (int i : inOrder(laterMicros)) {
        go(processes.get(i), begin, laterMicros[i]);
      }
      if (killedMicros >= 0) {
        await(begin, laterMicros[0] + killedMicros);
        processes.get(0).destroyForcibly();
      }
      for (int i = 0; i < processes.size(); i++) {
        assertTrue(processes.get(i).waitFor(5, TimeUnit.MINUTES), "still running");
        done.add(new Done(processes.get(i).exitValue(), Files.readString(err(i))));
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    return done;
  }

  private static int[] inOrder(long[] laterMicros) {
    return IntStream.range(0, laterMicros.length)
        .boxed()
        .sorted(Comparator.comparingLong(i -> laterMicros[i]))
        .mapToInt(i -> i)
        .toArray();
  }

  private Path err(int number) {
    return temp.resolve("err-" + number + ".txt");
  }

  private Process start(List<String> line, int number) throws IOException {
    var command =
        new ArrayList<String>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                PairMain.class.getName()));
    command.add(line.get(0));
    command.addAll(List.of("-D", "hadoop.tmp.dir=" + temp.resolve("tmp-" + number)));
    command.addAll(line.subList(1, line.size()));
    return new ProcessBuilder(command).redirectError(err(number).toFile()).start();
  }

  private static void go(Process process, long begin, long laterMicros) throws IOException {
    await(begin, laterMicros);
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
  }
}
