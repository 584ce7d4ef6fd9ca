// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static dev.recordio.jobs.testing.CommandTestBase.assertHas;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands read files with any name. */
class HostileNamesTest implements FileSystemUnderTest {
  private static final List<String> NAMES =
      List.of(
          "a\nb",
          "a\tb",
          "a\rb",
          "a,b",
          "a;b",
          "a'b",
          "a\"b",
          "a b",
          "trailing ",
          " leading",
          "a%20b",
          "a#b",
          "a&b=c",
          "{a,b}",
          "{a",
          "[x]",
          "a\\b",
          "a\\,b",
          "a\\tb",
          "a*b",
          "${user.home}",
          "\u0001",
          "a\u001b[2Jb",
          "a\u202eb",
          "a\u2028b",
          "\u00e9\u4e2d");

  @TempDir java.nio.file.Path temp;

  @Override
  public Configuration conf() {
    return LocalJobs.conf(temp);
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(temp.resolve("files"));
  }

  /** Writes a file of two records under each name. */
  private void writeFiles(boolean indexed) throws IOException {
    var payload = new byte[ImageRecordHeader.bytes(1)];
    long key = 100;
    for (String name : NAMES) {
      Path file = path("in/" + name + ".rec");
      Path index = indexed ? RecordFiles.index(file) : null;
      try (var writer = RecordFileWriter.create(conf(), file, index)) {
        for (int i = 0; i < 2; i++) {
          ImageRecordHeader.write(payload, 0, key, 0, new float[] {1}, 1);
          writer.write(key++, payload, 0, payload.length);
        }
      }
    }
  }

  private Recordio ok(String... words) {
    Recordio run = Recordio.run(conf(), words);
    assertEquals(0, run.code(), run.err());
    return run;
  }

  static Stream<String> writing() {
    return Stream.of(
        "reshard --shards 1",
        "shuffle --shards 1",
        "split --fractions a=1",
        "sample --fraction 1",
        "select --label 1",
        "pack --from files --shards 1");
  }

  @ParameterizedTest
  @MethodSource("writing")
  void allAreCopied(String command) throws IOException {
    writeFiles(true);
    var words =
        Stream.concat(
                Stream.of(command.split(" ")),
                Stream.of(path("in").toString(), path("out").toString()))
            .toArray(String[]::new);
    ok(words);
    String out = command.startsWith("split") ? "out/a" : "out";
    List<String> records = ok("records", "--sha256", path(out).toString()).lines();
    // pack takes the files and their indexes.
    int expected = command.startsWith("pack") ? 3 * NAMES.size() : 2 * NAMES.size();
    assertEquals(expected, records.size());
  }

  @Test
  void allAreReadAndSummedUp() throws IOException {
    writeFiles(true);
    String in = path("in").toString();
    int records = 2 * NAMES.size();
    assertEquals(records, ok("records", in).lines().size());
    assertEquals(records * ImageRecordHeader.bytes(1), ok("cat", in).bytes().length);
    for (String above : List.of("4g", "1")) {
      String info = ok("info", "--json", "-D", "recordio.info.job-above=" + above, in).out();
      assertTrue(info.replace(" ", "").contains("\"records\":" + records), info);
    }
  }

  @Test
  void rowsOfAllAreReadAndConverted() throws IOException {
    for (String name : NAMES) {
      write("rows/" + name + ".libsvm", "1 1:2\n0 3:4\n".getBytes());
    }
    String in = path("rows").toString();
    String stats = ok("stats", "--json", in).out();
    assertTrue(stats.replace(" ", "").contains("\"rows\":" + 2 * NAMES.size()), stats);
    ok("csr", "--to", "libsvm", in, path("csr").toString());
    ok("split", "--fractions", "a=1", in, path("split").toString());
    assertEquals(2 * NAMES.size(), readText(path("split/a/part-00000.libsvm")).lines().count());
  }

  @Test
  void linesOfSplitsHaveACellForEachName() throws IOException {
    writeFiles(true);
    List<String> lines = ok("splits", path("in").toString()).lines();
    assertEquals(NAMES.size(), lines.size());
    List<String> cells = lines.stream().map(line -> line.split("\t", -1)[0]).toList();
    lines.forEach(line -> assertEquals(5, line.split("\t", -1).length, line));
    assertTrue(cells.contains(path("in").toString() + "/a\\nb.rec"), cells.toString());
    assertTrue(cells.contains(path("in").toString() + "/a\\tb.rec"), cells.toString());
    assertTrue(cells.contains(path("in").toString() + "/a\\rb.rec"), cells.toString());
    assertTrue(cells.contains(path("in").toString() + "/a\\\\b.rec"), cells.toString());
    assertTrue(cells.contains(path("in").toString() + "/a\\\\tb.rec"), cells.toString());
    assertTrue(cells.contains(path("in").toString() + "/a\\x1B[2Jb.rec"), cells.toString());
    assertTrue(cells.contains(path("in").toString() + "/a\\u202Eb.rec"), cells.toString());
    assertTrue(cells.contains(path("in").toString() + "/a\\u2028b.rec"), cells.toString());
    assertEquals(cells.size(), cells.stream().distinct().count());
  }

  @Test
  void indexesAreMadeAndCheckedBesideAll() throws IOException {
    writeFiles(false);
    String in = path("in").toString();
    ok("index", in);
    for (FileStatus file : fs().listStatus(path("in"))) {
      if (file.getPath().getName().endsWith(".idx")) {
        assertEquals(2, readText(file.getPath()).lines().count(), file.getPath().getName());
      }
    }
    ok("index", "--check", in);
    for (FileStatus file : fs().listStatus(path("in"))) {
      if (file.getPath().getName().endsWith("idx")) {
        fs().delete(file.getPath(), false);
      }
    }
    Recordio check = Recordio.run(conf(), "index", "--check", in);
    assertEquals(4, check.code(), check.err());
    assertEquals(NAMES.size(), check.lines().size(), check.out());
    check.lines().forEach(line -> assertEquals(2, line.split("\t", -1).length, line));
    assertHas(check.out(), in + "/a\\nb.rec\t");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb", "{a,b}", "[x]", "a%20b", "a#b", "a\\\\,b", "${user.home}"})
  void aFileIsFoundByItsOwnName(String name) throws IOException {
    writeFiles(true);
    String file = path("in") + "/" + name + ".rec";
    assertEquals(2, ok("records", file).lines().size());
    ok("reshard", "--shards", "1", file, path("out").toString());
    ok("index", "--check", file);
    byte[] all = ok("cat", file).bytes();
    assertArrayEquals(all, ok("cat", path("out").toString()).bytes());
    assertEquals(2 * ImageRecordHeader.bytes(1), all.length);
  }
}
