// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static dev.recordio.distributed.Folders.fixture;
import static dev.recordio.testing.ObjectStore.uri;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.gather.Gather;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Supports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands on an object store, through Hadoop's S3A, with the local runner of jobs. */
class S3aTest extends S3aTestBase {
  private static Recordio ok(Configuration conf, String... args) {
    Recordio done = Recordio.run(conf, args).ended(0);
    return done;
  }

  @ParameterizedTest
  @ValueSource(strings = {"magic.rec", "mixed.rec", "tiny.rec"})
  @Supports(row = "S3A: read, write, commit without a rename", engine = "command line")
  void readsWhatALocalFileHolds(String name) throws Exception {
    put("read/" + name, Fixtures.bytes(name));
    Path local = Folders.copy("recordio/" + name, temp.resolve("read"));
    String small = "-Dmapreduce.input.fileinputformat.split.maxsize=1000";
    assertEquals(
        ok(LocalFiles.checked(), "records", "--sha256", local.toString()).out(),
        ok(store.conf(), "records", small, "--sha256", uri("read/" + name)).out());
    assertArrayEquals(
        ok(LocalFiles.checked(), "cat", local.toString()).bytes(),
        ok(store.conf(), "cat", uri("read/" + name)).bytes());
    assertEquals(
        ok(LocalFiles.checked(), "info", "--json", local.toString()).out(),
        ok(store.conf(), "info", "--json", small, uri("read/" + name)).out());
  }

  @Test
  void splitsAreThoseOfTheBlockSizeThatS3aTells() throws Exception {
    byte[] file = fixture("images/multi.rec");
    put("splits/multi.rec", file);
    List<String> lines = ok(store.conf(), "splits", uri("splits/multi.rec")).lines();
    assertEquals((file.length + 19_999) / 20_000, lines.size());
    assertTrue(lines.get(0).startsWith(uri("splits/multi.rec") + "\t0\t20000\t0\t"), lines.get(0));
  }

