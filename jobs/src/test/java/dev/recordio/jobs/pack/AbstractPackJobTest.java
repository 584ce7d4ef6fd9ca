// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.WatchedTask.Watch;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.task.RecordIOCounter;
import dev.recordio.testing.Supports;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists and folders become shards: the right bytes, whatever runs in parallel. */
@Supports(row = "write .rec + .idx + .ridx", engine = "command line")
@Supports(row = "pack folders, lists, tar, tar.gz, zip, SequenceFiles", engine = "MapReduce")
@Supports(row = "pack folders, lists, tar, tar.gz, zip, SequenceFiles", engine = "command line")
abstract class AbstractPackJobTest extends PackTestBase {
  private static final String PARALLEL = "mapreduce.local.map.tasks.maximum";

  @Tag("hdfs")
  @ParameterizedTest
  @ValueSource(strings = {"single", "multi"})
  void listInOneShardIsWhatMxnetWrites(String name) throws Exception {
    Path root = imageFiles();
    Path list = write(name + ".lst", fixture(name + ".lst"));
    Packed packed = pack(conf(PackConf.LIST, list, PackConf.ROOT, root));

    assertEquals(
        Set.of("part-00000.rec", "part-00000.idx", "part-00000.ridx"), packed.files().keySet());
    assertArrayEquals(fixture(name + ".rec"), packed.files().get("part-00000.rec"));
    assertEquals(
        new String(fixture(name + ".idx"), StandardCharsets.UTF_8), packed.text("part-00000.idx"));
    assertTrue(fs().exists(new Path(packed.folder(), "_SUCCESS")));
  }

  @Test
  void countersHaveRecordsAndBytes() throws Exception {
    Path root = imageFiles();
    Path list = write("multi.lst", fixture("multi.lst"));
    Packed packed = pack(conf(PackConf.LIST, list, PackConf.ROOT, root, PackConf.SHARDS, 3));

    long bytesIn = 0;
    for (String name : imageNames()) {
      bytesIn += fixture("files/" + name).length;
    }
    assertEquals(bytesIn, packed.count(PackCounter.BYTES_IN));
    assertEquals(25, packed.counters().findCounter(RecordIOCounter.RECORDS_WRITTEN).getValue());
    assertEquals(
        fixture("multi.rec").length,
        packed.counters().findCounter(RecordIOCounter.BYTES_WRITTEN).getValue());
    assertTrue(
        packed.counters().findCounter(RecordIOCounter.MULTI_PART_RECORDS_WRITTEN).getValue() > 0);
    assertEquals(0, packed.count(PackCounter.SKIPPED_SOURCES));
  }

  @Test
  void rootIsTheListsFolderUnlessGiven() throws Exception {
    imageFiles();
    Path list = write("files/single.lst", fixture("single.lst"));
    assertArrayEquals(fixture("single.rec"), pack(conf(PackConf.LIST, list)).records());
  }

  @Tag("hdfs")
  @Test
  void listMayHoldAbsolutePathsAndUris() throws Exception {
    Path root = imageFiles();
    String absolute = fixtureListUnder(root.toUri().getPath());
    String uris = fixtureListUnder(fs().makeQualified(root).toString());
    for (String text : List.of(absolute, uris)) {
      Path list = write("elsewhere/absolute.lst", text);
      for (Configuration conf :
          List.of(
              conf(PackConf.LIST, list, PackConf.ROOT, root),
              conf(PackConf.LIST, list, PackConf.LIST_CONFINE, "file-system"))) {
        assertArrayEquals(fixture("single.rec"), pack(conf).records());
      }
    }
  }

  private static String fixtureListUnder(String root) throws Exception {
    return new String(fixture("single.lst"), StandardCharsets.UTF_8)
        .lines()
        .map(line -> line.replaceFirst("\t([^\t]*)$", "\t" + root + "/$1\n"))
        .collect(Collectors.joining());
  }

  @Tag("hdfs")
  @Test
  void folderGivesWhatIm2recsRecursiveListGives() throws Exception {
    Path root = imageFiles();
    Packed walked = pack(conf(PackConf.HIDDEN, true), root);
    Path list = write("r.lst", fixture("list_recursive.lst"));
    Packed listed = pack(conf(PackConf.LIST, list, PackConf.ROOT, root));

    assertArrayEquals(listed.records(), walked.records());
    assertEquals(listed.text("part-00000.idx"), walked.text("part-00000.idx"));
    assertEquals(1, walked.plan().leftOut(), "notes.txt");
    assertEquals(25, walked.plan().records());
    assertEquals(List.of(0, 1, 2, 3), List.copyOf(walked.plan().labels().values()));
  }

