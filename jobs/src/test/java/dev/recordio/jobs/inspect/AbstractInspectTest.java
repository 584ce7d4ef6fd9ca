// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import static dev.recordio.jobs.testing.CommandTestBase.assertHas;
import static dev.recordio.jobs.testing.CommandTestBase.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Faults;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Output of records, cat, info and splits for files written by libdmlc, on any file system. */
public abstract class AbstractInspectTest {
  private final Faults faults = new Faults();
  private static final String SKIP = "recordio.input.corrupt-record.policy=skip";

  /** Returns the configuration to run with. */
  protected abstract Configuration conf();

  /** Returns a new folder on the file system under test. */
  protected abstract Path testDir() throws IOException;

  private Path dir;

  @BeforeEach
  void makeFolder() throws IOException {
    dir = testDir();
  }

  private String put(String fixture) throws IOException {
    return put(fixture.substring(fixture.lastIndexOf('/') + 1), Fixtures.bytes(fixture));
  }

  private String put(String name, byte[] bytes) throws IOException {
    var path = new Path(dir, name);
    try (OutputStream out = path.getFileSystem(conf()).create(path, true)) {
      out.write(bytes);
    }
    return path.toString();
  }

  private Recordio run(String line, Object... arguments) {
    return Recordio.run(conf(), words(line, arguments));
  }

  private static List<String> table(String fixture) throws IOException {
    List<String> lines = Fixtures.lines(fixture);
    return lines.subList(1, lines.size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "magic", "empty-records", "mixed", "tiny", "indexed"})
  void recordsPrintsTheTableOfEachFixture(String name) throws IOException {
    Recordio run = run("records --sha256 {}", put(name + ".rec")).ended(0);
    assertEquals(table(name + ".tsv"), run.lines());
  }

  @Test
  void recordsWithoutChecksumPrintsADash() throws IOException {
    Recordio run = run("records {}", put("tiny.rec"));
    assertEquals(List.of("0\t0\t0\t1\t0:0\t-", "1\t8\t1\t1\t0:1\t-"), run.lines());
  }

  @Test
  @Supports(row = "dmlc-core's exact N parts (recordio.input.parts)", engine = "command line")
  void partsOfAListInItsOrderAreThoseOfTheTableWithOrdinalsOfTheWhole() throws IOException {
    String list =
        put("multi/part-0.rec") + ";" + put("multi/part-1.rec") + ";" + put("multi/part-2.rec");
    for (String line : table("multi/list.parts.tsv")) {
      String[] row = line.split("\t");
      if (Integer.parseInt(row[0]) > 7) {
        continue;
      }
      Recordio run = run("records --part {}/{} {}", row[1], row[0], list).ended(0);
      List<String> ordinals = run.lines().stream().map(l -> l.split("\t")[0]).toList();
      List<String> expected =
          row[2].equals("-")
              ? List.of()
              : LongStream.rangeClosed(Long.parseLong(row[2]), Long.parseLong(row[3]))
                  .mapToObj(Long::toString)
                  .toList();
      assertEquals(expected, ordinals, line);
    }
  }

  @Test
  void standardInputIsReadForADash() throws IOException {
    byte[] file = Fixtures.bytes("magic.rec");
    Recordio run = Recordio.withInput(conf(), file, "records", "--sha256", "-");
    assertEquals(table("magic.tsv"), run.lines());
    assertEquals(2, Recordio.withInput(conf(), file, "records", "--part", "0/2", "-").code());
  }

  @Test
  @Supports(
      row = "records by number, key or range; parts of equal count; batches",
      engine = "command line")
  void catRowsGivesThePayloadsOfTheRowsBothEndsIncluded() throws IOException {
    String file = put("plain.rec");
    byte[] all = run("cat {}", file).bytes();
    long[] lengths =
        table("plain.tsv").stream().mapToLong(l -> Long.parseLong(l.split("\t")[2])).toArray();
    assertEquals(Arrays.stream(lengths).sum(), all.length);
    int from = (int) Arrays.stream(lengths, 0, 20).sum();
    int to = (int) Arrays.stream(lengths, 0, 31).sum();
    assertArrayEquals(Arrays.copyOfRange(all, from, to), run("cat --rows 20-30 {}", file).bytes());
  }

