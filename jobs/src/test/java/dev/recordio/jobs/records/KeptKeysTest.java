// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The keys of the {@code .idx} files that shuffle, reshard, split, sample and select write. */
@Supports(row = "shuffle, split, reshard, sample, select existing .rec", engine = "command line")
class KeptKeysTest extends ArrangeTestBase {
  private static final String NEW = "recordio.arrange.keys=new";

  /** Writes a record for each key, and both indexes. */
  private Path keyed(String name, long... keys) throws IOException {
    Path file = path(name);
    var payload = new byte[40];
    try (var writer = RecordFileWriter.create(conf(), file, RecordFiles.index(file))) {
      for (long key : keys) {
        ImageRecordHeader.write(
            payload, 0, 10_000 + key, 0, new float[] {Math.floorMod(key, 10)}, 1);
        writer.write(key, payload, 0, ImageRecordHeader.bytes(1) + Math.floorMod(key, 3));
      }
    }
    return file;
  }

  /** Returns the keys of an index, line by line. */
  private List<Long> keys(Path index) throws IOException {
    return readText(index)
        .lines()
        .map(line -> Long.parseUnsignedLong(line.split("\t")[0]))
        .toList();
  }

  /** Returns the digests of the records of a file, by their keys. */
  private Map<Long, List<String>> ofFile(Path file) throws IOException {
    var byOffset = new HashMap<String, String>();
    for (String line : ok("records --sha256 {}", file).lines()) {
      String[] cells = line.split("\t");
      byOffset.put(cells[1], cells[5]);
    }
    var found = new TreeMap<Long, List<String>>();
    for (String line : readText(RecordFiles.index(file)).lines().toList()) {
      String[] cells = line.split("\t");
      String digest = byOffset.remove(cells[1]);
      assertTrue(digest != null, line + " of the index of " + file + " is no record");
      found.computeIfAbsent(Long.parseUnsignedLong(cells[0]), key -> new ArrayList<>()).add(digest);
    }
    assertEquals(Map.of(), byOffset, "records without a line in the index of " + file);
    return found;
  }

  /** Returns the digests of the records of files, or of the shards below folders, by their keys. */
  private Map<Long, List<String>> byKey(Path... inputs) throws IOException {
    var all = new TreeMap<Long, List<String>>();
    for (Path input : inputs) {
      if (fs().getFileStatus(input).isFile()) {
        ofFile(input)
            .forEach(
                (key, found) -> all.computeIfAbsent(key, k -> new ArrayList<>()).addAll(found));
        continue;
      }
      for (FileStatus entry : fs().listStatus(input)) {
        if (entry.isDirectory() || entry.getPath().getName().endsWith(".rec")) {
          byKey(entry.getPath())
              .forEach(
                  (key, found) -> all.computeIfAbsent(key, k -> new ArrayList<>()).addAll(found));
        }
      }
    }
    return all;
  }