  @Test
  void headerNoneTakesEveryFileAsItIs() throws Exception {
    Path root = imageFiles();
    Packed packed = pack(conf(PackConf.HEADER, "none", PackConf.HIDDEN, true), root);
    assertEquals(0, packed.plan().leftOut());
    List<byte[]> payloads = packed.payloads();
    assertEquals(26, payloads.size());
    assertArrayEquals(fixture("files/notes.txt"), payloads.get(0)); // files before folders
    List<String> names = imageNames();
    for (int i = 0; i < names.size(); i++) {
      assertArrayEquals(fixture("files/" + names.get(i)), payloads.get(i + 1), names.get(i));
    }
  }

  @Test
  void folderWithoutImagesIsPackedWholeAndWithoutHeader() throws Exception {
    Path texts = writeAll("texts", Map.of("a.txt", bytes("A"), "b.bin", bytes("BB")));
    Packed packed = pack(conf(), texts);
    assertFalse(packed.plan().imageHeader());
    assertEquals(List.of("A", "BB"), texts(packed));
  }

  @Test
  void extensionsChooseFiles() throws Exception {
    Path root = imageFiles();
    Packed packed = pack(conf(PackConf.EXTENSIONS, "txt,png"), root);
    assertEquals(6, packed.plan().records());
    assertEquals(19, packed.plan().leftOut());
    Packed all = pack(conf(PackConf.EXTENSIONS, "all"), root);
    assertTrue(all.plan().imageHeader());
    assertEquals(25, all.plan().records());
  }

