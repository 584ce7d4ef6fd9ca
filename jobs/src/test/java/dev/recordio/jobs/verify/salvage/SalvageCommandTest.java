// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify.salvage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Supports;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code salvage} writes, and reports as lost. */
@Supports(row = "sound records of damaged files copied", engine = "command line")
class SalvageCommandTest extends CommandTestBase {

  private Path file(String name, byte[] bytes) throws IOException {
    Files.deleteIfExists(dir.resolve("." + name + ".crc"));
    return Files.write(dir.resolve(name), bytes);
  }

  private JsonNode report() throws IOException {
    return new ObjectMapper().readTree(path("out/_salvage.json").toFile());
  }

  /** Returns the bytes of records of a fixture, by their numbers from one to before another. */
  private static byte[] records(String name, int from, int to) {
    List<Fixtures.Row> rows = Fixtures.records(name);
    byte[] all = Fixtures.bytes(name + ".rec");
    int end = to == rows.size() ? all.length : (int) rows.get(to).offset();
    return Arrays.copyOfRange(all, (int) rows.get(from).offset(), end);
  }

  private static byte[] joined(byte[]... pieces) {
    var all = new ByteArrayOutputStream();
    for (byte[] piece : pieces) {
      all.writeBytes(piece);
    }
    return all.toByteArray();
  }

  @Test
  void soundFilesAreCopiedByteForByteAndNothingIsLost() throws IOException {
    file("a.rec", Fixtures.bytes("magic.rec"));
    file("b.rec", Fixtures.bytes("mixed.rec"));
    Recordio ended = ok("salvage -q --json {}/*.rec {}", dir, path("out"));
    assertArrayEquals(Fixtures.bytes("magic.rec"), bytes("out/part-00000.rec"));
    assertArrayEquals(Fixtures.bytes("mixed.rec"), bytes("out/part-00001.rec"));
    assertEquals(report(), ended.json());
    assertEquals(2, report().get("files").asInt());
    assertEquals(99 + 250, report().get("records").asInt());
    assertEquals(0, report().get("bytesLost").asInt());
    ok("verify -q --checksums {}", path("out"));
  }

  @Test
  void keysOfTheOldIndexAreKept() throws IOException {
    byte[] damaged = Fixtures.bytes("indexed.rec");
    file("a.rec", damaged);
    List<String> lines = Fixtures.lines("indexed.idx");
    var shifted = new StringBuilder();
    for (String line : lines) {
      String[] cells = line.split("\t");
      shifted.append(Long.parseLong(cells[0]) * 3 + 7).append('\t').append(cells[1]).append('\n');
    }
    file("a.idx", shifted.toString().getBytes(ISO_8859_1));
    int hit = (int) Fixtures.records("indexed").get(60).offset();
    damaged[hit + 4] ^= 64; // the length
    file("a.rec", damaged);
    run("salvage -q {} {}", path("a.rec"), path("out")).ended(5);
    assertArrayEquals(
        joined(records("indexed", 0, 60), records("indexed", 61, 121)),
        bytes("out/part-00000.rec"));
    List<String> keys =
        Files.readAllLines(path("out/part-00000.idx")).stream()
            .map(line -> line.split("\t")[0])
            .toList();
    assertEquals(120, keys.size());
    assertEquals("" + (59 * 3 + 7), keys.get(59));
    assertEquals("" + (61 * 3 + 7), keys.get(60));
    JsonNode lost = report().get("lost").get(0);
    assertEquals(1, report().get("lost").size());
    assertEquals(hit, lost.get("offset").asLong());
    assertEquals(records("indexed", 60, 61).length, lost.get("length").asInt());
    assertTrue(lost.get("file").asText().endsWith("a.rec"));
    assertEquals(
        damaged.length,
        Files.size(path("out/part-00000.rec")) + report().get("bytesLost").asLong());
  }

  @Test
  void withoutAnIndexTheRecordBeforeADamagedHeaderIsDoubtful() throws IOException {
    byte[] damaged = Fixtures.bytes("plain.rec");
    int hit = (int) Fixtures.records("plain").get(50).offset();
    damaged[hit] ^= 1;
    Path input = file("a.rec", damaged);
    run("salvage -q {} {}", input, path("out")).ended(5);
    assertArrayEquals(
        joined(records("plain", 0, 49), records("plain", 51, 200)), bytes("out/part-00000.rec"));
    assertArrayEquals(damaged, Files.readAllBytes(input));
    assertEquals(
        Fixtures.records("plain").get(49).offset(),
        report().get("lost").get(0).get("offset").asLong());
  }

