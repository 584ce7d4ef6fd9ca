// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Damage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The last line of a command that skipped records has their number, and too many are an error. */
class SkippedLineTest {
  private static final String SKIP = "recordio.input.corrupt-record.policy=skip";

  @TempDir Path temp;

  private static byte[] file(int... damaged) {
    byte[] file =
        Damage.file(IntStream.range(0, 100).mapToObj(i -> Damage.payload(i, 56)).toList());
    for (int record : damaged) {
      Damage.putWord(file, record * 64, 0);
    }
    return file;
  }

  private Recordio run(String command, Path input, String... options) {
    var words = new ArrayList<String>(List.of(command, "-D", SKIP));
    words.addAll(List.of(options));
    if (command.equals("reshard")) {
      words.addAll(List.of("--shards", "2"));
    }
    words.add(input.toString());
    if (command.equals("reshard") || command.equals("shuffle")) {
      words.add(temp.resolve("out-" + command).toString());
    }
    return Recordio.run(LocalJobs.conf(), words.toArray(String[]::new));
  }

  private static String lastLine(Recordio run) {
    List<String> lines = run.err().lines().toList();
    return lines.get(lines.size() - 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"info", "records", "cat", "index", "reshard", "shuffle"})
  void theLastLineSaysHowMuchWasSkippedOfHowMany(String command) throws IOException {
    Path input = Files.write(temp.resolve("in.rec"), file(40, 50, 51));
    Recordio run = run(command, input).ended(5);
    assertEquals("skipped 2 damaged records of 99, 192 bytes of 6,400", lastLine(run));
  }

  @ParameterizedTest
  @ValueSource(strings = {"info", "records"})
  void aSingleRecordIsOne(String command) throws IOException {
    Path input = Files.write(temp.resolve("in.rec"), file(40));
    assertEquals(
        "skipped 1 damaged record of 100, 64 bytes of 6,400", lastLine(run(command, input)));
    Path sound = Files.write(temp.resolve("sound.rec"), file());
    Recordio run = run(command, sound).ended(0);
    assertFalse(run.err().contains("skipped"), run.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"info", "records", "cat", "index", "reshard", "shuffle"})
  void nothingThatCanBeReadIsBadInput(String command) throws IOException {
    Path input = Files.write(temp.resolve("in.rec"), file(IntStream.range(0, 100).toArray()));
    Recordio run = run(command, input).ended(3);
    assertTrue(lastLine(run).contains("too many damaged records"), run.err());
  }

  @Test
  void theThresholdsAreAskedOfTheWholeInputToo() throws IOException {
    Path folder = Files.createDirectory(temp.resolve("many"));
    for (int i = 0; i < 4; i++) {
      Files.write(folder.resolve(i + ".rec"), file(IntStream.range(0, 99).toArray()));
    }
    // A file has one damaged range, below the threshold; the input has four.
    String[] options = {"-D", "recordio.input.corrupt-record.min-count=3"};
    for (String command : List.of("index", "reshard")) {
      Recordio run = run(command, folder, options).ended(3);
      assertTrue(lastLine(run).contains("too many damaged records"), run.err());
    }
  }
}
