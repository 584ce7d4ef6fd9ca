// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.records.append.AppendJob;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.output.OutputClaim;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that become a further part of an existing set. */
@Supports(row = "one more part for an existing set, at once or not at all", engine = "command line")
abstract class AbstractAppendTest extends ArrangeTestBase {
  private static final List<String> SET =
      List.of(
          "_SUCCESS",
          "part-00000.idx",
          "part-00000.rec",
          "part-00000.ridx",
          "part-00001.idx",
          "part-00001.rec",
          "part-00001.ridx");

  /** Writes an image record for each key, with the key as id, and both indexes. */
  private Path keyed(String name, long... keys) throws IOException {
    Path file = path(name);
    var payload = new byte[40];
    try (var writer = RecordFileWriter.create(conf(), file, RecordFiles.index(file))) {
      for (long key : keys) {
        ImageRecordHeader.write(payload, 0, key, 0, new float[] {1}, 1);
        writer.write(key, payload, 0, ImageRecordHeader.bytes(1) + Math.floorMod(key, 3));
      }
    }
    return file;
  }

  private static long[] from(long first, int count) {
    return LongStream.range(first, first + count).toArray();
  }

  private void makeSet() throws IOException {
    keyed("set/part-00000.rec", from(0, 20));
    keyed("set/part-00001.rec", from(20, 20));
    write("set/_SUCCESS", new byte[0]);
  }

  private List<String> names() throws IOException {
    return Jobs.names(fs(), path("set")).stream().sorted().toList();
  }

  private List<Long> keys(int part) throws IOException {
    return readText(shard("set", part, ".idx"))
        .lines()
        .map(line -> Long.parseUnsignedLong(line.split("\t")[0]))
        .toList();
  }

  private String refused(int code, String line, Object... arguments) throws IOException {
    List<String> before = names();
    Recordio run = run(line, arguments).ended(code);
    assertEquals("", run.out());
    assertEquals(before, names(), "nothing is written");
    return run.err();
  }

  private void assertPart(int part, Path... inputs) throws IOException {
    var expected = new ArrayList<String>();
    for (Path input : inputs) {
      expected.addAll(framed(input));
    }
    assertEquals(expected, framed(shard("set", part, ".rec")));
    ok("index --check --checksums ./set");
    assertTrue(names().stream().noneMatch(name -> name.startsWith("_append")), names().toString());
    assertTrue(names().contains(String.format("part-%05d.ridx", part)), names().toString());
  }

  @Tag("hdfs")
  @Test
  void recordsBecomeOneMorePartAndNothingElseIsTouched() throws IOException {
    makeSet();
    Path one = keyed("one.rec", from(100, 10));
    Path two = keyed("two.rec", 99, 7_000_000_000L, 50);
    var times = new ArrayList<Long>();
    for (String name : SET) {
      times.add(fs().getFileStatus(path("set/" + name)).getModificationTime());
    }
    assertHas(
        ok("append --json ./set {} {}", one, two).out(), "\"records\" : 13", "part-00002.rec\"");
    assertPart(2, one, two);
    assertEquals(List.of(99L, 7_000_000_000L, 50L), keys(2).subList(10, 13));
    for (int i = 0; i < SET.size(); i++) {
      Path old = path("set/" + SET.get(i));
      assertEquals(times.get(i), fs().getFileStatus(old).getModificationTime(), old.toString());
    }
    assertEquals(SET.size() + 3, names().size());
    assertArrayEquals(ok("cat --rows 0 {}", one).bytes(), ok("cat --key 100 ./set").bytes());
  }

  @ParameterizedTest
  @CsvSource({"20, part-00001.rec", "19, part-00000.rec"})
  void aKeyOfTheSetIsRefusedWithBothPlaces(long key, String old) throws IOException {
    makeSet();
    Path input = keyed("new.rec", 700, key, 600);
    assertHas(
        refused(3, "append ./set {}", input),
        "repeated key: " + input + " at offset ",
        "found " + key + ", which is the key of ",
        old,
        "--renumber");
  }

  @Test
  void aKeyThatTwoNewRecordsHaveIsRefused() throws IOException {
    makeSet();
    Path one = keyed("one.rec", 100, 102);
    Path two = keyed("two.rec", 101, 102);
    assertHas(
        refused(3, "append ./set {} {}", one, two), "repeated key: " + two + " at offset 36: ");
  }

