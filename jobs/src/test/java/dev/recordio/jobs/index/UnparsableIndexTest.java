// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import static dev.recordio.jobs.testing.CommandTestBase.assertHas;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys are not thrown away unasked: an index that cannot be one is an error, not a missing one. */
class UnparsableIndexTest {
  private static final int RECORDS = 8;

  /** What becomes of the line of the sixth record. */
  private enum Fault {
    /** As of a program whose {@code tell} failed. */
    LOST(line -> line.replaceFirst("\t.*", "\t18446744073709551615")),
    NEGATIVE(line -> line.replaceFirst("\t.*", "\t-1")),
    WORDS(line -> "cats/" + line),
    ODD(line -> line + "1"),
    CUT(line -> line.replaceFirst("\t.*", ""));

    private final UnaryOperator<String> change;

    Fault(UnaryOperator<String> change) {
      this.change = change;
    }
  }

  @TempDir Path dir;

  private Path file;
  private Path index;
  private List<String> lines;

  /** Writes records with the keys 100, 101, ..., which the ids of their headers are, too. */
  @BeforeEach
  void make() throws IOException {
    file = dir.resolve("in.rec");
    index = dir.resolve("in.idx");
    var rec = new org.apache.hadoop.fs.Path(file.toUri());
    var idx = new org.apache.hadoop.fs.Path(index.toUri());
    try (var writer = RecordFileWriter.create(LocalJobs.conf(dir), rec, idx)) {
      for (int i = 0; i < RECORDS; i++) {
        byte[] payload = new byte[ImageRecordHeader.FIXED_BYTES + 4 * i];
        ImageRecordHeader.write(payload, 0, 100 + i, 0, new float[] {i % 2}, 1);
        writer.write(100 + i, payload, 0, payload.length);
      }
    }
    lines = Files.readAllLines(index);
  }

  private void damage(Fault fault) throws IOException {
    var broken = new ArrayList<>(lines);
    broken.set(5, fault.change.apply(broken.get(5)));
    writeIndex(broken);
    Files.deleteIfExists(dir.resolve("in.ridx"));
  }

  private void writeIndex(List<String> broken) throws IOException {
    Files.deleteIfExists(dir.resolve(".in.idx.crc"));
    Files.write(index, broken);
  }

  private Recordio run(String command) {
    String[] words =
        command.replace("FILE", file.toString()).replace("OUT", dir.resolve("out") + "").split(" ");
    return Recordio.run(LocalJobs.conf(dir), words);
  }

  private List<String> keys(Path of) throws IOException {
    return Files.readAllLines(of).stream().map(line -> line.split("\t")[0]).sorted().toList();
  }

  private static List<String> keysFrom(int first) {
    return IntStream.range(first, first + RECORDS).mapToObj(Integer::toString).toList();
  }

  private void assertRefused(String command) throws IOException {
    byte[] before = Files.readAllBytes(index);
    Recordio run = run(command).ended(3, command);
    for (String said : List.of("in.idx", "line 6", "index --keys id", "index --keys ordinal")) {
      assertTrue(run.err().contains(said), command + ", " + said + ": " + run.err());
    }
    assertArrayEquals(before, Files.readAllBytes(index));
    assertFalse(Files.exists(dir.resolve("out")), command);
  }

  @ParameterizedTest
  @EnumSource
  void everyCommandThatWouldMakeKeysUpNamesTheLineAndTheWaysOut(Fault fault) throws IOException {
    damage(fault);
    for (String command :
        List.of(
            "index -q FILE",
            "index -q --dry-run FILE",
            "index -q --force FILE",
            "reshard -q --shards 1 FILE OUT",
            "shuffle -q --seed 1 FILE OUT",
            "sample -q --count 8 --seed 1 FILE OUT",
            "select -q --label 0,1 FILE OUT",
            "split -q --fractions a=0.5,b=0.5 --seed 1 FILE OUT",
            "split -q --group-by key --fractions a=0.5,b=0.5 --seed 1 FILE OUT",
            "reshard -q --shards 1 -D recordio.input.corrupt-record.policy=skip FILE OUT")) {
      assertRefused(command);
    }
    run("index --check FILE").ended(4);
  }

