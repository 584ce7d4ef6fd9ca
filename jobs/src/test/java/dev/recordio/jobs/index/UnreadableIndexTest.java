// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import static dev.recordio.jobs.testing.CommandTestBase.assertHas;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Ended;
import dev.recordio.testing.Faults;
import dev.recordio.testing.Fixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An index that is there and may not be read is an error, not a missing one. */
class UnreadableIndexTest {
  /** FILE and OUT are put in. */
  private static final List<String> COMMANDS =
      List.of(
          "index FILE",
          "index --check FILE",
          "verify FILE",
          "salvage FILE OUT",
          "reshard --shards 2 FILE OUT",
          "shuffle --seed 1 FILE OUT",
          "sample --count 3 --seed 1 FILE OUT",
          "split --fractions a=0.5,b=0.5 --seed 1 FILE OUT",
          "select --keys @KEYS FILE OUT",
          "cat --key 3 FILE",
          "export --to webdataset FILE OUT");

  @TempDir Path dir;

  private Path file;

  @BeforeEach
  void make() throws IOException {
    file = Files.write(dir.resolve("in.rec"), Fixtures.bytes("indexed.rec"));
    Files.write(dir.resolve("in.idx"), Fixtures.bytes("indexed.idx"));
    Files.writeString(dir.resolve("keys"), "3\n5\n");
  }

  private String[] words(String command, int number) {
    return ("-q " + command)
        .replace("@KEYS", dir.resolve("keys").toString())
        .replace("FILE", file.toString())
        .replace("OUT", dir.resolve("out" + number).toString())
        .split(" ");
  }

  private void assertRefused(String command, int code, String err, String index) {
    assertEquals(3, code, command + ": " + err);
    assertTrue(err.toLowerCase().contains("permission denied"), command + ": " + err);
    assertTrue(err.contains(index), command + ": " + err);
  }

  @ParameterizedTest
  @EnumSource
  void everyCommandNamesIt(Faults.Denial like) throws IOException {
    byte[] before = Files.readAllBytes(dir.resolve("in.idx"));
    Configuration conf = Faults.denied(LocalJobs.conf(dir), like, "**/in.idx");
    for (int i = 0; i < COMMANDS.size(); i++) {
      Recordio run = Recordio.run(conf, words(COMMANDS.get(i), i));
      assertRefused(COMMANDS.get(i), run.code(), run.err(), "in.idx");
      assertFalse(Files.exists(dir.resolve("out" + i)), COMMANDS.get(i));
    }
    assertArrayEquals(before, Files.readAllBytes(dir.resolve("in.idx")));
  }

  @Test
  void theBinaryIndexToo() throws IOException {
    assertEquals(0, Recordio.run(LocalJobs.conf(dir), "index", "-q", file.toString()).code());
    for (Faults.Denial like : Faults.Denial.values()) {
      Configuration conf = Faults.denied(LocalJobs.conf(dir), like, "**/in.ridx");
      for (String command :
          List.of(
              "index --check FILE",
              "verify FILE",
              "salvage FILE OUT",
              "reshard --shards 2 FILE OUT",
              "records --part 1/2 FILE",
              "cat --rows 3-5 FILE",
              "cat --shuffle FILE")) {
        Recordio run = Recordio.run(conf, words(command, 0));
        assertRefused(command, run.code(), run.err(), "in.ridx");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"index FILE", "verify FILE", "salvage FILE OUT", "reshard --shards 2 FILE OUT"})
  void soIsALinkThatLeadsNowhere(String command) throws IOException {
    Files.delete(dir.resolve("in.idx"));
    Files.createSymbolicLink(dir.resolve("in.idx"), dir.resolve("gone.idx"));
    Recordio run = Recordio.run(LocalJobs.conf(dir), words(command, 0));
    assertEquals(3, run.code(), run.err());
    assertHas(run.err(), "in.idx is a link that leads nowhere");
  }

  /** Runs commands, whose exit codes and errors it prints. */
  static final class Main {
    private Main() {}

    public static void main(String[] commands) {
      for (String command : commands) {
        Recordio run = Recordio.run(new Configuration(), command.split(" "));
        System.out.println(run.code() + "\t" + run.err().lines().findFirst().orElse(""));
      }
    }
  }

  /**
   * As root all files may be read: there the commands run without that right, if that is possible.
   */
  @Test
  void theOperatingSystemSaysSoToo() throws IOException, InterruptedException {
    Path index = dir.resolve("in.idx");
    Files.setPosixFilePermissions(index, PosixFilePermissions.fromString("---------"));
    var command = new ArrayList<String>();
    if (Files.isReadable(index)) {
      Path drop = Path.of("/usr/bin/setpriv");
      assumeTrue(Files.isExecutable(drop), "skipped: root without setpriv");
      command.addAll(List.of(drop.toString(), "--bounding-set", "-dac_override,-dac_read_search"));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            "-Djava.io.tmpdir=" + dir,
            Main.class.getName()));
    for (int i = 0; i < COMMANDS.size(); i++) {
      command.add(String.join(" ", words(COMMANDS.get(i), i)));
    }
    Ended ended =
        Ended.of(new ProcessBuilder(command), dir.resolve("stdout"), dir.resolve("stderr"), 2);
    List<String> lines = ended.out().lines().toList();
    assertEquals(COMMANDS.size(), lines.size(), ended.err());
    for (int i = 0; i < COMMANDS.size(); i++) {
      String[] cells = lines.get(i).split("\t", 2);
      assertRefused(COMMANDS.get(i), Integer.parseInt(cells[0]), cells[1], "in.idx");
    }
  }
}
