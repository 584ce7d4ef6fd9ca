// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify.salvage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Fixtures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code salvage} keeps, and with which keys, where records are not where an index has them.
 */
class SalvageMovedRecordsTest extends CommandTestBase {
  private static final int RECORDS = 200;
  private static final int HIT = 120;

  private final byte[] sound = Fixtures.bytes("plain.rec");
  private Path input;

  /** Makes the file, with keys 7, 10, 13, ..., and both indexes. */
  @BeforeEach
  void index() throws IOException {
    input = put("set/a.rec", sound);
    var lines = new StringBuilder();
    for (int i = 0; i < RECORDS; i++) {
      lines.append(key(i)).append('\t').append(begin(i)).append('\n');
    }
    put("set/a.idx", lines.toString().getBytes(ISO_8859_1));
    ok("index -q --checksums {}", input);
  }

  /** Writes a file without checksums of Hadoop. */
  private Path put(String name, byte[] bytes) throws IOException {
    Path file = path(name);
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
    return write(name, bytes);
  }

  private static long key(int record) {
    return 3 * record + 7;
  }

  private static int begin(int record) {
    return record == RECORDS
        ? Fixtures.bytes("plain.rec").length
        : (int) Fixtures.records("plain").get(record).offset();
  }

  private Recordio salvage(int code, String options) {
    return run("salvage {} {} " + options, input, path("out")).ended(code);
  }

  private byte[] kept() throws IOException {
    return bytes("out/part-00000.rec");
  }

  private List<Long> keys() throws IOException {
    return Files.readAllLines(path("out/part-00000.idx")).stream()
        .map(line -> Long.parseLong(line.split("\t")[0]))
        .toList();
  }

  private static List<Long> keysBut(int record) {
    return LongStream.range(0, RECORDS)
        .filter(i -> i != record)
        .map(i -> key((int) i))
        .boxed()
        .toList();
  }

