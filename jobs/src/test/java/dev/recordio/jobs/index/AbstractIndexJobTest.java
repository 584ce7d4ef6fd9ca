// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import static dev.recordio.jobs.testing.CommandTestBase.assertHas;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.index.RidxReader;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The index job on a file system, in this process. */
@Supports(row = "indexes, made and checked in parallel within a file", engine = "MapReduce")
@Supports(row = "indexes, made and checked in parallel within a file", engine = "command line")
public abstract class AbstractIndexJobTest extends IndexTestBase {
  private static final String SPLIT = "mapreduce.input.fileinputformat.split.maxsize=";

  @Tag("hdfs")
  @Test
  void indexesAreMxnets() throws IOException {
    Path rec = write("single.rec", image("single.rec"));
    Recordio run = indexed("{}", rec);
    assertArrayEquals(image("single.rec2idx.idx"), idx(rec));
    assertEquals(List.of("single.idx", "single.rec", "single.ridx"), names());
    assertReported(run, "records", "25");
    assertReported(run, "indexes written", "1");

    indexed("--keys id {}", rec);
    assertArrayEquals(image("single.idx"), idx(rec));
    Path multi = write("multi.rec", image("multi.rec"));
    indexed("--keys id {}", multi);
    assertArrayEquals(image("multi.idx"), idx(multi));
    try (RidxReader binary = RidxReader.open(conf(), RecordFiles.binaryIndex(multi))) {
      assertTrue(binary.next());
      String first = new String(image("multi.idx")).lines().findFirst().get();
      assertEquals(first, Long.toUnsignedString(binary.key()) + "\t" + binary.offset());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 50})
  void theNumberOfSplitsLeavesNoTrace(int splits) throws IOException {
    Path rec = rewritten("mixed.rec", "a.rec");
    byte[] idx = idx(rec);
    byte[] ridx = ridx(rec);
    long size = (fs().getFileStatus(rec).getLen() + splits - 1) / splits;
    List<String> listed = run("splits -D {} {}", SPLIT + size, rec).lines();
    assertTrue(Math.abs(listed.size() - splits) <= 1, listed.size() + " splits");
    fs().delete(RecordFiles.index(rec), false);
    fs().delete(RecordFiles.binaryIndex(rec), false);

    indexed("-D {} --checksums {}", SPLIT + size, rec);
    assertArrayEquals(idx, idx(rec));
    assertArrayEquals(ridx, ridx(rec), "as it was born with the records");

    fs().delete(RecordFiles.binaryIndex(rec), false);
    indexed("-D {} {}", SPLIT + size, rec);
    assertArrayEquals(idx, idx(rec));
    try (RidxReader binary = RidxReader.open(conf(), RecordFiles.binaryIndex(rec))) {
      assertEquals(12, binary.layout().entryBytes());
      assertEquals(250, binary.count());
      while (binary.next()) {}
    }
    assertEquals(List.of("a.idx", "a.rec", "a.ridx"), names());
  }

  @Tag("hdfs")
  @Test
  void aFolderOfFilesAndAFileThatIsNamedTwice() throws IOException {
    Path rec = put("magic.rec");
    put("indexed.rec");
    put("tiny.rec");
    write("empty.rec", new byte[0]);
    Recordio run = indexed("{}/*.rec {}", testDir(), rec);
    assertReported(run, "files", "3");
    assertArrayEquals(Fixtures.bytes("indexed.idx"), read(path("indexed.idx")));
    assertEquals(
        Fixtures.records("magic.rec").stream().map(r -> r.ordinal() + "\t" + r.offset()).toList(),
        readText(path("magic.idx")).lines().toList());
    assertEquals(
        List.of(
            "empty.rec",
            "indexed.idx",
            "indexed.rec",
            "indexed.ridx",
            "magic.idx",
            "magic.rec",
            "magic.ridx",
            "tiny.idx",
            "tiny.rec",
            "tiny.ridx"),
        names());
  }

  /**
   * Each task writes its files' indexes if it reads them whole; else reducers do, the same bytes.
   */
  @Test
  void reducersOnlyWhereAFileIsCut() throws Exception {
    Path cut = put("indexed.rec");
    Path tiny = put("tiny.rec");
    Configuration whole = conf();
    IndexConf.CHECKSUMS.set(whole, true);
    try (var index = new IndexJob(whole, List.of(cut, tiny))) {
      assertEquals(0, index.job().getNumReduceTasks());
      Jobs.run(index.job());
    }
    List<byte[]> written = List.of(idx(cut), ridx(cut), idx(tiny), ridx(tiny));
    for (Path rec : List.of(cut, tiny)) {
      fs().delete(RecordFiles.index(rec), false);
      fs().delete(RecordFiles.binaryIndex(rec), false);
    }
    Configuration inPieces = conf();
    IndexConf.CHECKSUMS.set(inPieces, true);
    inPieces.setLong(SPLIT.replace("=", ""), 15_000);
    try (var index = new IndexJob(inPieces, List.of(cut, tiny))) {
      assertEquals(2, index.job().getNumReduceTasks());
      Jobs.run(index.job());
    }
    List<byte[]> again = List.of(idx(cut), ridx(cut), idx(tiny), ridx(tiny));
    for (int i = 0; i < written.size(); i++) {
      assertArrayEquals(written.get(i), again.get(i));
    }
  }

