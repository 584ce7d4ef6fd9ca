// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import dev.recordio.jobs.run.local.OwnLocalFileSystem;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.fs.FileUtil;

/**
 * Hadoop's TeraSort as a whole process: it moves rows of 100 bytes to another order, as a shuffle
 * does, and writes no indexes. It runs on the Hadoop, the local file system and the number of
 * threads of our commands, merges all its maps in one pass, samples no keys, which are random here,
 * and does not wait for a disk at the end.
 */
public final class TeraSortProcess {
  private static final int ROW = 100;
  private static final int KEY = 10;
  private static final int FEW = 1000;

  private final ArchivedJava java;
  private final List<String> settings = new ArrayList<>();
  private final Path rows;
  private final Path output;
  private final long count;

  /**
   * Writes the rows, and prepares the process by a run over few of them.
   *
   * @param payloads the rows, of 100 bytes each
   * @param threads how many tasks run at a time
   * @param outputs how many files it writes
   */
  public TeraSortProcess(Payloads payloads, Path folder, int threads, int outputs)
      throws IOException {
    String jar = TeraSort.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    java =
        new ArchivedJava(
            CommandJvm.jars() + ":" + jar,
            TeraSort.class.getName(),
            folder.resolve("terasort.jsa"));
    Map.of(
            "fs.file.impl",
            OwnLocalFileSystem.class.getName(),
            "hadoop.tmp.dir",
            folder.resolve("terasort-tmp"),
            "mapreduce.local.map.tasks.maximum",
            threads,
            "mapreduce.local.reduce.tasks.maximum",
            threads,
            "mapreduce.job.reduces",
            outputs,
            "mapreduce.task.io.sort.factor",
            1000,
            "mapreduce.client.completion.pollinterval",
            10,
            "mapreduce.terasort.simplepartitioner",
            true,
            "mapreduce.terasort.final.sync",
            false)
        .forEach((key, value) -> settings.add("-D" + key + "=" + value));
    output = folder.resolve("terasorted");
    count = payloads.count();
    rows = write(payloads, folder.resolve("rows"), payloads.count());
    Path few = write(payloads, folder.resolve("few-rows"), Math.min(FEW, payloads.count()));
    FileUtil.fullyDelete(output.toFile());
    java.archive(arguments(few));
  }

  private static Path write(Payloads payloads, Path folder, int count) throws IOException {
    Files.createDirectories(folder);
    try (var out = Files.newOutputStream(folder.resolve("rows"));
        var buffered = new BufferedOutputStream(out, 1 << 20)) {
      for (int i = 0; i < count; i++) {
        buffered.write(payloads.bytes(), payloads.offset(i), payloads.size());
      }
    }
    return folder;
  }

  private Object[] arguments(Path input) {
    var all = new ArrayList<Object>(settings);
    all.add(input);
    all.add(output);
    return all.toArray();
  }

  /** Returns sorting the rows. */
  public Subject subject() {
    var work =
        new CommandWork(
            () -> {
              FileUtil.fullyDelete(output.toFile());
              return java.run(arguments(rows));
            },
            ended -> new Tally(0, FileUtil.getDU(output.toFile()), 0),
            Processes.Ended::cost);
    return new Subject("TeraSort, whole process", work, new Tally(0, count * ROW, 0));
  }

  /** Checks that the output has all rows, in the order of their keys. */
  public void verify() throws IOException {
    var row = new byte[ROW];
    var last = new byte[ROW];
    long found = 0;
    try (var parts = Files.newDirectoryStream(output, "part-r-*")) {
      var sorted = new ArrayList<Path>();
      parts.forEach(sorted::add);
      sorted.sort(null);
      for (Path part : sorted) {
        try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(part)))) {
          for (long left = Files.size(part); left > 0; left -= ROW, found++) {
            in.readFully(row);
            if (found > 0 && Arrays.compareUnsigned(last, 0, KEY, row, 0, KEY) > 0) {
              throw new IllegalStateException("TeraSort: row " + found + " is out of order");
            }
            System.arraycopy(row, 0, last, 0, KEY);
          }
        }
      }
    }
    if (found != count) {
      throw new IllegalStateException("TeraSort: " + found + " rows of " + count);
    }
  }
}