  /** Returns the file without some of its bytes, and with others in their place. */
  private byte[] spliced(int from, int to, int inserted) {
    var bytes = new ByteArrayOutputStream();
    bytes.write(sound, 0, from);
    bytes.writeBytes("#".repeat(inserted).getBytes(ISO_8859_1));
    bytes.write(sound, to, sound.length - to);
    return bytes.toByteArray();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, true", "0, 4, true", "0, 4, false", "0, 7, false",
    "3, 0, true", "4, 0, true", "4, 0, false", "5, 0, false"
  })
  void recordsAfterLostOrInsertedBytesAreKeptWithTheirKeys(
      int lost, int inserted, boolean checksums) throws IOException {
    int at = begin(HIT) + 9;
    put("set/a.rec", spliced(at, at + lost, inserted));
    salvage(5, checksums ? "-q --checksums" : "-q");
    assertArrayEquals(spliced(begin(HIT), begin(HIT + 1), 0), kept());
    assertEquals(keysBut(HIT), keys());
  }

  @Test
  void theTextIndexAloneShowsWhereRecordsWent() throws IOException {
    Files.delete(path("set/a.ridx"));
    int at = begin(HIT) + 9;
    put("set/a.rec", spliced(at, at, 3));
    salvage(5, "-q");
    assertArrayEquals(spliced(begin(HIT), begin(HIT + 1), 0), kept());
    assertEquals(keysBut(HIT), keys());
  }

  /** Their places are found by the end of the file: their lengths do not tell them apart. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void recordsOfOneLengthAreKeptWithTheirKeys(boolean binary) throws IOException {
    var file = new ByteArrayOutputStream();
    var lines = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      lines.append(key(i)).append('\t').append(file.size()).append('\n');
      file.writeBytes(new byte[] {0x0A, 0x23, (byte) 0xD7, (byte) 0xCE, 100, 0, 0, 0});
      byte[] payload = new byte[100];
      Arrays.fill(payload, (byte) i);
      file.writeBytes(payload);
    }
    byte[] all = file.toByteArray();
    put("set/a.rec", all);
    put("set/a.idx", lines.toString().getBytes(ISO_8859_1));
    Files.delete(path("set/a.ridx"));
    if (binary) {
      ok("index -q --checksums {}", input);
    }
    var damaged = new ByteArrayOutputStream();
    damaged.write(all, 0, 10 * 108 + 50);
    damaged.write(all, 12 * 108 + 30, all.length - 12 * 108 - 30);
    put("set/a.rec", damaged.toByteArray());
    salvage(5, "-q");
    byte[] kept = Arrays.copyOf(all, 10 * 108 + 37 * 108);
    System.arraycopy(all, 13 * 108, kept, 10 * 108, 37 * 108);
    assertArrayEquals(kept, kept());
    assertEquals(key(9), keys().get(9));
    assertEquals(key(13), keys().get(10));
    assertEquals(key(49), keys().get(46));
  }

  /** The first record after the second one is right behind records that moved less. */
  @Test
  void recordsAfterEachOfTwoThatAreMissingAreKeptWithTheirKeys() throws IOException {
    var damaged = new ByteArrayOutputStream();
    damaged.write(sound, 0, begin(HIT));
    damaged.write(sound, begin(HIT + 1), begin(150) - begin(HIT + 1));
    damaged.write(sound, begin(151), sound.length - begin(151));
    put("set/a.rec", damaged.toByteArray());
    salvage(5, "-q --checksums");
    assertArrayEquals(damaged.toByteArray(), kept());
    List<Long> all = new ArrayList<>(keysBut(HIT));
    all.remove(key(150));
    assertEquals(all, keys());
  }

  /** Records 5 and 6 of eight with the same bytes are where the index has records 7 and 8. */
  @Test
  void movedRecordsInThePlacesOfRecordsWithTheSameBytesAreKept() throws IOException {
    byte[] all = oneLength(i -> i < 5 || i > 12 ? i : 5);
    var damaged = new ByteArrayOutputStream();
    damaged.write(all, 0, 4 * 108 + 50);
    damaged.write(new byte[2 * 108]);
    damaged.write(all, 4 * 108 + 50, all.length - 4 * 108 - 50);
    put("set/a.rec", damaged.toByteArray());
    salvage(5, "-q --checksums");
    byte[] kept = Arrays.copyOf(all, all.length - 108);
    System.arraycopy(all, 5 * 108, kept, 4 * 108, kept.length - 4 * 108);
    assertArrayEquals(kept, kept());
    assertEquals(
        LongStream.range(0, 50).filter(i -> i != 4).map(i -> key((int) i)).boxed().toList(),
        keys());
  }

  private JsonNode report() throws IOException {
    return new ObjectMapper().readTree(path("out/_salvage.json").toFile());
  }

  @Test
  void aRemovedRecordIsNoDamageOfTheOthersAndIsLost() throws IOException {
    put("set/a.rec", spliced(begin(HIT), begin(HIT + 1), 0));
    salvage(5, "-q --checksums");
    assertArrayEquals(spliced(begin(HIT), begin(HIT + 1), 0), kept());
    assertEquals(keysBut(HIT), keys());
    assertEquals(1, report().get("recordsLost").asInt());
    assertEquals(0, report().get("bytesLost").asInt());
    JsonNode lost = report().get("lost").get(0);
    assertEquals(begin(HIT), lost.get("offset").asInt());
    assertEquals(0, lost.get("length").asInt());
    assertTrue(lost.get("reason").asText().contains("the key " + key(HIT)), lost.toString());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void recordsAfterTheEndOfACutFileAreLost(boolean binary) throws IOException {
    if (!binary) {
      Files.delete(path("set/a.ridx"));
    }
    put("set/a.rec", Arrays.copyOf(sound, begin(HIT)));
    salvage(5, "-q");
    assertArrayEquals(Arrays.copyOf(sound, begin(HIT)), kept());
    assertEquals(RECORDS - HIT, report().get("recordsLost").asInt());
    JsonNode lost = report().get("lost").get(0);
    assertEquals(begin(HIT), lost.get("offset").asInt());
    String reason = lost.get("reason").asText();
    assertHas(
        reason, "80 records more here", "the key " + key(HIT), Long.toString(key(RECORDS - 1)));
  }

  /** Makes records of one length, which only their checksums tell apart. */
  private byte[] oneLength(IntUnaryOperator value) throws IOException {
    var file = new ByteArrayOutputStream();
    var lines = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      lines.append(key(i)).append('\t').append(file.size()).append('\n');
      file.writeBytes(framed(value.applyAsInt(i)));
    }
    put("set/a.rec", file.toByteArray());
    put("set/a.idx", lines.toString().getBytes(ISO_8859_1));
    Files.delete(path("set/a.ridx"));
    ok("index -q --checksums {}", input);
    return file.toByteArray();
  }

  private static byte[] framed(int value) {
    byte[] framed = new byte[108];
    Arrays.fill(framed, (byte) value);
    System.arraycopy(
        new byte[] {0x0A, 0x23, (byte) 0xD7, (byte) 0xCE, 100, 0, 0, 0}, 0, framed, 0, 8);
    return framed;
  }

  @Test
  void keysAreThoseOfTheChecksumsUnasked() throws IOException {
    byte[] all = oneLength(i -> i);
    var damaged = new ByteArrayOutputStream();
    damaged.write(all, 0, 10 * 108);
    damaged.write(all, 11 * 108, all.length - 11 * 108);
    put("set/a.rec", damaged.toByteArray());
    salvage(5, "-q");
    assertArrayEquals(damaged.toByteArray(), kept());
    assertEquals(
        LongStream.range(0, 50).filter(i -> i != 10).map(i -> key((int) i)).boxed().toList(),
        keys());
    assertEquals(1, report().get("recordsLost").asInt());
  }

  @Test
  void recordsThatAnOlderIndexDoesNotHaveGetKeysAfterItsGreatest() throws IOException {
    byte[] one = framed(7);
    byte[] longer = Arrays.copyOf(sound, sound.length + one.length);
    System.arraycopy(one, 0, longer, sound.length, one.length);
    put("set/a.rec", longer);
    assertHas(salvage(0, "-q --checksums").err(), "have keys after its greatest one");
    assertArrayEquals(longer, kept());
    List<Long> keys = new ArrayList<>(keysBut(-1));
    keys.add(key(RECORDS - 1) + 1);
    assertEquals(keys, keys());
  }

  /** A block that was written twice is not new records. */
  @ParameterizedTest
  @ValueSource(ints = {0, HIT, RECORDS})
  void copiesOfRecordsAreKeptApart(int before) throws IOException {
    int from = begin(HIT);
    int to = begin(HIT + 3);
    var longer = new ByteArrayOutputStream();
    longer.write(sound, 0, begin(before));
    longer.write(sound, from, to - from);
    longer.write(sound, begin(before), sound.length - begin(before));
    put("set/a.rec", longer.toByteArray());
    assertHas(salvage(5, "-q --checksums").err(), "_doubtful-");
    assertArrayEquals(sound, kept());
    assertEquals(keysBut(-1), keys());
    assertArrayEquals(Arrays.copyOfRange(sound, from, to), bytes("out/_doubtful-00000.rec"));
    JsonNode shards = report().get("shards").get(0);
    assertEquals("part-00000.rec", shards.get("shard").asText());
    assertEquals("_doubtful-00000.rec", shards.get("doubtful").asText());
    assertEquals(3, report().get("doubtfulRecords").asInt());
    assertEquals(RECORDS, report().get("records").asInt());
    ok("verify -q --checksums {}", path("out/_doubtful-00000.rec"));
    assertEquals(1, ok("info --json {}", path("out")).out().split("\"files\" : 1").length - 1);
  }

  /** One that has changed after a move is known by its checksum as ever. */
  @Test
  void movedRecordsAreComparedWithTheirChecksums() throws IOException {
    int at = begin(HIT) + 9;
    byte[] damaged = spliced(at, at, 6);
    damaged[begin(150) + 6 + 9] ^= 1;
    put("set/a.rec", damaged);
    salvage(5, "-q --checksums");
    assertEquals(RECORDS - 2, keys().size());
    assertTrue(!keys().contains(key(HIT)) && !keys().contains(key(150)), keys().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"cut", "other"})
  void theKeysOfTheTextIndexCountIfTheBinaryOneIsNone(String kind) throws IOException {
    Path index = path("set/a.ridx");
    byte[] bytes = Files.readAllBytes(index);
    if (kind.equals("other")) {
      Path other = put("other/b.rec", Fixtures.bytes("mixed.rec"));
      ok("index -q --checksums {}", other);
      bytes = bytes("other/b.ridx");
    }
    put("set/a.ridx", kind.equals("cut") ? Arrays.copyOf(bytes, bytes.length - 1) : bytes);
    assertHas(salvage(0, "").err(), "keys come from the .idx");
    assertArrayEquals(sound, kept());
    assertEquals(keysBut(-1), keys());
  }

  @Test
  void anIndexOfAnotherFileIsNamed() throws IOException {
    put("set/a.rec", Fixtures.bytes("mixed.rec"));
    assertHas(salvage(0, "--checksums").err(), "its index is another file's");
    assertArrayEquals(Fixtures.bytes("mixed.rec"), kept());
    assertEquals(0, keys().get(0));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 6})
  void theRecordBeforeACutIsKeptWhereAnIndexHasIt(int more) throws IOException {
    put("set/a.rec", Arrays.copyOf(sound, begin(HIT) + more));
    salvage(5, "-q");
    assertArrayEquals(Arrays.copyOf(sound, begin(HIT)), kept());
  }

  /** What a writer did not escape does not make the record before a damaged header doubtful. */
  @Test
  void aRecordThatHoldsRecordsIsSoundByItsChecksum() throws IOException {
    byte[] inner = Fixtures.bytes("tiny.rec");
    var file = new ByteArrayOutputStream();
    for (int i = 0; i < 3; i++) {
      byte length = (byte) inner.length;
      file.writeBytes(new byte[] {0x0A, 0x23, (byte) 0xD7, (byte) 0xCE, length, 0, 0, 0});
      file.writeBytes(inner);
    }
    byte[] damaged = file.toByteArray();
    input = put("unescaped/a.rec", damaged);
    ok("index -q --checksums -D recordio.split.verify-records=3 {}", input);
    int third = 2 * (8 + inner.length);
    damaged[third] ^= 1;
    put("unescaped/a.rec", damaged);
    salvage(5, "-q --checksums --unescaped -D recordio.split.verify-records=3");
    assertArrayEquals(Arrays.copyOf(damaged, third), kept());
  }

  @Test
  void aCutCompressedFileKeepsWhatCanBeUnpacked() throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      out.write(sound);
    }
    input = put("packed/a.rec.gz", Arrays.copyOf(packed.toByteArray(), packed.size() / 2));
    put("packed/b.rec", sound);
    assertHas(run("verify -q {}", path("packed")).ended(4).err(), "truncated file");
    salvage(5, "-q");
    byte[] kept = kept();
    assertTrue(kept.length > sound.length / 4, kept.length + " bytes");
    assertArrayEquals(Arrays.copyOf(sound, kept.length), kept);
  }
}