  @Tag("hdfs")
  @Test
  void globsAndSeveralInputsKeepTheirOrder() throws Exception {
    Path root = imageFiles();
    Packed packed =
        pack(
            conf(PackConf.HEADER, "none"),
            new Path(root, "b_dogs/*.png"),
            new Path(root, "a_cats/rgb_1x1.jpg"));
    List<String> names =
        List.of("alpha_48x48", "gray16_40x30", "gray_50x40", "palette_60x60", "rgb_50x40");
    List<byte[]> payloads = packed.payloads();
    assertEquals(6, payloads.size());
    for (int i = 0; i < names.size(); i++) {
      assertArrayEquals(fixture("files/b_dogs/" + names.get(i) + ".png"), payloads.get(i));
    }
    assertArrayEquals(fixture("files/a_cats/rgb_1x1.jpg"), payloads.get(5));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 30})
  void shardsAreTheOneShardCutAtRecords(int shards) throws Exception {
    Path root = imageFiles();
    Packed whole = pack(conf(), root);
    Packed cut = pack(conf(PackConf.SHARDS, shards), root);

    assertEquals(3 * shards + 1, cut.files().size(), "with synset.txt");
    assertArrayEquals(whole.records(), cut.records());
    var keys = new StringBuilder();
    double mean = whole.records().length / (double) shards;
    int largest = largest(whole.records());
    for (int shard = 0; shard < shards; shard++) {
      byte[] rec = cut.files().get(String.format("part-%05d.rec", shard));
      String idx = cut.text(String.format("part-%05d.idx", shard));
      assertEquals(
          Rec.records(rec).stream().map(Rec.Record::offset).toList(),
          idx.lines().map(line -> Long.valueOf(line.split("\t")[1])).toList());
      idx.lines().forEach(line -> keys.append(line.split("\t")[0]).append(' '));
      // 1% for the escaped magic words, which the plan can't know.
      assertTrue(Math.abs(rec.length - mean) < largest + mean * 0.01, rec.length + " vs " + mean);
    }
    String wholeKeys =
        whole
            .text("part-00000.idx")
            .lines()
            .map(l -> l.split("\t")[0] + " ")
            .collect(Collectors.joining());
    assertEquals(wholeKeys, keys.toString());
  }

  private static int largest(byte[] file) {
    int largest = 0;
    for (Rec.Record record : Rec.records(file)) {
      largest = Math.max(largest, record.payload().length + 12);
    }
    return largest;
  }

  @Test
  void shardSizeGivesTheNumberOfShards() throws Exception {
    Path root = imageFiles();
    Packed packed = pack(conf(PackConf.SHARDS, 0, PackConf.SHARD_SIZE, "16k"), root);
    assertEquals((packed.plan().bytes() + 16383) / 16384, packed.plan().shards().size());
    assertEquals(3 * packed.plan().shards().size() + 1, packed.files().size());
  }

  @ParameterizedTest
  @CsvSource({"false, 5", "true, 30"})
  void bytesDoNotDependOnWhatRunsInParallelOrHowOften(boolean shuffle, int shards)
      throws Exception {
    Path root = imageFiles();
    Map<String, String> first = null;
    for (int maps : new int[] {1, 2, 4}) {
      Configuration conf =
          conf(
              PackConf.SHARDS, shards, PackConf.SHUFFLE, shuffle, PackConf.SEED, 7, PARALLEL, maps);
      Map<String, String> now = digests(pack(conf, root));
      first = first == null ? now : first;
      assertEquals(first, now);
    }
  }

  private static Map<String, String> digests(Packed packed) {
    var files = new TreeMap<String, String>();
    packed.files().forEach((name, bytes) -> files.put(name, digest(bytes)));
    return files;
  }

  @Test
  void shuffleMovesWholeRecordsByTheSeedAlone() throws Exception {
    Path root = imageFiles();
    byte[] ordered = pack(conf(), root).records();
    byte[] one = pack(conf(PackConf.SHUFFLE, true, PackConf.SEED, 1), root).records();
    byte[] oneInShards =
        pack(conf(PackConf.SHUFFLE, true, PackConf.SEED, 1, PackConf.SHARDS, 4), root).records();
    byte[] two = pack(conf(PackConf.SHUFFLE, true, PackConf.SEED, 2), root).records();

    assertArrayEquals(one, oneInShards);
    assertFalse(Arrays.equals(one, two), "another seed, another order");
    assertFalse(Arrays.equals(one, ordered));
    // Keys and labels are in the payloads: they are those from before the shuffle.
    assertEquals(sorted(Rec.payloads(ordered)), sorted(Rec.payloads(one)));
    assertEquals(sorted(Rec.payloads(ordered)), sorted(Rec.payloads(two)));
  }

  @Test
  void indexKeysOfShuffledRecordsAreTheirIds() throws Exception {
    Packed packed = pack(conf(PackConf.SHUFFLE, true, PackConf.SEED, 3), imageFiles());
    List<Long> ids = packed.payloads().stream().map(AbstractPackJobTest::id).toList();
    assertEquals(
        ids,
        packed.text("part-00000.idx").lines().map(l -> Long.valueOf(l.split("\t")[0])).toList());
    assertNotEquals(ids.stream().sorted().toList(), ids);
  }

  private static long id(byte[] payload) {
    return ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN).getLong(8);
  }

  @Tag("hdfs")
  @Test
  void namesThatUrisAndGlobsGiveMeaningToAreJustNames() throws Exception {
    var files = new TreeMap<String, byte[]>();
    for (String name : oddNames()) {
      files.put("d/" + name, bytes(name));
    }
    Path folder = writeAll("odd", files);
    List<String> expected = List.copyOf(new TreeMap<>(files).keySet());
    Packed walked = pack(conf(PackConf.HEADER, "none", PackConf.HIDDEN, true), folder);
    assertEquals(
        expected,
        walked.payloads().stream().map(p -> "d/" + new String(p, StandardCharsets.UTF_8)).toList());

    var lines = new StringBuilder();
    expected.forEach(name -> lines.append("1\t0\t").append(name).append('\n'));
    Path list = write("odd/odd.lst", lines.toString());
    Packed listed = pack(conf(PackConf.HEADER, "none", PackConf.LIST, list));
    assertArrayEquals(walked.records(), listed.records());
  }

  /** Names for {@link #namesThatUrisAndGlobsGiveMeaningToAreJustNames}; HDFS forbids colons. */
  protected List<String> oddNames() {
    return List.of(
        "a b.txt", "a%20b", "a#b", "a?b", "a*b", "a[1]", "a{b,c}", "a\\b", "a;b", "~", "é 图", "..x",
        "a:b", "http:x");
  }

  @Test
  void repeatedKeysStayAndAreCounted() throws Exception {
    writeAll("r", Map.of("x", bytes("X"), "y", bytes("Y")));
    Path list = write("r/r.lst", "7\t0\tx\n8\t0\tx\n7\t0\ty\n7\t0\tx\n");
    Packed packed = pack(conf(PackConf.LIST, list, PackConf.HEADER, "none", PackConf.SHARDS, 2));
    assertEquals(2, packed.count(PackCounter.REPEATED_KEYS));
    assertEquals(2, packed.plan().repeatedKeys());
    assertEquals(List.of("X", "X", "Y", "X"), texts(packed));
  }

  /** Whether the framework under test runs a task again that failed; LocalJobRunner does not. */
  protected boolean repeatsAttempts() {
    return false;
  }

  /** Dies in the first attempt of each task. */
  static final class Dying implements Watch {
    static final String MESSAGE = "this attempt dies, says the test";

    @Override
    public void halfWay(TaskContext task) {
      if (task.attempt().getTaskAttemptID().getId() == 0) {
        throw new IllegalStateException(MESSAGE);
      }
    }
  }

  @Tag("hdfs")
  @Test
  void attemptThatDiesHalfWayLeavesNoTraceInTheBytes() throws Exception {
    Path root = imageFiles();
    Packed whole = pack(conf(PackConf.SHARDS, 3), root);
    Path output = newOutput();
    try (var job = new PackJob(conf(PackConf.SHARDS, 3), List.of(root), output)) {
      if (repeatsAttempts()) {
        assertEquals(digests(whole), digests(run(job, Dying.class)));
      } else {
        var e = assertThrows(JobFailedException.class, () -> run(job, Dying.class));
        assertTrue(e.getMessage().contains(Dying.MESSAGE), e.getMessage());
        assertFalse(fs().exists(output));
      }
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