  private static void pack(Configuration conf, String output) throws Exception {
    Path list = Folders.images("multi.lst", temp.resolve("images-" + output));
    ok(conf, "pack", "--list", list.toString(), "--shards", "1", uri(output));
    assertEquals(
        List.of("_SUCCESS", "_pack.json", "part-00000.idx", "part-00000.rec", "part-00000.ridx"),
        names(output));
    assertArrayEquals(fixture("images/multi.rec"), get(output + "/part-00000.rec"));
    assertArrayEquals(fixture("images/multi.idx"), get(output + "/part-00000.idx"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"magic", "directory"})
  @Supports(row = "S3A: read, write, commit without a rename", engine = "command line")
  void packCommitsByACommitterThatUploadsWithoutARename(String committer) throws Exception {
    List<Long> before = copies();
    pack(committing(committer), "packed-" + committer);
    assertEquals(before, copies());
    Folders.assertCommittedBy(committer, get("packed-" + committer + "/_SUCCESS"));
  }

  @Test
  void packCommitsByRenamesWithoutIt() throws Exception {
    long renames = copies().get(0);
    pack(store.conf(), "packed-renamed");
    assertTrue(copies().get(0) > renames);
    assertEquals(0, get("packed-renamed/_SUCCESS").length);
  }

  @Test
  @Supports(row = "S3A: read, write, commit without a rename", engine = "MapReduce")
  void indexPutsBothFilesInTheirPlaces() throws Exception {
    put("index/multi.rec", fixture("images/multi.rec"));
    String rec = uri("index/multi.rec");
    ok(store.conf(), "index", "--keys", "id", rec);
    assertArrayEquals(fixture("images/multi.idx"), get("index/multi.idx"));
    assertEquals(List.of("multi.idx", "multi.rec", "multi.ridx"), names("index"));
    assertEquals("", ok(store.conf(), "index", "--keys", "id", "--check", rec).out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"analytics", "classic", "prefetch"})
  void rangesFarApartComeThroughEachKindOfStream(String stream) throws Exception {
    byte[] file = fixture("images/multi.rec");
    put("gather/multi.rec", file);
    Configuration conf = store.conf();
    conf.set("fs.s3a.input.stream.type", stream);
    // A separate file system: cached ones have the settings of their first user.
    conf.setBoolean("fs.s3a.impl.disable.cache", true);
    RecordIOConf.GATHER_MAX_GAP.set(conf, 0);
    try (var gather = new Gather(conf, List.of(hadoopPath("gather/multi.rec")))) {
      int[] offsets = {60_000, 100, 30_000, 84_000};
      for (int offset : offsets) {
        assertTrue(gather.add(0, offset, 500));
      }
      gather.fetch();
      for (int i = 0; i < offsets.length; i++) {
        assertArrayEquals(
            Arrays.copyOfRange(file, offsets[i], offsets[i] + 500),
            Arrays.copyOfRange(gather.bytes(), gather.start(i), gather.start(i) + 500));
      }
    }
  }

  /** Ranges requested together are one vectored read, which S3A turns into one request. */
  @ParameterizedTest
  @ValueSource(strings = {"analytics", "classic", "prefetch"})
  void aGatherOfManyRangesSendsOneRequest(String stream) throws Exception {
    String name = "vectored/" + stream + ".rec";
    put(name, fixture("images/multi.rec"));
    Configuration conf = store.conf();
    conf.set("fs.s3a.input.stream.type", stream);
    conf.set(
        "fs.s3a.readahead.range",
        "1"); // else a seek may continue reading instead of sending a new request
    conf.setBoolean("fs.s3a.impl.disable.cache", true);
    RecordIOConf.GATHER_MAX_GAP.set(conf, 0);
    try (var gather = new Gather(conf, List.of(hadoopPath(name)))) {
      for (int i = 0; i < 40; i++) {
        assertTrue(gather.add(0, 2000L * i, 100));
      }
      gather.fetch();
      assertEquals(40, gather.reads());
    }
    assertEquals(1, store.gets(name));
    if (stream.equals("classic")) { // the others always read a small object as a whole
      try (FSDataInputStream in = hadoopPath(name).getFileSystem(conf).open(hadoopPath(name))) {
        for (int i = 0; i < 40; i++) {
          in.readFully(2000L * i, new byte[100]);
        }
      }
      assertTrue(store.gets(name) > 1 + 1, "one by one they cost more");
    }
  }

  /** Near ranges share a request, and each far one has its own, of its own bytes alone. */
  @ParameterizedTest
  @CsvSource({"2000, 1", "300000, 12"})
  void requestsOfAGatherDependOnTheDistances(int distance, int requests) throws Exception {
    String name = "distance/" + distance + ".rec";
    byte[] bytes = new byte[12 * distance];
    new Random(1).nextBytes(bytes);
    put(name, bytes);
    Configuration conf = store.conf();
    conf.set("fs.s3a.input.stream.type", "classic"); // the others read ahead
    conf.setBoolean("fs.s3a.impl.disable.cache", true);
    RecordIOConf.GATHER_MAX_GAP.set(conf, 0);
    try (var gather = new Gather(conf, List.of(hadoopPath(name)))) {
      for (int i = 0; i < 12; i++) {
        assertTrue(gather.add(0, (long) distance * i, 100));
      }
      gather.fetch();
      assertEquals(12, gather.reads());
      for (int i = 0; i < 12; i++) {
        assertArrayEquals(
            Arrays.copyOfRange(bytes, distance * i, distance * i + 100),
            Arrays.copyOfRange(gather.bytes(), gather.start(i), gather.start(i) + 100));
      }
    }
    assertEquals(requests, store.gets(name));
  }

  /** Tars with their indexes, a file about all shards, and a folder for each label. */
  @ParameterizedTest
  @CsvSource({
    "webdataset, magic",
    "webdataset, directory",
    "folder, magic",
    "folder, directory",
    "arrayrecord, magic",
    "arrayrecord, directory"
  })
  void exportCommitsByACommitterThatUploadsWithoutARename(String format, String committer)
      throws Exception {
    String output = format + "-" + committer;
    Path local = Folders.copy("images/multi.rec", temp.resolve("in-" + output));
    put("in-" + output + "/multi.rec", fixture("images/multi.rec"));
    String[] export = {"export", "--to", format, "--shards", "2"};
    Path expected = temp.resolve(output);
    ok(LocalFiles.checked(), with(export, local.toString(), expected.toString()));
    List<Long> before = copies();
    ok(committing(committer), with(export, uri("in-" + output + "/multi.rec"), uri(output)));
    assertEquals(before, copies());
    assertSameTree(expected, output);
  }

  @ParameterizedTest
  @ValueSource(strings = {"magic", "directory"})
  void arrayRecordIsPackedAndVerifiedWithoutARename(String committer) throws Exception {
    Path local = Folders.copy("images/multi.rec", temp.resolve("chunks-" + committer));
    String grain = uri("grain-" + committer);
    Configuration conf = committing(committer);
    String[] export = {"export", "--to", "arrayrecord", "--group-size", "3", "--codec", "zstd"};
    ok(conf, with(export, local.toString(), grain));
    List<Long> before = copies();
    String output = "from-grain-" + committer;
    ok(conf, "pack", "--from", "arrayrecord", "--shards", "1", grain, uri(output));
    assertTrue(ok(conf, "verify", grain).err().contains("sound records  25"));
    assertEquals(before, copies());
    assertArrayEquals(fixture("images/multi.rec"), get(output + "/part-00000.rec"));
  }

  /** Compares the files of a folder and of its folders, except {@code _SUCCESS}. */
  private static void assertSameTree(Path expected, String found) throws Exception {
    var files = new ArrayList<String>();
    for (var each = fs().listFiles(hadoopPath(found), true); each.hasNext(); ) {
      files.add(each.next().getPath().toString().substring(uri(found).length() + 1));
    }
    files.sort(null);
    assertEquals(Folders.tree(expected), files);
    for (String name : files) {
      if (!name.equals("_SUCCESS")) {
        assertArrayEquals(Files.readAllBytes(expected.resolve(name)), get(found + "/" + name));
      }
    }
  }

  /** Pending uploads of an interrupted job are in a folder with its own name. */
  @Test
  void anOutputThatAKilledJobHasLeftIsDistinguishedFromACompleteOne() throws Exception {
    fs().mkdirs(hadoopPath("left/__magic_job-1/tasks"));
    put("in-left/multi.rec", fixture("images/multi.rec"));
    Recordio done =
        Recordio.run(committing("magic"), "shuffle", "--seed", "1", uri("in-left"), uri("left"))
            .ended(2);
    assertTrue(done.err().contains("left by a job that did not finish"), done.err());
  }

  @Test
  @Supports(row = "S3A: read, write, commit without a rename", engine = "MapReduce")
  void shuffleGivesTheBytesThatLocalFilesGive() throws Exception {
    put("in/multi.rec", fixture("images/multi.rec"));
    Path local = Folders.copy("images/multi.rec", temp.resolve("in"));
    String[] shuffle = {"shuffle", "--seed", "7", "--shards", "2"};
    ok(committing("magic"), with(shuffle, uri("in/multi.rec"), uri("shuffled")));
    ok(LocalFiles.checked(), with(shuffle, local.toString(), temp.resolve("shuffled").toString()));
    assertSame(temp.resolve("shuffled"), "shuffled");
  }

  private static void assertSame(Path expected, String found) throws Exception {
    assertEquals(Folders.names(expected), names(found));
    for (String name : Folders.results(expected)) {
      Folders.assertSame(name, Files.readAllBytes(expected.resolve(name)), get(found + "/" + name));
    }
  }

  private static String[] with(String[] args, String... more) {
    var all = new ArrayList<String>(List.of(args));
    all.addAll(List.of(more));
    return all.toArray(new String[0]);
  }
}
