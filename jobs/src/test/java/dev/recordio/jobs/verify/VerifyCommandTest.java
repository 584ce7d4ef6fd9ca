// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.Images;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Faults;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Supports;
import dev.recordio.wire.RecordIOFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code verify} finds, says, and ends with. */
@Supports(
    row = "damage found: headers, magic words, indexes, checksums, images, rows",
    engine = "command line")
class VerifyCommandTest extends CommandTestBase {

  /** Jobs keep no files in the folder of the test. */
  @Override
  protected Configuration conf() {
    return LocalJobs.conf();
  }

  private Path file(String name, byte[] bytes) throws IOException {
    Files.deleteIfExists(dir.resolve("." + name + ".crc")); // else Hadoop's checksum is wrong first
    return Files.write(dir.resolve(name), bytes);
  }

  private JsonNode json(int code, String line, Object... arguments) throws IOException {
    Recordio ended = run("verify -q --json " + line, arguments).ended(code);
    JsonNode root = ended.json();
    long findings = ended.err().lines().filter(l -> !l.startsWith("note: ")).count();
    assertEquals(root.get("damaged").size(), findings, ended.err());
    return root;
  }

  /** Findings would be of no version of the file. */
  @ParameterizedTest
  @ValueSource(strings = {"plain.rec", "/fixtures/csr/rank_qid.libsvm"})
  void aFileThatChangesMeanwhileIsAnError(String fixture) throws IOException {
    Path file = file("a", Fixtures.bytes(fixture));
    var faults = new Faults();
    faults
        .on("**/a", Faults.Call.READ)
        .at(0)
        .afterwards()
        .does(read -> Files.write(file, Arrays.copyOf(Fixtures.bytes(fixture), 1000)));
    Configuration conf = conf();
    String faulty = faults.over(conf, LocalFiles.path(file)).toString();
    String what = fixture.endsWith(".rec") ? "-q" : "--rows";
    Recordio ended = Recordio.run(conf, "verify", what, faulty).ended(3);
    assertHas(
        ended.err(),
        "recordio: the file has changed since it was listed: ",
        "expected " + Fixtures.bytes(fixture).length + " bytes of",
        "found 1000 bytes of");
    assertEquals("", ended.out());
  }

  private static String reason(JsonNode root, int at) {
    return root.get("damaged").get(at).get("reason").asText();
  }

  private static long offset(JsonNode root, int at) {
    return root.get("damaged").get(at).get("offset").asLong();
  }

  private static byte[] record(String payload) {
    byte[] bytes = payload.getBytes(ISO_8859_1);
    byte[] framed =
        new byte[RecordIOFormat.HEADER_BYTES + (int) RecordIOFormat.align(bytes.length)];
    RecordIOFormat.putWord(framed, 0, RecordIOFormat.MAGIC);
    RecordIOFormat.putWord(framed, 4, bytes.length);
    System.arraycopy(bytes, 0, framed, RecordIOFormat.HEADER_BYTES, bytes.length);
    return framed;
  }

  private static byte[] records(String... payloads) {
    var all = new StringBuilder();
    for (String payload : payloads) {
      all.append(new String(record(payload), ISO_8859_1));
    }
    return all.toString().getBytes(ISO_8859_1);
  }

  @Test
  void soundFilesOfTheCppOriginalEndWithZero() throws IOException {
    int records = 0;
    for (String name : List.of("plain", "magic", "mixed", "empty-records", "tiny")) {
      file(name + ".rec", Fixtures.bytes(name + ".rec"));
      records += Fixtures.records(name).size();
    }
    JsonNode root = json(0, "{}", dir);
    assertEquals(5, root.get("files").asInt());
    assertEquals(records, root.get("records").asInt());
  }