  @Tag("hdfs")
  @Test
  void ofASetOnlyWhatChangedIsMadeAnew() throws IOException {
    Path same = rewritten("indexed.rec", "a.rec");
    Path changed = rewritten("indexed.rec", "b.rec");
    Path missing = rewritten("tiny.rec", "c.rec");
    // Other payloads of the same lengths, and an older time, as a copy that keeps times has.
    byte[] bytes = read(changed);
    for (Fixtures.Row row : Fixtures.records("indexed.rec")) {
      bytes[(int) row.offset() + 8] ^= row.length() > 0 && row.parts().indexOf(',') < 0 ? 1 : 0;
    }
    write("b.rec", bytes);
    fs().setTimes(changed, 1_000_000_000_000L, -1);
    fs().delete(RecordFiles.binaryIndex(missing), false);
    long time = fs().getFileStatus(RecordFiles.binaryIndex(same)).getModificationTime();
    long textTime = fs().getFileStatus(RecordFiles.index(same)).getModificationTime();
    byte[] ridx = ridx(same);

    Recordio run = indexed("{}", testDir());
    assertReported(run, "indexes written", "2");
    assertReported(run, "right already", "1");
    assertArrayEquals(ridx, ridx(same));
    assertEquals(time, fs().getFileStatus(RecordFiles.binaryIndex(same)).getModificationTime());
    assertEquals(textTime, fs().getFileStatus(RecordFiles.index(same)).getModificationTime());
    index("--check --checksums {}", testDir()).ended(0);
  }

  @Tag("hdfs")
  @Test
  void forceMakesAllAnewWithTheSameBytesAndChecksums() throws IOException {
    Path rec = rewritten("indexed.rec", "a.rec");
    byte[] idx = idx(rec);
    byte[] ridx = ridx(rec);
    Recordio run = indexed("--force {}", rec);
    assertReported(run, "indexes written", "1");
    assertReported(run, "right already", "0");
    assertArrayEquals(idx, idx(rec));
    assertArrayEquals(ridx, ridx(rec), "checksums too");
    index("--force --check {}", rec).ended(2);
  }