  private static long[] shuffled(LongStream keys) {
    List<Long> boxed = new ArrayList<>(keys.boxed().toList());
    Collections.shuffle(boxed, new java.util.Random(7));
    return boxed.stream().mapToLong(Long::longValue).toArray();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reshard --shards 3",
        "shuffle --shards 3 --seed 5",
        "split --fractions a=0.5,b=0.5 --seed 5",
        "split --fractions a=0.5,b=0.5 --stratify",
        "sample --fraction 1",
        "select --label 0,1,2,3,4,5,6,7,8,9 --shards 2",
        "select --keys ./keys.txt --shards 2"
      })
  void eachRecordKeepsItsKey(String command) throws IOException {
    Path ascending = keyed("ascending.rec", LongStream.range(100, 300).toArray());
    Path mixed = keyed("mixed.rec", shuffled(LongStream.range(300, 700)));
    Path large = keyed("large.rec", -1, 1L << 63, 5_000_000_000L);
    Map<Long, List<String>> before = byKey(ascending, mixed, large);
    assertEquals(603, before.size());
    write(
        "keys.txt",
        String.join("\n", before.keySet().stream().map(Long::toUnsignedString).toList())
            .getBytes());
    String input = ascending + ";" + mixed + ";" + large;
    for (String splits : List.of("1000000", "1500")) {
      Recordio run = ok(command + " -D {}{} {} ./out{}", MAX_SPLIT, splits, input, splits);
      assertEquals(before, byKey(path("out" + splits)));
      assertFalse(run.err().contains("note: "), run.err());
    }
  }

  @Test
  void aRecordIsFoundByItsKeyBeforeAndAfter() throws IOException {
    Path input = keyed("in.rec", 700, 300, 500, 900);
    byte[] record = ok("cat --key 500 {}", input).bytes();
    ok("reshard --shards 2 {} ./resharded", input);
    ok("shuffle --shards 2 ./resharded ./shuffled");
    for (String folder : List.of("resharded", "shuffled")) {
      assertArrayEquals(record, ok("cat --key 500 {}", out(folder)).bytes());
      Recordio none = run("cat --key 0 {}", out(folder)).ended(3);
      // Both indexes of a shard are equal.
      ok("index --check {}", out(folder));
    }
    assertEquals(List.of(700L, 300L), keys(shard("resharded", 0, ".idx")));
    assertEquals(List.of(500L, 900L), keys(shard("resharded", 1, ".idx")));
  }

  @Test
  void anIndexInAnotherOrderThanItsFileGivesTheSameKeys() throws IOException {
    Path input = keyed("in.rec", LongStream.range(1000, 1200).toArray());
    Map<Long, List<String>> before = byKey(input);
    List<String> lines = new ArrayList<>(readText(RecordFiles.index(input)).lines().toList());
    Collections.shuffle(lines, new java.util.Random(1));
    write("in.idx", String.join("\n", lines).getBytes());
    fs().delete(RecordFiles.binaryIndex(input), false);
    for (String command : List.of("reshard", "shuffle")) {
      ok("{} --shards 3 -D {}777 {} {}", command, MAX_SPLIT, input, out(command));
      assertEquals(before, byKey(path(command)), command);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"reshard", "shuffle"})
  void aBinaryIndexThatIsAloneGivesEachRecordItsKey(String command) throws IOException {
    Path input = keyed("in.rec", LongStream.range(1000, 1200).toArray());
    Map<Long, List<String>> before = byKey(input);
    fs().delete(RecordFiles.index(input), false);
    ok("{} --shards 3 -D {}777 {} ./out", command, MAX_SPLIT, input);
    assertEquals(before, byKey(path("out")));
  }

  @Test
  void anIndexWithoutABinaryOneIsSearchedForTheFirstLineOfASplit() throws IOException {
    // Its lines are longer than one read.
    Path input = keyed("in.rec", LongStream.range(1L << 50, (1L << 50) + 30_000).toArray());
    fs().delete(RecordFiles.binaryIndex(input), false);
    ok("reshard --shards 3 -D {}300000 {} ./out", MAX_SPLIT, input);
    var keys = new ArrayList<Long>();
    for (int shard = 0; shard < 3; shard++) {
      keys.addAll(keys(shard("out", shard, ".idx")));
    }
    assertEquals(LongStream.range(1L << 50, (1L << 50) + 30_000).boxed().toList(), keys);
  }

  @Test
  void numbersOfOneFileAreKeptAndThoseOfSeveralAreNot() throws IOException {
    Path one = keyed("one.rec", 0, 1, 2, 3, 4, 5);
    Path two = keyed("two.rec", 0, 1, 2);
    Map<Long, List<String>> before = byKey(one);
    ok("shuffle --shards 2 {} ./one", one);
    assertEquals(before, byKey(path("one")));

    Recordio both = ok("reshard --shards 1 {};{} ./two", one, two);
    assertEquals(LongStream.range(0, 9).boxed().toList(), keys(shard("two", 0, ".idx")));
    assertFalse(both.err().contains("note: "), both.err());
  }

  @Test
  void withoutIndexesOrWhenAskedKeysAreNumbers() throws IOException {
    Path input = keyed("in.rec", 700, 300, 500);
    ok("reshard --shards 1 -D {} {} ./new", NEW, input);
    assertEquals(List.of(0L, 1L, 2L), keys(shard("new", 0, ".idx")));
    ok("shuffle -D recordio.output.index.keys=key {} ./ids", input);
    assertEquals(
        List.of(10_300L, 10_500L, 10_700L),
        keys(shard("ids", 0, ".idx")).stream().sorted().toList());
    fs().delete(RecordFiles.index(input), false);
    fs().delete(RecordFiles.binaryIndex(input), false);
    ok("reshard --shards 1 {} ./none", input);
    assertEquals(List.of(0L, 1L, 2L), keys(shard("none", 0, ".idx")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"reshard", "shuffle"})
  void repeatedKeysAreKeptWithAWarning(String command) throws IOException {
    Path one = keyed("one.rec", 10, 20, 30, 40);
    Path two = keyed("two.rec", 40, 30, 50);
    Map<Long, List<String>> before = byKey(one, two);
    assertHas(
        ok("{} --shards 1 {};{} ./out", command, one, two).err(),
        "note: 2 records have the key of an earlier record; all are kept");
    Map<Long, List<String>> after = byKey(path("out"));
    after.values().forEach(Collections::sort);
    before.values().forEach(Collections::sort);
    assertEquals(before, after);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reshard", "shuffle"})
  void recordsOfAFileWithoutAnIndexGetTheirNumbersInTheInput(String command) throws IOException {
    Path one = keyed("one.rec", 1000, 2000);
    Path two = keyed("two.rec", 5, 6, 7);
    fs().delete(RecordFiles.index(two), false);
    fs().delete(RecordFiles.binaryIndex(two), false);
    assertHas(
        ok("{} --shards 1 {};{} ./out", command, one, two).err(),
        "note: 1 file has no .idx that fits; the keys of its records are their numbers");
    assertEquals(
        List.of(2L, 3L, 4L, 1000L, 2000L),
        keys(shard("out", 0, ".idx")).stream().sorted().toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing", "wrong", "tooMany"})
  void theKeysOfAnIndexThatDoesNotFitAreNotKept(String damage) throws IOException {
    Path input = keyed("in.rec", 700, 300, 500, 900);
    List<String> lines = new ArrayList<>(readText(RecordFiles.index(input)).lines().toList());
    switch (damage) {
      case "missing" -> lines.remove(2);
      case "wrong" -> lines.set(2, "500\t" + (Long.parseLong(lines.get(2).split("\t")[1]) + 4));
      default -> lines.add(3, "1\t" + (Long.parseLong(lines.get(2).split("\t")[1]) + 4));
    }
    write("in.idx", (String.join("\n", lines) + "\n").getBytes());
    fs().delete(RecordFiles.binaryIndex(input), false);
    for (String command : List.of("reshard", "shuffle")) {
      assertHas(
          ok("{} --shards 1 {} {}", command, input, out(command)).err(),
          "note: ",
          "in.rec at offset");
      assertEquals(List.of(0L, 1L, 2L, 3L), keys(shard(command, 0, ".idx")));
      ok("{} --shards 1 -D {} {} {}", command, NEW, input, out("new-" + command));
      assertSameFiles(command, "new-" + command);
    }
  }

  @Test
  void damagedRecordsTakeTheirKeysWithThem() throws IOException {
    Path input = keyed("in.rec", LongStream.range(50, 90).toArray());
    Map<Long, List<String>> before = byKey(input);
    byte[] bytes = read(input);
    long at =
        Long.parseLong(readText(RecordFiles.index(input)).lines().toList().get(7).split("\t")[1]);
    bytes[(int) at] ^= 1;
    write("in.rec", bytes);
    before.remove(57L);
    for (String command : List.of("reshard", "shuffle")) {
      Recordio run = run("{} --shards 2 -D {} {} {}", command, SKIP, input, out(command)).ended(5);
      assertEquals(before, byKey(path(command)), command);
    }
  }

  @Test
  void aKeyThatSeveralFilesHaveIsAmbiguous() throws IOException {
    Path one = keyed("one.rec", 10, 20, 30);
    Path two = keyed("two.rec", 40, 20);
    String input = one + ";" + two;
    Recordio run = run("cat --key 20 {}", input).ended(3);
    assertEquals(0, run.bytes().length);
    assertHas(run.err(), one + " at offset", two + " at offset", "cat --key 20 " + two);
    assertTrue(ok("cat --key 40 {}", input).bytes().length > 0);
  }

  @Test
  void ofAKeyTwiceInOneFileTheLastIsWrittenWithAWarning() throws IOException {
    Path one = keyed("one.rec", 10, 20, 30, 20);
    Recordio run = ok("cat --key 20 {}", one);
    assertHas(run.err(), "note: 2 records have the key 20");
    assertTrue(run.bytes().length > 0);
  }
}