  @Test
  void aChangedPayloadIsLostByItsChecksumAlone() throws IOException {
    Path input = file("a.rec", Fixtures.bytes("plain.rec"));
    ok("index -q --checksums {}", input);
    byte[] damaged = Files.readAllBytes(input);
    damaged[(int) Fixtures.records("plain").get(50).offset() + 9] ^= 1;
    file("a.rec", damaged);
    ok("salvage -q {} {}", input, path("all"));
    run("salvage -q --checksums {} {}", input, path("out")).ended(5);
    assertArrayEquals(
        joined(records("plain", 0, 50), records("plain", 51, 200)), bytes("out/part-00000.rec"));
    assertTrue(report().get("lost").get(0).get("reason").asText().contains("payload"));
  }

  @Test
  void aCutFileKeepsWhatItHas() throws IOException {
    Path input = file("a.rec", Fixtures.bytes("plain.rec"));
    ok("index -q --checksums {}", input);
    int end = (int) Fixtures.records("plain").get(100).offset();
    file("a.rec", Arrays.copyOf(Fixtures.bytes("plain.rec"), end + 2));
    run("salvage -q --checksums {} {}", input, path("out")).ended(5);
    assertArrayEquals(records("plain", 0, 100), bytes("out/part-00000.rec"));
    assertEquals(2, report().get("bytesLost").asInt());
  }

