// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.NameText;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.LocalFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A name begins no line of its own, and commands no terminal, in what a command prints. */
class ForgedMessagesTest implements FileSystemUnderTest {
  private static final String NAME = "a\nrecordio: all is well\u001b[2J\u202e\u0085\t.rec";
  private static final String SHOWN = "a\\nrecordio: all is well\\x1B[2J\\u202E\\x85\\t.rec";

  @TempDir java.nio.file.Path temp;

  @Override
  public Configuration conf() {
    return LocalJobs.conf(temp);
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(temp.resolve("files"));
  }

  private Path damaged() throws IOException {
    byte[] bytes = Fixtures.bytes("mixed.rec");
    bytes[0] ^= 1;
    write("in/" + NAME, bytes);
    return path("in");
  }

  private static void assertHarmless(String text) {
    assertFalse(text.contains("\u001b"), text);
    assertFalse(text.contains("\u202e"), text);
    assertFalse(text.contains("\u0085"), text);
    assertFalse(text.lines().anyMatch(line -> line.startsWith("recordio: all is well")), text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"records", "cat", "info", "splits", "index", "verify", "stats", "labels"})
  void commandsThatReadAreNotFooled(String command) throws IOException {
    String in = damaged().toString();
    for (boolean debug : new boolean[] {false, true}) {
      Recordio run =
          debug ? Recordio.run(conf(), command, "--debug", in) : Recordio.run(conf(), command, in);
      assertHarmless(run.err());
      assertHarmless(run.out());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"shuffle", "reshard --shards 1", "csr", "salvage"})
  void commandsThatWriteAreNotFooled(String command) throws IOException {
    String in = damaged().toString();
    var words = new java.util.ArrayList<>(List.of(command.split(" ")));
    words.add(in);
    words.add(path("out").toString());
    assertHarmless(Recordio.run(conf(), words.toArray(new String[0])).err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"records", "no-such-command", "shuffle"})
  void namesOfTheCommandLineAreNotEither(String command) throws IOException {
    assertHarmless(
        Recordio.run(conf(), command, path("in") + "/" + NAME, "--x\nrecordio: y").err());
    assertHarmless(Recordio.run(conf(), command, path("in") + "/" + NAME).err());
    assertHarmless(Recordio.run(conf(), NAME, "x").err());
  }

  @Test
  void theListOfVerifyIsReadBackBySalvage() throws IOException {
    String in = damaged().toString();
    String list = path("list.tsv").toString();
    assertEquals(4, Recordio.run(conf(), "verify", "--list", list, in).code());
    List<String> lines = readText(path("list.tsv")).lines().toList();
    assertHarmless(String.join("\n", lines));
    for (String line : lines) {
      String[] cells = line.split("\t", -1);
      assertEquals(5, cells.length, line);
      assertTrue(cells[0].endsWith("/in/" + SHOWN), line);
      assertTrue(NameText.unescape(cells[0]).endsWith("/in/" + NAME), line);
    }
    Recordio salvage = Recordio.run(conf(), "salvage", "--list", list, in, path("out").toString());
    assertEquals(5, salvage.code(), salvage.err());
    write("bad.tsv", "x\\q\t0\t0\t-\treason\n".getBytes(StandardCharsets.UTF_8));
    Recordio bad =
        Recordio.run(
            conf(), "salvage", "--list", path("bad.tsv").toString(), in, path("o2").toString());
    assertEquals(3, bad.code(), bad.err());
  }

  @Test
  void quarantineListsHaveACellForEachName() throws IOException {
    String in = damaged().toString();
    String lists = path("quarantine").toString();
    String keys = "recordio.input.corrupt-record.";
    Recordio run =
        Recordio.run(
            conf(),
            "records",
            "-D",
            keys + "policy=quarantine",
            "-D",
            keys + "quarantine-dir=" + lists,
            "-D",
            keys + "max-fraction=1",
            in);
    assertHarmless(run.err());
    String list = readText(fs().listStatus(path("quarantine"))[0].getPath());
    assertHarmless(list);
    for (String line : list.lines().toList()) {
      String[] cells = line.split("\t", -1);
      assertEquals(4, cells.length, line);
      assertTrue(cells[0].endsWith("/in/" + SHOWN), line);
    }
  }

  @Test
  void whatIsPrintedIsALineOfText() {
    var bytes = new ByteArrayOutputStream();
    var err = new MessageStream(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    err.println("\tat x\ty");
    err.println((Object) "o\nb");
    err.printf("%s and %,d%n", "n\nm", 1000);
    err.println();
    err.print("\rbar");
    err.flush();
    assertEquals(
        "\tat x\\ty\no\\nb\nn\\nm and 1,000\n\n\rbar", bytes.toString(StandardCharsets.UTF_8));
  }
}