  @Test
  void theWaysOutMakeAnIndex() throws IOException {
    for (Fault fault : Fault.values()) {
      damage(fault);
      run("index -q --keys ordinal FILE").ended(0);
      assertEquals(keysFrom(0), keys(index));
      damage(fault);
      run("index -q --keys id FILE").ended(0);
      assertEquals(lines, Files.readAllLines(index));
    }
    damage(Fault.LOST);
    run("reshard -q --shards 1 -D recordio.arrange.keys=new FILE OUT").ended(0);
    assertEquals(keysFrom(0), keys(dir.resolve("out/part-00000.idx")));
  }

  @Test
  void aKeyWhoseRecordIsLostIsNotLeftOut() throws IOException {
    Path keys = Files.writeString(dir.resolve("keys"), "102\n105\n");
    damage(Fault.LOST);
    assertHas(run("select -q --keys " + keys + " FILE OUT").ended(3).err(), "in.idx");
  }

  @Test
  void theKeysOfAnOlderIndexAreReplacedWithANote() throws IOException {
    var older = new ArrayList<>(lines);
    older.remove(3);
    Files.delete(dir.resolve("in.ridx"));
    writeIndex(older);
    Recordio run = run("index -q FILE").ended(0);
    assertTrue(
        run.err().startsWith("note: 1 .idx did not fit its file, whose records are numbered now:"),
        run.err());
    assertHas(run.err(), "in.rec");
    assertEquals(keysFrom(0), keys(index));
  }

  @ParameterizedTest
  @ValueSource(strings = {"index -q FILE", "reshard -q --shards 1 FILE OUT", "shuffle -q FILE OUT"})
  void theKeysOfABinaryIndexAloneAreKept(String command) throws IOException {
    Files.delete(index);
    run(command).ended(0);
    Path made = command.startsWith("index") ? index : dir.resolve("out/part-00000.idx");
    assertEquals(keysFrom(100), keys(made));
  }

  @ParameterizedTest
  @ValueSource(strings = {"index -q FILE", "reshard -q --shards 1 FILE OUT", "shuffle -q FILE OUT"})
  void aDamagedBinaryIndexAloneIsRefused(String command) throws IOException {
    Files.delete(index);
    Path binary = dir.resolve("in.ridx");
    byte[] bytes = Files.readAllBytes(binary);
    bytes[40] ^= 1;
    Files.deleteIfExists(dir.resolve(".in.ridx.crc"));
    Files.write(binary, bytes);
    Recordio run = run(command).ended(3);
    assertTrue(run.err().contains("in.ridx") && run.err().contains("--keys ordinal"), run.err());
    run("index -q --keys ordinal FILE").ended(0);
  }

  /** A program that counted the bytes in 32 bits: the lines go back to 0 in the middle. */
  @Test
  void offsetsModulo32BitsAreNoOlderIndex() throws IOException {
    int length = 500 << 20;
    var wrapped = new ArrayList<String>();
    try (var out = new RandomAccessFile(dir.resolve("large.rec").toFile(), "rw")) {
      byte[] header = new byte[RecordIOFormat.HEADER_BYTES];
      RecordIOFormat.putWord(header, 0, RecordIOFormat.MAGIC);
      RecordIOFormat.putWord(header, 4, length);
      for (int i = 0; i < 10; i++) {
        long offset = i * (long) (header.length + length);
        out.seek(offset);
        out.write(header);
        wrapped.add(100 + i + "\t" + (offset & 0xFFFFFFFFL));
      }
      out.setLength(10L * (header.length + length)); // of holes
    }
    file = dir.resolve("large.rec");
    Files.write(dir.resolve("large.idx"), wrapped);
    Recordio run =
        run("index -q -D mapreduce.input.fileinputformat.split.minsize=1099511627776 FILE")
            .ended(3);
    for (String said : List.of("large.idx", "line 10", "32 bits", "--keys ordinal")) {
      assertTrue(run.err().contains(said), said + ": " + run.err());
    }
  }
}