  @Tag("hdfs")
  @Test
  void whatIsRightIsLeftAndWhatIsOlderIsMadeAnew() throws IOException {
    Path rec = rewritten("indexed.rec", "a.rec");
    byte[] ridx = ridx(rec);
    Recordio again = indexed("{}", rec);
    assertReported(again, "right already", "1");
    assertArrayEquals(ridx, ridx(rec), "the checksums are kept");

    // The file may have been rewritten: its checksums are no longer known.
    long time = fs().getFileStatus(RecordFiles.binaryIndex(rec)).getModificationTime();
    fs().setTimes(rec, time + 10_000, -1);
    assertReported(indexed("{}", rec), "indexes written", "1");
    assertEquals(48 + 12 * 121, ridx(rec).length);

    write("a.idx", "0\t0\n".getBytes());
    write("a.ridx", "garbage".getBytes());
    assertReported(indexed("--checksums {}", rec), "indexes written", "1");
    assertArrayEquals(ridx, ridx(rec));
    assertArrayEquals(Fixtures.bytes("indexed.idx"), idx(rec));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"cut-between-parts", "cut-in-payload", "leading-garbage", "starts-mid-record"})
  void aDamagedFileGetsNoIndex(String name) throws IOException {
    Path rec = put("damaged/" + name + ".rec");
    assertHas(index("{}", rec).ended(3).err(), name + ".rec at offset ");
    assertEquals(List.of(name + ".rec"), names());
    Recordio listed =
        Recordio.run(
            conf(), "records", "-D", "recordio.input.corrupt-record.policy=skip", rec.toString());
    assertEquals(5, listed.code());

    index("-D recordio.input.corrupt-record.policy=skip --checksums {}", rec).ended(5);
    if (!listed.lines().isEmpty()) {
      List<String> offsets = listed.lines().stream().map(l -> l.split("\t")[1]).toList();
      assertEquals(offsets, new String(idx(rec)).lines().map(l -> l.split("\t")[1]).toList());
    }
  }

  @Tag("hdfs")
  @Test
  void longPayloadsAreNotReadAndTheTotalsSayIt() throws IOException {
    Path rec = path("long.rec");
    byte[] payload = new byte[100_000];
    try (var writer = RecordFileWriter.create(conf(), rec, null)) {
      for (int i = 0; i < 60; i++) {
        writer.write(i, payload, 0, payload.length);
      }
    }
    // One split: where one begins within a payload, the next record is searched for.
    Recordio run = indexed("-D mapreduce.input.fileinputformat.split.minsize=33554432 {}", rec);
    String percent =
        run.err().lines().filter(l -> l.contains("part of them read")).findFirst().get();
    assertTrue(Double.parseDouble(percent.replaceAll("[^0-9.]", "")) <= 10, percent);
    assertEquals("59\t" + 59 * 100_008, readText(path("long.idx")).lines().toList().get(59));
    index("--check --checksums {}", rec).ended(0);
  }

  @Test
  void whatCanNotHaveAnIndexIsRefused() throws IOException {
    Path zipped = write("a.rec.gz", new byte[] {1, 2, 3, 4});
    assertHas(index("{}", zipped).ended(3).err(), "a.rec.gz");

    assertHas(
        index("{} {}", put("tiny.rec"), write("tiny", new byte[8])).ended(2).err(),
        "one index for two files");

    index("{}", path("nothing.rec")).ended(3);
    assertHas(
        index("--keys id {}", path("tiny.rec")).ended(3).err(),
        "tiny.rec at offset 0: expected a payload of");
    String quarantine = "recordio.input.corrupt-record.policy=quarantine";
    index("-D {} {}", quarantine, path("tiny.rec")).ended(2);
    index("--keys name {}", path("tiny.rec")).ended(2);
    index("{}", write("empty.rec", new byte[0])).ended(3);
  }

  @Test
  void theIndexesOfPackAreRight() throws IOException {
    write("in/x", "abc".getBytes());
    write("in/y", new byte[] {0x0A, 0x23, (byte) 0xD7, (byte) 0xCE}); // the magic word
    String packed = path("packed").toString();
    Recordio pack =
        Recordio.run(
            conf(),
            "pack",
            "--shards",
            "2",
            "--header",
            "image",
            "--exts",
            "all",
            path("in").toString(),
            packed);
    assertEquals(0, pack.code(), pack.err());
    Recordio run = index("--check --keys id --checksums {}", packed);
    assertEquals(0, run.code(), run.out() + run.err());
    assertReported(run, "records", "2");
    index("--check {}", packed).ended(0);
    Recordio byOrdinal = index("--check --keys ordinal {}", packed).ended(4);
    assertTrue(byOrdinal.out().contains("expected key 0 offset 0, found key 1 offset 0"));
  }

  @Test
  void keysOfAnIndexThatFitsAreKeptUnlessOthersAreAskedFor() throws IOException {
    Path rec = put("indexed.rec");
    List<Fixtures.Row> rows = Fixtures.records("indexed.rec");
    String own = lines(rows, i -> i * 37 % 121);
    String numbers = lines(rows, i -> i);
    write("indexed.idx", own.getBytes());
    assertReported(indexed("{}", rec), "indexes written", "1");
    assertEquals(own, new String(idx(rec)));
    byte[] ridx = ridx(rec);
    try (RidxReader index = RidxReader.open(conf(), RecordFiles.binaryIndex(rec))) {
      index.read(5);
      assertEquals(5 * 37 % 121, index.key());
    }
    assertReported(indexed("{}", rec), "right already", "1");
    index("--check {}", rec).ended(0);
    index("--check --keys ordinal {}", rec).ended(4);

    List<String> backwards = new ArrayList<>(own.lines().toList());
    Collections.reverse(backwards);
    write("indexed.idx", String.join("\n", backwards).getBytes());
    indexed("{}", rec);
    assertEquals(own, new String(idx(rec)));
    assertArrayEquals(ridx, ridx(rec));

    indexed("--keys ordinal {}", rec);
    assertEquals(numbers, new String(idx(rec)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 60, 120})
  void keysOfAnIndexThatDoesNotFitAreNotKept(int lost) throws IOException {
    Path rec = put("indexed.rec");
    List<Fixtures.Row> rows = Fixtures.records("indexed.rec");
    var lines = new ArrayList<>(lines(rows, i -> 7 + i).lines().toList());
    lines.remove(lost);
    write("indexed.idx", String.join("\n", lines).getBytes());
    index("--check {}", rec).ended(4);
    assertReported(indexed("{}", rec), "did not fit, so lost their keys", "1");
    assertEquals(lines(rows, i -> i), new String(idx(rec)));
    byte[] kept = ridx(rec);
    fs().delete(RecordFiles.index(rec), false);
    fs().delete(RecordFiles.binaryIndex(rec), false);
    indexed("{}", rec);
    assertArrayEquals(kept, ridx(rec));
    assertEquals(List.of("indexed.idx", "indexed.rec", "indexed.ridx"), names());
  }

  private static String lines(List<Fixtures.Row> rows, IntUnaryOperator key) {
    var lines = new StringBuilder();
    for (Fixtures.Row row : rows) {
      lines.append(key.applyAsInt(row.ordinal())).append('\t').append(row.offset());
      lines.append('\n');
    }
    return lines.toString();
  }

  @Test
  void otherCommandsPassTheIndexesOver() throws IOException {
    rewritten("indexed.rec", "a.rec");
    String folder = testDir().toString();
    Recordio records = run("records {}", folder);
    assertEquals(121, records.lines().size(), records.err());
    Recordio info = run("info {}", folder);
    assertTrue(info.out().matches("(?s).*files +1\n.*"), info.out());
    Recordio cat = run("cat --key 7 {}", folder);
    assertEquals(Fixtures.records("indexed.rec").get(7).length(), cat.bytes().length, cat.err());
  }
}
