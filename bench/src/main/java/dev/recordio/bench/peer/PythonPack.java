// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A loop in Python that packs files as {@code pack} does, its start included. */
public final class PythonPack {
  private PythonPack() {}

  /**
   * Returns the packing.
   *
   * @param files the folder to pack
   * @param output the path of what it writes, without {@code .rec} and {@code .idx}
   * @param expected the number of files and their bytes
   * @throws IOException when reading the script fails
   */
  public static Subject subject(Path files, Path output, Tally expected) throws IOException {
    String source = PythonLoad.source("pack_files.py");
    List<String> command =
        List.of(PythonLoad.python(), "-c", source, files.toString(), output.toString());
    return new Subject(
        "Python loop",
        new CommandWork(
            () -> Processes.run(command),
            ended -> {
              String[] numbers = ended.out().strip().split(" ");
              return new Tally(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), 0);
            },
            Processes.Ended::cost),
        expected);
  }

  /**
   * Checks that two outputs are the same, byte for byte.
   *
   * @throws IllegalStateException when they differ
   */
  public static void same(Path ours, Path theirs) throws IOException {
    for (String suffix : List.of(".rec", ".idx")) {
      long differs = Files.mismatch(with(ours, suffix), with(theirs, suffix));
      if (differs >= 0) {
        throw new IllegalStateException(
            with(ours, suffix) + " and " + with(theirs, suffix) + " differ at byte " + differs);
      }
    }
  }

  private static Path with(Path path, String suffix) {
    return path.resolveSibling(path.getFileName() + suffix);
  }
}