  @ParameterizedTest
  @CsvSource({
    "cut-between-parts, 192, truncated",
    "cut-in-header, 248, truncated",
    "cut-in-payload, 192, truncated",
    "leading-garbage, 0, not a RecordIO file",
    "not-multiple-of-4, 172, truncated",
    "starts-mid-record, 0, cflag 3",
  })
  void damagedFilesAreNamedWithOffsetAndReason(String name, long offset, String reason)
      throws IOException {
    file("x.rec", Fixtures.bytes("damaged/" + name + ".rec"));
    JsonNode root = json(4, "{}", path("x.rec"));
    assertEquals(1, root.get("damaged").size());
    assertEquals(offset, offset(root, 0));
    assertHas(reason(root, 0), reason);
    assertTrue(root.get("damaged").get(0).get("key").isNull());
  }

  @Test
  void findingsAreLinesOnStderrAndInTheList() throws IOException {
    Path cut = file("a.rec", Arrays.copyOf(Fixtures.bytes("plain.rec"), 5000));
    Path list = path("list.tsv");
    Recordio ended = run("verify -q --list {} {}", list, cut).ended(4);
    assertTrue(ended.err().startsWith("recordio: truncated file"), ended.err());
    assertTrue(ended.err().endsWith("a.rec at offset 4992\n"), ended.err());
    List<String> lines = Files.readAllLines(list);
    assertEquals(1, lines.size());
    String[] cells = lines.get(0).split("\t");
    assertEquals(List.of("4992", "0", "-"), List.of(cells).subList(1, 4));
    assertTrue(cells[0].endsWith("/a.rec"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void copiesInTextModeAreNamed(boolean added) throws IOException {
    byte[] sound = records("one", "line\r\nand another\r\n", "three", "four");
    String text = new String(sound, ISO_8859_1);
    String copied = added ? text.replace("\n", "\r\n") : text.replace("\r\n", "\n");
    file("t.rec", copied.getBytes(ISO_8859_1));
    JsonNode root = json(4, "{}", path("t.rec"));
    assertHas(reason(root, 0), "text-mode");
  }

  @Test
  void anIndexOfAnotherFileIsNamedOnce() throws IOException {
    file("a.rec", Fixtures.bytes("mixed.rec"));
    file("a.idx", Fixtures.bytes("indexed.idx"));
    JsonNode root = json(4, "{}", path("a.rec"));
    assertEquals(1, root.get("damaged").size(), root::toString);
    assertHas(reason(root, 0), ".idx");
    assertTrue(root.get("damaged").get(0).get("file").asText().endsWith("a.rec"));
    assertEquals(Fixtures.records("mixed").size(), root.get("records").asInt());
  }

  @Test
  void anIndexWithoutALineIsNamedWhereTheRecordIs() throws IOException {
    file("a.rec", Fixtures.bytes("indexed.rec"));
    List<String> lines = new String(Fixtures.bytes("indexed.idx"), ISO_8859_1).lines().toList();
    var without = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      without.append(i == 7 ? "" : lines.get(i) + "\n");
    }
    file("a.idx", without.toString().getBytes(ISO_8859_1));
    JsonNode root = json(4, "{}", path("a.rec"));
    assertEquals(1, root.get("damaged").size(), root::toString);
    assertEquals(Long.parseLong(lines.get(7).split("\t")[1]), offset(root, 0));
  }

  @Test
  void anUnsortedIndexFits() throws IOException {
    file("a.rec", Fixtures.bytes("indexed.rec"));
    file("a.idx", Fixtures.bytes("indexed-unsorted.idx"));
    ok("verify -q {}", path("a.rec"));
  }

  @Test
  void aMissingBinaryIndexAndRepeatedKeysAreNoDamage() throws IOException {
    file("a.rec", records("a", "b"));
    file("a.idx", "5\t0\n5\t12\n".getBytes(ISO_8859_1));
    assertHas(ok("verify {}", path("a.rec")).err(), "a.ridx", "the key 5 is there more than once");
  }

  @Test
  void checksumsWithoutAnyToCompareAreAFinding() throws IOException {
    Path file = file("a.rec", records("a", "b"));
    ok("index -q {}", file);
    JsonNode root = json(4, "--checksums {}", file);
    assertEquals(0, offset(root, 0));
    assertHas(reason(root, 0), "a.ridx");
  }

  @Test
  void aChangedPayloadIsFoundByItsChecksum() throws IOException {
    Path file = file("a.rec", records("a", "bcde", "f"));
    ok("index -q --checksums {}", file);
    byte[] bytes = Files.readAllBytes(file);
    bytes[12 + 9] ^= 1;
    file("a.rec", bytes);
    ok("verify -q {}", file);
    JsonNode root = json(4, "--checksums {}", file);
    assertEquals(1, root.get("damaged").size());
    assertEquals(12, offset(root, 0));
    assertEquals(4, root.get("damaged").get(0).get("length").asInt());
    assertEquals(1, root.get("damaged").get(0).get("key").asInt());
    assertEquals(2, root.get("records").asInt());
  }

  @Test
  void paddingIsComparedByTheChecksumOfTheFileAlone() throws IOException {
    byte[] odd = records("a", "b");
    odd[10] = 7; // some other writer's padding
    Path file = file("a.rec", odd);
    ok("index -q --checksums {}", file);
    ok("verify -q --checksums {}", file);
    odd[22] = 7;
    file("a.rec", odd);
    JsonNode root = json(4, "--checksums {}", file);
    assertEquals(12, offset(root, root.get("damaged").size() - 1));
  }

  @Test
  void magicWordsOfAWriterThatDoesNotEscapeAreAcceptedOnDemand() throws IOException {
    String magic = new String(record(""), ISO_8859_1).substring(0, 4);
    String[] payloads = new String[40];
    Arrays.setAll(payloads, i -> i % 10 == 5 ? "abcd" + magic + "efgh" + i : "payload " + i);
    Path file = file("a.rec", records(payloads));
    JsonNode root = json(4, "{}", file);
    assertHas(reason(root, 0), "escape");
    assertEquals(40, json(0, "--unescaped {}", file).get("records").asInt());
    ok("index -q -D recordio.split.verify-records=10 {}", file);
    JsonNode indexed = json(4, "{}", file);
    assertEquals(4, indexed.get("damaged").size(), indexed::toString);
    assertHas(reason(indexed, 3), "escape");
    assertEquals(36, indexed.get("records").asInt());
  }

  @Test
  void compressedFilesAreWalked() throws IOException {
    for (int cut : new int[] {0, 4}) {
      byte[] sound = Fixtures.bytes("plain.rec");
      try (var out = new GZIPOutputStream(Files.newOutputStream(path("a.rec.gz")))) {
        out.write(sound, 0, sound.length - cut);
      }
      JsonNode root = json(cut == 0 ? 0 : 4, "{}", path("a.rec.gz"));
      assertEquals(
          Fixtures.records("plain").size() - (cut == 0 ? 0 : 1), root.get("records").asInt());
    }
  }

  @Test
  void aFileThatLostAllItsBytesIsTruncated() throws IOException {
    Path file = file("a.rec", records("a", "b"));
    ok("index -q {}", file);
    file("a.rec", new byte[0]);
    JsonNode root = json(4, "{}", file);
    assertEquals(0, offset(root, 0));
    assertHas(reason(root, 0), "truncated");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.idx", "a.ridx"})
  void aDamagedIndexIsAFindingOfTheFile(String index) throws IOException {
    Path file = file("a.rec", Fixtures.bytes("plain.rec"));
    ok("index -q {}", file);
    byte[] bytes = Files.readAllBytes(dir.resolve(index));
    bytes[40] ^= 64;
    file(index, bytes);
    JsonNode root = json(4, "{}", file);
    assertEquals(1, root.get("damaged").size(), root::toString);
    assertHas(reason(root, 0), index.substring(1));
    assertTrue(root.get("damaged").get(0).get("file").asText().endsWith("a.rec"));
  }

  @Test
  void indexesThatContradictEachOtherAreNamed() throws IOException {
    Path file = file("a.rec", records("a", "b", "c"));
    ok("index -q {}", file);
    file("a.idx", "0\t0\n9\t12\n2\t24\n".getBytes(ISO_8859_1));
    JsonNode root = json(4, "{}", file);
    assertEquals(1, root.get("damaged").size(), root::toString);
    assertEquals(12, offset(root, 0));
    assertHas(reason(root, 0), ".idx");
  }

  @Test
  void linesThatAreNoRowsAreNamedWithAnOffsetInThem() throws IOException {
    String text = "1 1:2 3:4\n0 x:1\n1 2:3\n0 5:6:7\n1 1:1\n";
    Path file = file("a.libsvm", text.getBytes(ISO_8859_1));
    JsonNode root = json(4, "--rows {}", file);
    assertEquals(2, root.get("damaged").size(), root::toString);
    assertTrue(offset(root, 0) >= 10 && offset(root, 0) < 16, root::toString);
    assertTrue(offset(root, 1) >= 22 && offset(root, 1) < 30, root::toString);
    assertEquals(3, root.get("records").asInt());
    file("a.libsvm", "1 1:2\n".getBytes(ISO_8859_1));
    assertEquals(1, json(0, "--rows {}", file).get("records").asInt());
  }

  /** Writes four small photographs. */
  private Path images() throws IOException {
    Path images = Files.createDirectory(path("in"));
    for (int i = 0; i < 4; i++) {
      var image =
          new java.awt.image.BufferedImage(40, 30, java.awt.image.BufferedImage.TYPE_INT_RGB);
      image.setRGB(i, i, -1);
      javax.imageio.ImageIO.write(image, "jpg", images.resolve(i + ".jpg").toFile());
    }
    return images;
  }

  @Test
  void imagesThatDoNotDecodeAreNamedByTheirKeys() throws IOException {
    Path images = images();
    byte[] whole = Files.readAllBytes(images.resolve("2.jpg"));
    Files.write(images.resolve("2.jpg"), Arrays.copyOf(whole, whole.length / 2));
    Path out = path("packed");
    ok("pack -q --header image {} {}", images, out);
    String file = out.resolve("part-00000.rec").toString();
    assertEquals(4, json(0, "{}", file).get("records").asInt());
    JsonNode root = json(4, "--images {}", file);
    assertEquals(1, root.get("damaged").size(), root::toString);
    assertEquals(2, root.get("damaged").get(0).get("key").asInt());
    assertEquals(3, root.get("records").asInt());
  }

  /** What readers take is sound; nobody has to guess what else is odd about it. */
  @Test
  void imagesWithHarmlessDamageAreSoundAndNamed() throws IOException {
    Path images = images();
    Files.write(
        images.resolve("2.jpg"), Images.withWarning(Files.readAllBytes(images.resolve("2.jpg"))));
    Path out = path("warned");
    ok("pack -q --header image {} {}", images, out);
    String file = out.resolve("part-00000.rec").toString();
    String note = json(0, "--images {}", file).get("notes").get(0).asText();
    assertTrue(note.startsWith("1 image is taken with a warning"), note);
    assertHas(note, "part-00000.rec at offset ", "extraneous bytes before marker 0xd9");
    assertEquals(
        0, json(0, "-D recordio.image.damaged=accept --images {}", file).get("damaged").size());
    JsonNode root = json(4, "-D recordio.image.damaged=refuse --images {}", file);
    assertEquals(1, root.get("damaged").size());
  }

  /** Returns the payload of a record: an image header with a flag, and what follows it. */
  private static byte[] withHeader(int flag, byte[] image) {
    byte[] payload = new byte[ImageRecordHeader.FIXED_BYTES + image.length];
    ImageRecordHeader.write(payload, 0, 7, 0, new float[] {1}, 1);
    RecordIOFormat.putWord(payload, 0, flag);
    System.arraycopy(image, 0, payload, ImageRecordHeader.FIXED_BYTES, image.length);
    return payload;
  }

  /** The trainers' reader and verify have one idea of an image. */
  @ParameterizedTest
  @ValueSource(strings = {"jpg", "png", "none", "webp", "gif", "bytes", "flag", "short", "cut"})
  void whatReadersRefuseIsAFinding(String kind) throws IOException {
    byte[] jpeg = Files.readAllBytes(images().resolve("1.jpg"));
    var png = new ByteArrayOutputStream();
    javax.imageio.ImageIO.write(javax.imageio.ImageIO.read(path("in/1.jpg").toFile()), "png", png);
    byte[] payload =
        switch (kind) {
          case "jpg" -> withHeader(0, jpeg);
          case "png" -> withHeader(0, png.toByteArray());
          case "none" -> withHeader(0, new byte[0]);
          case "webp" -> withHeader(0, "RIFF\0\0\0\0WEBPVP8 ".getBytes(ISO_8859_1));
          case "gif" -> withHeader(0, "GIF89a\1\0\1\0\0\0\0;".getBytes(ISO_8859_1));
          case "bytes" -> withHeader(0, "what this is nobody knows".getBytes(ISO_8859_1));
          case "flag" -> withHeader(jpeg.length, jpeg);
          case "short" -> new byte[3];
          default -> withHeader(0, Arrays.copyOf(jpeg, jpeg.length / 2));
        };
    Path file =
        file(
            "a.rec",
            records(new String(withHeader(0, jpeg), ISO_8859_1), new String(payload, ISO_8859_1)));
    boolean isImage = kind.equals("jpg") || kind.equals("png");
    JsonNode root = json(isImage ? 0 : 4, "--images {}", file);
    assertEquals(isImage ? 0 : 1, root.get("damaged").size(), root::toString);
    assertEquals(isImage ? 2 : 1, root.get("records").asInt());
    Recordio read = run("batches -q --shape 3,8,8 --batch-size 1 --resize 8 {}", file);
    assertEquals(isImage ? 0 : 3, read.code(), read.err());
  }

  /** Returns the payload of a record without an image. */
  private static String bookkeeping(long key, float from, float to) {
    byte[] payload = new byte[ImageRecordHeader.bytes(2)];
    ImageRecordHeader.write(payload, 0, key, 0, new float[] {from, to}, 2);
    return new String(payload, ISO_8859_1);
  }

  @Test
  void bookkeepingOfAnInsightFaceSetIsNoImageAndNoDamage() throws IOException {
    byte[] image = withHeader(0, Files.readAllBytes(images().resolve("1.jpg")));
    image[8] = 1; // the id
    String[] payloads = {bookkeeping(0, 2, 3), new String(image, ISO_8859_1), bookkeeping(2, 1, 2)};
    Path set = file("a.rec", records(payloads));
    int second = record(payloads[0]).length;
    int third = second + record(payloads[1]).length;
    file("a.idx", ("0\t0\n1\t" + second + "\n2\t" + third + "\n").getBytes(ISO_8859_1));
    assertEquals(3, json(0, "--images {}", set).get("records").asInt());
    file("a.idx", ("7\t0\n1\t" + second + "\n2\t" + third + "\n").getBytes(ISO_8859_1));
    JsonNode plain = json(4, "--images {}", set); // nothing says that it is such a set
    assertEquals(2, plain.get("damaged").size(), plain::toString);
    payloads[1] = bookkeeping(1, 1, 2);
    file("a.rec", records(payloads));
    file("a.idx", "0\t0\n1\t40\n2\t80\n".getBytes(ISO_8859_1));
    JsonNode root = json(4, "--images {}", set);
    assertEquals(1, root.get("damaged").size(), root::toString);
    assertHas(reason(root, 0), "contradicts itself");
  }

  @Test
  void imagesWhoseExtensionLiesAreNamedByTheirKeys() throws IOException {
    Path images = images();
    Files.move(images.resolve("1.jpg"), images.resolve("1.png"));
    Files.move(images.resolve("2.jpg"), images.resolve("2.JPEG"));
    Files.move(images.resolve("3.jpg"), images.resolve("3.data"));
    String list = "7\t0\t0.jpg\n5\t0\t1.png\n6\t0\t2.JPEG\n9\t0\t3.data\n";
    file("train.lst", list.getBytes(ISO_8859_1));
    Path out = path("packed");
    String lst = path("train.lst").toString();
    ok("pack -q --list {} --root {} {}", lst, images, out);
    Path file = out.resolve("part-00000.rec");
    json(0, "--images {}", file);
    Files.writeString(out.resolve("part-00000.lst"), list);
    JsonNode root = json(4, "--images {}", file);
    assertEquals(1, root.get("damaged").size(), root::toString);
    assertEquals(5, root.get("damaged").get(0).get("key").asInt());
    assertHas(reason(root, 0), "extension");
    assertEquals(3, root.get("records").asInt());
    json(0, "--images -D recordio.verify.names=false {}", file);
    Files.writeString(out.resolve("part-00000.lst"), "no list\n");
    assertHas(ok("verify --images {}", file).err(), "part-00000.lst");
  }

  @Test
  void aListThatIsAnInputOrAFolderIsRefused() throws IOException {
    Path input = write("l.rec", Fixtures.bytes("plain.rec"));
    for (Path list : List.of(input, path("l.idx"), dir)) {
      run("verify --list {} {}", list, input).ended(2);
    }
    assertArrayEquals(Fixtures.bytes("plain.rec"), Files.readAllBytes(input));
  }

  @Test
  void aFileOfNoBytesHasTheChecksumsOfItsRecords() throws IOException {
    Path input = write("none.rec", new byte[0]);
    ok("verify --checksums {}", input);
  }

  /** All that is found within a record that was not escaped is one thing that is wrong. */
  @Test
  void aRecordThatWasNotEscapedIsOneFinding() throws IOException {
    byte[] magic = {0x0A, 0x23, (byte) 0xD7, (byte) 0xCE};
    var file = new ByteArrayOutputStream();
    file.writeBytes(magic);
    file.writeBytes(new byte[] {24, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1});
    file.writeBytes(magic);
    file.writeBytes("\0\0\0\0abcdefgh".getBytes(StandardCharsets.ISO_8859_1));
    file.writeBytes(Fixtures.bytes("tiny.rec"));
    Path input = write("u.rec", file.toByteArray());
    Recordio ended = run("verify -q --json {}", input);
    JsonNode found = ended.json();
    assertEquals(1, found.get("damaged").size(), ended.out());
    assertEquals(Fixtures.records("tiny").size(), found.get("records").asInt(), ended.out());
  }

  @Test
  void theWrongChecksumOfTheFileIsAFinding() throws IOException {
    Path input = write("s.rec", Fixtures.bytes("plain.rec"));
    ok("index -q --checksums {}", input);
    Path other = Files.createDirectories(dir.resolve("other")).resolve("s.rec");
    byte[] padded = Fixtures.bytes("plain.rec");
    int end = (int) Fixtures.records("plain").get(3).offset();
    padded[end - 1] = 1; // the padding of a record, which no other checksum covers
    Files.write(other, padded);
    ok("index -q --checksums {}", other);
    Files.copy(path("other/s.ridx"), path("s.ridx"), StandardCopyOption.REPLACE_EXISTING);
    Files.deleteIfExists(path(".s.ridx.crc"));
    assertHas(
        run("verify -q --checksums {}", input).ended(4).err(), "CRC32C does not fit the file");
  }

  @Test
  void whatCannotBeReadEndsWithThree() {
    run("verify -q {}", path("none.rec")).ended(3);
    Recordio empty = run("verify -q {}", dir).ended(3);
    assertFalse(empty.err().contains("at dev.recordio"), empty.err());
  }
}