  /** Writes a JPEG, by its first bytes, with each id, under keys of its own. */
  private Path images(String name, long firstKey, long... ids) throws IOException {
    Path file = path(name);
    byte[] jpeg = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, (byte) 0xE0};
    byte[] payload = new byte[ImageRecordHeader.FIXED_BYTES + jpeg.length];
    System.arraycopy(jpeg, 0, payload, ImageRecordHeader.FIXED_BYTES, jpeg.length);
    try (var writer = RecordFileWriter.create(conf(), file, RecordFiles.index(file))) {
      for (int i = 0; i < ids.length; i++) {
        ImageRecordHeader.write(payload, 0, ids[i], 0, new float[] {1}, 1);
        writer.write(firstKey + i, payload, 0, payload.length);
      }
    }
    return file;
  }

  @Test
  void idsOfImageHeadersThatAreNotTheNewKeysAreSaid() throws IOException {
    images("set/part-00000.rec", 0, 0, 1, 2);
    Path monday = images("monday.rec", 0, 0, 1, 2);
    byte[] before = read(monday);
    Recordio same = ok("append -q --renumber ./set {}", monday);
    assertTrue(
        same.err()
            .startsWith("note: 3 records keep the ids in their image headers, which are not their"),
        same.err());
    assertArrayEquals(before, read(path("set/part-00001.rec")));
    Path tuesday = images("tuesday.rec", 0, 6, 7);
    assertEquals("", ok("append -q --renumber ./set {}", tuesday).err());
    Path rows = path("rows.rec");
    try (var writer = RecordFileWriter.create(conf(), rows, RecordFiles.index(rows))) {
      writer.write(0, new byte[40], 0, 40); // it could be a header, and is none
    }
    assertEquals("", ok("append -q --renumber ./set {}", rows).err());
  }

  @Test
  void renumberedKeysFollowTheLargestOneAndRecordsStayAsTheyAre() throws IOException {
    makeSet();
    Path input = keyed("new.rec", 5, 3, 4);
    ok("append --renumber ./set {}", input);
    assertPart(2, input);
    assertEquals(List.of(40L, 41L, 42L), keys(2));
    ok("append --renumber ./set {}", input);
    assertEquals(List.of(43L, 44L, 45L), keys(3));
  }

  @Test
  void keysAreUnsignedAndEnd() throws IOException {
    keyed("set/part-00000.rec", -3);
    Path input = keyed("new.rec", 1, 2, 3);
    assertHas(refused(3, "append --renumber ./set {}", input), "no 3 keys are left");
    Path two = keyed("two.rec", 1, 2);
    ok("append --renumber ./set {}", two);
    assertEquals(List.of(-2L, -1L), keys(1));
    ok("append ./set {}", input);
    assertEquals(List.of(1L, 2L, 3L), keys(2));
  }

  @Test
  void aDryRunChecksAllAndChangesNothing() throws IOException {
    makeSet();
    Path input = keyed("new.rec", 100, 101);
    List<String> before = names();
    Recordio run = ok("append --dry-run --json ./set {}", input);
    assertHas(run.out(), "\"dryRun\" : true");
    assertHas(run.err(), "dry run: 1 shard");
    assertEquals(before, names());
    refused(3, "append --dry-run ./set {}", keyed("again.rec", 0).toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {".idx", ".ridx"})
  void aMissingIndexIsRefusedWithTheRemedy(String suffix) throws IOException {
    makeSet();
    Path input = keyed("new.rec", 100);
    fs().delete(shard("set", 1, suffix), false);
    assertHas(
        refused(3, "append ./set {}", input),
        "the index is missing: ",
        "part-00001" + suffix,
        "recordio index '" + fs().makeQualified(path("set")) + "'");
    ok("index ./set");
    ok("append ./set {}", input);
  }

  @Test
  void anIndexThatIsNotItsPartsIsRefusedWithTheRemedy() throws IOException {
    makeSet();
    Path input = keyed("new.rec", 100);
    Path other = keyed("other.rec", from(30, 20)); // lengths change with the keys
    write("set/part-00001.rec", read(other));
    assertHas(
        refused(3, "append ./set {}", input), "the index does not fit the file", "recordio index ");
    ok("index --checksums ./set");
    ok("append ./set {}", input);
  }

  @Test
  void whatIsNoSetOfPartsIsRefused() throws IOException {
    makeSet();
    Path input = keyed("new.rec", 100);
    assertHas(refused(2, "append {} {}", input, input), "not a set");
    assertHas(refused(3, "append ./none {}", input), "no such set");
    refused(2, "append ./set");
    keyed("set/train.rec", 500);
    assertHas(
        refused(3, "append ./set {}", input),
        "expected names like part-00001.rec, found train.rec");
    fs().delete(path("set/train.rec"), false);
    fs().mkdirs(path("set/_temporary/0"));
    assertHas(refused(3, "append ./set {}", input), "the set is not complete");
    keyed("full/part-9.rec", 1);
    assertHas(refused(3, "append ./full {}", input), "no number after part-9 has as many digits");
  }

  @Test
  void damagedRecordsAreRefusedOrLeftOut() throws IOException {
    makeSet();
    Path input = keyed("new.rec", from(100, 5));
    byte[] bytes = read(input);
    bytes[36] ^= 1; // the magic of the second record
    write("new.rec", bytes);
    refused(3, "append ./set {}", input);
    Recordio run = run("append -D {} ./set {}", SKIP, input).ended(5);
    assertEquals(List.of(100L, 102L, 103L, 104L), keys(2));
  }

  private AppendJob written(Path input) throws Exception {
    AppendJob job = AppendJob.open(conf(), path("set"), List.of(input));
    Jobs.run(job.census());
    Jobs.run(job.job());
    return job;
  }

  @Tag("hdfs")
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void whatAStoppedAppendHasBegunIsInvisibleAndTheNextOneCompletesIt(int moved) throws Exception {
    makeSet();
    Path input = keyed("new.rec", from(100, 5));
    // As a client that is killed leaves it: claimed, and some of the files moved.
    String folder = "_append-" + UUID.randomUUID();
    for (String suffix : List.of(".idx", ".ridx", ".rec")) {
      Path from = path("new" + suffix);
      boolean isMoved = List.of(".idx", ".ridx", ".rec").indexOf(suffix) < moved;
      write(
          isMoved ? "set/part-00002" + suffix : "set/" + folder + "/part-00000" + suffix,
          read(from));
    }
    write("set/_append.part-00002", (folder + "\n").getBytes());
    int visible = moved < 3 ? 40 : 45;
    assertEquals(visible, ok("records ./set").lines().size());

    Path next = keyed("next.rec", 200);
    Recordio run = ok("append ./set {}", next);
    assertTrue(run.err().contains("completed " + fs().makeQualified(shard("set", 2, ".rec"))));
    assertPart(2, input);
    assertPart(3, next);
    assertHas(refused(3, "append ./set {}", input), "found 100, which is the key of ");
  }

  @Tag("hdfs")
  @Test
  void whatAStoppedAppendHasWrittenIsInvisibleAndRemovedAfterADay() throws Exception {
    makeSet();
    String folder = "set/_append-" + UUID.randomUUID();
    Path left = write(folder + "/part-00000.rec", new byte[] {1, 2, 3});
    assertEquals(40, ok("records ./set").lines().size());
    ok("append ./set {}", keyed("new.rec", 100).toString());
    assertTrue(fs().exists(left), "it may still be running");
    long old = System.currentTimeMillis() - 25 * 3_600_000L;
    fs().setTimes(left, old, -1);
    fs().setTimes(left.getParent(), old, -1);
    ok("append ./set {}", keyed("more.rec", 101).toString());
    assertFalse(fs().exists(left.getParent()));
  }

  @Tag("hdfs")
  @Test
  void ofTwoAppendsThatBeganTogetherOneWins() throws Exception {
    makeSet();
    Path input = keyed("one.rec", from(100, 5));
    try (AppendJob first = written(input);
        AppendJob second = written(keyed("two.rec", from(102, 5)))) {
      first.commit();
      var lost = assertThrows(JobFailedException.class, second::commit);
      assertTrue(lost.getMessage().contains("nothing was appended, run the same"), lost.toString());
    }
    assertPart(2, input);
    assertEquals(SET.size() + 3, names().size());
  }

  @Test
  void nothingIsAppendedToASetThatAnotherCommandIsReplacing() throws Exception {
    makeSet();
    try (AppendJob append = written(keyed("one.rec", from(100, 5)))) {
      try (OutputClaim held = OutputClaim.take(conf(), path("set"))) {
        var refused = assertThrows(UsageException.class, append::commit);
        assertTrue(
            refused.getMessage().contains("another command writes there"), refused::toString);
        assertEquals(SET.size() + 1, names().size(), "and the append's own folder");
      }
      append.commit();
    }
    assertEquals(SET.size() + 3, names().size());
  }

  /** A pack that replaces it makes the same parts, and removes all else. */
  @Test
  void nothingIsAppendedToASetThatWasReplacedMeanwhile() throws Exception {
    makeSet();
    try (AppendJob append = written(keyed("one.rec", from(100, 5)))) {
      for (String name : names()) {
        if (!SET.contains(name)) {
          fs().delete(path("set/" + name), true);
        }
      }
      var lost = assertThrows(JobFailedException.class, append::commit);
      assertTrue(lost.getMessage().contains("nothing was appended, run the same"), lost.toString());
    }
    assertEquals(SET, names());
  }

  @Tag("hdfs")
  @Test
  void ofManyCommitsAtOnceExactlyOneWins() throws Exception {
    makeSet();
    var jobs = new ArrayList<AppendJob>();
    for (int i = 0; i < 3; i++) {
      jobs.add(written(keyed("new" + i + ".rec", from(100 + i, 5))));
    }
    var threads = Executors.newFixedThreadPool(jobs.size());
    int won = 0;
    try {
      List<Callable<Void>> commits = new ArrayList<>();
      for (AppendJob job : jobs) {
        commits.add(
            () -> {
              job.commit();
              return null;
            });
      }
      for (Future<Void> commit : threads.invokeAll(commits)) {
        try {
          commit.get();
          won++;
        } catch (ExecutionException e) {
          assertEquals(JobFailedException.class, e.getCause().getClass(), e.toString());
        }
      }
    } finally {
      threads.shutdown();
    }
    for (AppendJob job : jobs) {
      job.close();
    }
    assertEquals(1, won);
    assertEquals(SET.size() + 3, names().size());
    ok("index --check --checksums ./set");
  }
}