  @Test
  @Supports(
      row = "records by number, key or range; parts of equal count; batches",
      engine = "command line")
  void catKeyFindsTheRecordByItsIndexLine() throws IOException {
    put("indexed.idx");
    String file = put("indexed.rec");
    for (int ordinal : new int[] {0, 7, 120}) {
      byte[] byKey = run("cat --key {} {}", Integer.toString(ordinal), file).bytes();
      assertArrayEquals(
          run("cat --rows {}-{} {}", ordinal, ordinal, file).bytes(), byKey, "key " + ordinal);
    }
    assertHas(
        run("cat --key 99999 {}", file).ended(3).err(),
        "no record has the key 99999, but there are 121, from 0 to 120: ");
  }

  @Tag("hdfs")
  @Test
  void catRowsWithAnIndexGivesTheSameWithFewReads() throws IOException {
    String file = put("indexed.rec");
    String both = put("plain.rec") + ";" + file;
    for (String rows : List.of("0-0", "190-215", "319-320")) {
      byte[] scanned = run("cat --rows {} {}", rows, both).bytes();
      put("indexed.idx");
      put("plain.idx", plainIndex());
      Recordio indexed = run("cat --rows {} {}", rows, both).ended(0);
      assertArrayEquals(scanned, indexed.bytes(), rows);
      put("indexed.idx", new byte[0]);
      put("plain.idx", new byte[0]);
    }
    put("indexed.idx");
    Configuration conf = conf();
    Path watched = faults.over(conf, new Path(file));
    Recordio few = Recordio.run(conf, "cat", "--rows", "90-99", watched.toString());
    assertEquals(0, few.code(), few.err());
    assertArrayEquals(run("cat --rows 90-99 {}", file).bytes(), few.bytes());
    assertTrue(faults.reads() < 10, faults.reads() + " reads");
    assertTrue(faults.bytesRead() < 42344 / 2, faults.bytesRead() + " bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"319-400", "321-321", "1000-1001"})
  void catRowsBeyondTheEndIsAnErrorThatNamesWhatThereIs(String rows) throws IOException {
    String both = put("plain.rec") + ";" + put("indexed.rec");
    String expected = "--rows is " + rows + ", but there are 321 records, 0 to 320: ";
    assertHas(run("cat --rows {} {}", rows, both).ended(3).err(), expected);
    put("indexed.idx");
    put("plain.idx", plainIndex());
    Recordio indexed = run("cat --rows {} {}", rows, both).ended(3);
    assertHas(indexed.err(), expected);
    assertEquals(0, indexed.bytes().length, "nothing is written when the number is known before");
  }

  @Tag("hdfs")
  @Test
  void catKeyReadsTheRecordAndLittleElse() throws IOException {
    String file = put("plain.rec");
    put("plain.idx", plainIndex());
    Configuration conf = conf();
    Path watched = faults.over(conf, new Path(file));
    Recordio run = Recordio.run(conf, "cat", "--key", "150", watched.toString());
    assertEquals(0, run.code(), run.err());
    assertArrayEquals(run("cat --rows 150-150 {}", file).bytes(), run.bytes());
    assertTrue(faults.reads() < 15, faults.reads() + " reads");
    assertTrue(faults.bytesRead() < 285440 / 10, faults.bytesRead() + " bytes");
  }

  private static byte[] plainIndex() throws IOException {
    var lines = new StringBuilder();
    for (String row : table("plain.tsv")) {
      lines.append(row.split("\t")[0]).append('\t').append(row.split("\t")[1]).append('\n');
    }
    return lines.toString().getBytes();
  }

  @Test
  void catRowsWithABadIndexWarnsAndReadsWithoutIt() throws IOException {
    String file = put("plain.rec");
    byte[] scanned = run("cat --rows 5-7 {}", file).bytes();
    put("plain.idx", Fixtures.bytes("indexed.idx"));
    Recordio run = run("cat --rows 5-7 {}", file).ended(0);
    assertArrayEquals(scanned, run.bytes());
    assertHas(run.err(), "the index does not fit the file");
    put("plain.idx", plainIndex());
    byte[] damaged = Fixtures.bytes("plain.rec");
    damaged[Integer.parseInt(table("plain.tsv").get(6).split("\t")[1])] ^= 1;
    file = put("plain.rec", damaged);
    run("cat --rows 5-7 {}", file).ended(3);
    run("cat -D {} --rows 5-7 {}", SKIP, file).ended(5);
  }

  @Test
  @Supports(row = "another order for every epoch, nothing rewritten", engine = "command line")
  void catShuffledGivesEachRecordOnceInAnOrderOfSeedAndEpoch() throws IOException {
    String input = put("plain.rec") + ";" + put("mixed.rec");
    String blocks = "recordio.input.shuffle.block=4";
    Recordio first = run("cat --shuffle --seed 3 -D {} {}", blocks, input).ended(0);
    Recordio again = run("cat -D {} --shuffle --seed 3 --epoch 0 {}", blocks, input);
    assertArrayEquals(first.bytes(), again.bytes());
    byte[] inOrder = run("cat {}", input).bytes();
    byte[] epoch = run("cat --shuffle --seed 3 --epoch 1 {}", input).bytes();
    byte[] seed = run("cat --shuffle --seed 4 {}", input).bytes();
    for (byte[] other : List.of(inOrder, epoch, seed)) {
      assertFalse(Arrays.equals(first.bytes(), other));
      assertArrayEquals(sorted(first.bytes()), sorted(other), "the same bytes in another order");
    }
    put("plain.idx", plainIndex());
    assertArrayEquals(first.bytes(), run("cat --shuffle --seed 3 -D {} {}", blocks, input).bytes());
  }

  private static byte[] sorted(byte[] bytes) {
    byte[] sorted = bytes.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  @Test
  void catRefusesWhatDoesNotGoTogether() throws IOException {
    String file = put("tiny.rec");
    run("cat --shuffle --rows 0-1 {}", file).ended(2);
    run("cat --shuffle --part 0/2 {}", file).ended(2);
    run("cat --shuffle -").ended(2);
    run("cat --seed 1 {}", file).ended(2);
    run("cat --rows 3-1 {}", file).ended(2);
  }

  @Test
  void catKeySaysWhenTheIndexIsMissingDamagedOrOfAnotherFile() throws IOException {
    String file = put("plain.rec");
    assertHas(run("cat --key 0 {}", file).ended(3).err(), "no index");

    put("plain.idx", "0\t0\n1\tx\n".getBytes());
    assertHas(run("cat --key 0 {}", file).ended(3).err(), "plain.idx at offset 6, line 2");

    put("plain.idx", "0\t0\n1\t12\n".getBytes());
    assertHas(run("cat --key 1 {}", file).ended(3).err(), "does not fit");
  }

  @Test
  void infoSumsUpWhatTheTableHolds() throws Exception {
    List<String> rows = table("mixed.tsv");
    Recordio run = run("info --json {}", put("mixed.rec"));
    JsonNode json = run.json();
    assertEquals(1, json.get("files").asLong());
    assertEquals(rows.size(), json.get("records").asLong());
    assertEquals(Fixtures.bytes("mixed.rec").length, json.get("bytes").asLong());
    long[] lengths = rows.stream().mapToLong(l -> Long.parseLong(l.split("\t")[2])).toArray();
    assertEquals(Arrays.stream(lengths).sum(), json.get("payloadBytes").asLong());
    assertEquals(Arrays.stream(lengths).min().getAsLong(), json.get("minLength").asLong());
    assertEquals(Arrays.stream(lengths).max().getAsLong(), json.get("maxLength").asLong());
    assertEquals(
        rows.stream().filter(l -> !l.split("\t")[3].equals("1")).count(),
        json.get("multipartRecords").asLong());
  }

  @Tag("hdfs")
  @Test
  void infoOfLargeInputRunsAJobWithTheSameResult() throws IOException {
    String file = put("mixed.rec");
    Recordio here = run("info --json {}", file);
    Recordio job =
        run(
                "info --json -D recordio.info.job-above=0"
                    + " -D mapreduce.input.fileinputformat.split.maxsize=20000 {}",
                file)
            .ended(0);
    assertHas(job.err(), "recordio-info");
    assertEquals(here.out(), job.out());
  }

  @Tag("hdfs")
  @Test
  void splitsShowsWhereTheFirstRecordOfEachSplitBegins() throws IOException {
    List<Long> starts =
        table("plain.tsv").stream().map(l -> Long.parseLong(l.split("\t")[1])).toList();
    Recordio run =
        run(
                "splits --bytes-read -D mapreduce.input.fileinputformat.split.maxsize=5000 {}",
                put("plain.rec"))
            .ended(0);
    long next = 0;
    var firsts = new ArrayList<String>();
    for (String line : run.lines()) {
      String[] row = line.split("\t");
      assertEquals(6, row.length, line);
      long start = Long.parseLong(row[1]);
      long end = start + Long.parseLong(row[2]);
      assertEquals(next, start, "splits follow each other");
      next = end;
      String expected =
          starts.stream()
              .filter(s -> s >= start && s < (end + 3 & ~3L))
              .findFirst()
              .map(String::valueOf)
              .orElse("-");
      assertEquals(expected, row[3], line);
      firsts.add(row[3]);
    }
    assertEquals(Fixtures.bytes("plain.rec").length, next);
    assertTrue(firsts.size() > 50, "the file was split");
  }

  @ParameterizedTest
  @ValueSource(strings = {"records", "info", "cat"})
  @Supports(row = "damaged records: fail, skip, quarantine", engine = "command line")
  void damageInTheMiddleIsNamedOrPassedOverWithItsOwnExitCode(String command) throws IOException {
    byte[] bytes = Fixtures.bytes("plain.rec");
    String[] row = table("plain.tsv").get(100).split("\t");
    int offset = Integer.parseInt(row[1]);
    bytes[offset] ^= 0x55;
    String file = put("damaged.rec", bytes);

    Recordio fails = run("{} {}", command, file).ended(3);
    assertHas(fails.err(), "damaged.rec at offset " + offset + ": expected the magic");
    assertEquals(1, fails.err().lines().filter(l -> l.startsWith("recordio: ")).count());

    Recordio skips = run("{} -D {} {}", command, SKIP, file).ended(5);
    assertHas(skips.err(), "skipped 1 damaged record of 200, ");
    if (command.equals("records")) {
      assertEquals(199, skips.lines().size());
    }
  }

  @Tag("hdfs")
  @Test
  void wrongInputIsRefusedWithOneLineAndExitCodeThree() throws IOException {
    String image = put("image.rec", new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10});
    assertHas(run("info {}", image).ended(3).err(), "not a RecordIO file", "a PNG image");
    assertHas(
        run("info {}", put("damaged/not-multiple-of-4.rec")).ended(3).err(),
        "not-multiple-of-4.rec at offset 174",
        "multiple of 4");
    assertHas(run("records {}", new Path(dir, "nothing.rec")).ended(3).err(), "nothing.rec");
    assertHas(
        run("records {};{}", put("tiny.rec"), new Path(dir, "gone.rec")).ended(3).err(),
        "gone.rec");
  }
}
