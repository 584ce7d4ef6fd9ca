// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A loop in Python that shuffles a file by its {@code .idx}, as a whole process. */
public final class PythonShuffle {
  private PythonShuffle() {}

  /**
   * Returns the shuffling of a file.
   *
   * @param rec the file; its {@code .idx} is next to it
   * @param shuffled the file to write, with its {@code .idx}
   * @param records how many there are
   * @throws IOException when reading the script fails; when Python is missing, the subject's run
   *     throws it
   */
  public static Subject of(Path rec, Path shuffled, long records) throws IOException {
    String source = PythonLoad.source("shuffle_idx.py");
    List<String> command =
        List.of(PythonLoad.python(), "-c", source, rec.toString(), shuffled.toString(), "1");
    var work =
        new CommandWork(
            () -> Processes.run(command),
            ended -> new Tally(Long.parseLong(ended.out().strip()), Files.size(shuffled), 0),
            Processes.Ended::cost);
    return new Subject(
        "Python, a read a record by .idx", work, new Tally(records, Files.size(rec), 0));
  }
}