  @Test
  void anIndexOfAnotherFileIsPassedOver() throws IOException {
    Path input = file("a.rec", Fixtures.bytes("mixed.rec"));
    file("a.idx", Fixtures.bytes("indexed.idx"));
    ok("salvage -q {} {}", input, path("out"));
    assertArrayEquals(Fixtures.bytes("mixed.rec"), bytes("out/part-00000.rec"));
    assertEquals("0\t0", Files.readAllLines(path("out/part-00000.idx")).get(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"100\t18446744073709551615", "cat.jpg\t0", "100\t-1"})
  void keysThatCanNotBeReadAreNotNumbersInSilence(String line) throws IOException {
    Path input = file("a.rec", Fixtures.bytes("indexed.rec"));
    List<String> lines = new ArrayList<>(Fixtures.lines("indexed.idx"));
    lines.set(7, line);
    file("a.idx", (String.join("\n", lines) + "\n").getBytes(ISO_8859_1));
    assertHas(
        run("salvage -q {} {}", input, path("out")).ended(5).err(),
        "a.rec: the keys of its index can't be read",
        "--keys ordinal");
    assertArrayEquals(Fixtures.bytes("indexed.rec"), bytes("out/part-00000.rec"));
    assertEquals("0\t0", Files.readAllLines(path("out/part-00000.idx")).get(0));
  }

  @Test
  void theReportSaysWhichShardIsWhichFile() throws IOException {
    file("a.rec", "no records at all".getBytes(ISO_8859_1));
    file("b.rec", Fixtures.bytes("magic.rec"));
    file("c.rec", new byte[0]);
    file("d.rec", Fixtures.bytes("mixed.rec"));
    run("salvage -q {}/*.rec {}", dir, path("out")).ended(5);
    assertArrayEquals(Fixtures.bytes("mixed.rec"), bytes("out/part-00001.rec"));
    var shards = new ArrayList<String>();
    for (JsonNode node : report().get("shards")) {
      String name = node.get("file").asText();
      shards.add(name.substring(name.length() - 5) + " " + node.get("shard").asText());
    }
    assertEquals(
        List.of("a.rec null", "b.rec part-00000.rec", "c.rec null", "d.rec part-00001.rec"),
        shards);
  }

  /** What is in the data of a record whose writer does not escape may be a record, or not. */
  @Test
  void recordsWithinOthersAreKeptApart() throws IOException {
    byte[] inner = Fixtures.bytes("tiny.rec");
    byte[] outer = new byte[8 + inner.length];
    System.arraycopy(
        new byte[] {0x0A, 0x23, (byte) 0xD7, (byte) 0xCE, (byte) inner.length, 0, 0, 0},
        0,
        outer,
        0,
        8);
    System.arraycopy(inner, 0, outer, 8, inner.length);
    Path input = file("a.rec", joined(records("plain", 0, 5), outer, records("plain", 5, 200)));
    run("salvage -q {} {}", input, path("out")).ended(5);
    assertArrayEquals(Fixtures.bytes("plain.rec"), bytes("out/part-00000.rec"));
    assertArrayEquals(inner, bytes("out/_doubtful-00000.rec"));
    ok("verify -q {}", path("out"));
    ok("verify -q {}/_doubtful-00000.rec", path("out"));
    assertEquals("200", Files.readAllLines(path("out/_doubtful-00000.idx")).get(0).split("\t")[0]);
  }

  @Test
  void recordsOfAListAreLeftOut() throws IOException {
    Path input = file("a.rec", Fixtures.bytes("plain.rec"));
    String name = "file:" + input;
    long offset = Fixtures.records("plain").get(3).offset();
    Path list =
        file("list.tsv", (name + "\t" + (offset + 2) + "\t0\t-\tno image\n").getBytes(ISO_8859_1));
    run("salvage -q --list {} {} {}", list, input, path("out")).ended(5);
    assertArrayEquals(
        joined(records("plain", 0, 3), records("plain", 4, 200)), bytes("out/part-00000.rec"));
    String report = text("out/_salvage.json");
    assertHas(report, "left out, as the list names it");
  }

  @Test
  void whatVerifyListsIsLeftOutByItsKey() throws IOException {
    Path input = file("a.rec", Fixtures.bytes("plain.rec"));
    ok("index -q --checksums {}", input);
    byte[] changed = Files.readAllBytes(input);
    changed[(int) Fixtures.records("plain").get(50).offset() + 9] ^= 1;
    file("a.rec", changed);
    Path list = path("list.tsv");
    run("verify -q --checksums --list {} {}", list, input).ended(4);
    run("salvage -q --list {} {} {}", list, input, path("out")).ended(5);
    byte[] kept = joined(records("plain", 0, 50), records("plain", 51, 200));
    assertArrayEquals(kept, bytes("out/part-00000.rec"));
    Files.delete(path("a.idx"));
    Files.delete(path("a.ridx"));
    run("salvage -q --list {} {} {}/bare", list, input, dir).ended(5);
    assertArrayEquals(kept, bytes("bare/part-00000.rec"));
  }

  @Test
  void compressedFilesAreSalvaged() throws IOException {
    byte[] damaged = Fixtures.bytes("plain.rec");
    int hit = (int) Fixtures.records("plain").get(50).offset();
    damaged[hit] ^= 1;
    try (var out = new GZIPOutputStream(Files.newOutputStream(path("a.rec.gz")))) {
      out.write(damaged);
    }
    run("salvage -q {} {}", path("a.rec.gz"), path("out")).ended(5);
    assertArrayEquals(
        joined(records("plain", 0, 49), records("plain", 51, 200)), bytes("out/part-00000.rec"));
    assertEquals(
        damaged.length,
        Files.size(path("out/part-00000.rec")) + report().get("bytesLost").asLong());
  }

  @Test
  void payloadsOfWritersThatDoNotEscapeStayAsTheyAre() throws IOException {
    byte[] inner = Fixtures.bytes("tiny.rec");
    var file = new ByteArrayOutputStream();
    for (int i = 0; i < 30; i++) {
      file.writeBytes(
          new byte[] {0x0A, 0x23, (byte) 0xD7, (byte) 0xCE, (byte) inner.length, 0, 0, 0});
      file.writeBytes(inner);
    }
    Path input = file("a.rec", file.toByteArray());
    ok("salvage -q --unescaped -D recordio.split.verify-records=3 {} {}", input, path("out"));
    assertArrayEquals(file.toByteArray(), bytes("out/part-00000.rec"));
  }

  @Test
  void theDryRunReadsNoRecordsAndHasTheMostThatIsWritten() throws IOException {
    Path cut = file("a.rec", Arrays.copyOf(Fixtures.bytes("plain.rec"), 10_000));
    file("b.rec", new byte[0]);
    Path none = file("c.rec", "no records at all".getBytes(ISO_8859_1));
    String input = dir + "/*.rec";
    Recordio dry = ok("salvage -q --dry-run --json {} {}", input, path("out"));
    JsonNode planned = new ObjectMapper().readTree(dry.out());
    assertEquals(2, planned.get("shards").asInt());
    assertEquals(6, planned.get("files").asInt());
    assertEquals(Files.size(cut) + Files.size(none), planned.get("bytes").asLong());
    assertTrue(planned.get("bytesEstimated").asBoolean());
    assertFalse(Files.exists(path("out")));
    run("salvage -q {} {}", input, path("out")).ended(5);
    assertTrue(Files.size(path("out/part-00000.rec")) <= planned.get("bytes").asLong());
    assertFalse(Files.exists(path("out/part-00001.rec")));
  }

  @Test
  void anOutputThatExistsIsRefusedAndAnInvalidListToo() throws IOException {
    Path input = file("a.rec", Fixtures.bytes("plain.rec"));
    Files.createDirectory(path("out"));
    run("salvage -q {} {}", input, path("out")).ended(2);
    Path list = file("list.tsv", "x\n".getBytes(ISO_8859_1));
    run("salvage -q --list {} {} {}/other", list, input, dir).ended(3);
    assertFalse(Files.exists(path("other")));
  }
}
