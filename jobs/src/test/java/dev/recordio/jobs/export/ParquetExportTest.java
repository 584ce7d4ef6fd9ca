// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.formats.parquet.ParquetRows;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.image.ImageRecordHeader;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.example.data.Group;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code export --to parquet}, and {@code pack --from parquet} of what it wrote. */
class ParquetExportTest extends ExportTestBase {
  private record Labeled(long key, long id2, float... labels) {}

  private Path write(Labeled... records) throws IOException {
    Path file = path("in.rec");
    try (var writer = new RecordFileWriter(Files.newOutputStream(file), null, 1 << 16)) {
      for (Labeled record : records) {
        int header = ImageRecordHeader.bytes(record.labels.length);
        byte[] payload = new byte[header + 5];
        ImageRecordHeader.write(
            payload, 0, record.key, record.id2, record.labels, record.labels.length);
        payload[header] = (byte) 0xff;
        payload[header + 1] = (byte) 0xd8;
        payload[header + 2] = (byte) 0xff;
        payload[header + 4] = (byte) record.key;
        writer.write(record.key, payload, 0, payload.length);
      }
    }
    return file;
  }

  private ParquetRows exported(Path rec, String options, Object... arguments) throws IOException {
    ok("export --to parquet " + rec + " ./out " + options, arguments);
    return ParquetRows.of(Files.readAllBytes(path("out/part-00000.parquet")));
  }

  private void comesBack(Path rec) throws IOException {
    ok("pack --from parquet ./out ./back");
    assertArrayEquals(Files.readAllBytes(rec), Files.readAllBytes(path("back/part-00000.rec")));
  }

  @Test
  void labelsOfAllKindsKeepTheirBits() throws IOException {
    Path rec =
        write(
            new Labeled(0, 0, 1f),
            new Labeled(Long.MAX_VALUE, 0, -0.0f),
            new Labeled(3, 0, Float.NaN, Float.intBitsToFloat(0x7fc01234), 0.1f),
            new Labeled(4, 0, Float.intBitsToFloat(0xff812345)),
            new Labeled(5, 0, Float.NEGATIVE_INFINITY, Float.MIN_VALUE));
    ParquetRows rows = exported(rec, "--row-group-rows 2");
    assertEquals(List.of(2, 2, 1), rows.sizes());
    assertEquals(
        "{\"info\":{\"features\":{\"key\":{\"dtype\":\"int64\",\"_type\":\"Value\"},"
            + "\"image\":{\"_type\":\"Image\"},\"labels\":{\"feature\":{\"dtype\":\"float32\","
            + "\"_type\":\"Value\"},\"_type\":\"Sequence\"}}}}",
        rows.metadata().get("huggingface"));
    Group second = rows.rows().get(1);
    assertEquals(Long.MAX_VALUE, second.getLong("key", 0));
    assertEquals("000000001.jpg", second.getGroup("image", 0).getString("path", 0));
    comesBack(rec);
  }

  @Test
  void wholeLabelsAreOneColumnAndId2IsThereIfOneIsNotZero() throws IOException {
    Path rec =
        write(new Labeled(7, 0, -1f), new Labeled(8, -2, 16777216f), new Labeled(9, 1L << 40, 0f));
    ParquetRows rows = exported(rec, "--ext jpeg --codec zstd");
    assertEquals(
        """
        message records {
          required int64 key;
          required int64 id2;
          optional group image {
            optional binary bytes;
            optional binary path (STRING);
          }
          required int64 label;
        }
        """,
        rows.schema().toString());
    assertEquals(16777216, rows.rows().get(1).getLong("label", 0));
    assertEquals("000000001.jpeg", rows.rows().get(1).getGroup("image", 0).getString("path", 0));
    comesBack(rec);
  }

  @ParameterizedTest
  @CsvSource({"images.rec, 5, snappy", "multi.rec, 100, uncompressed"})
  void fixturesComeBack(String name, int rows, String codec) throws IOException {
    Path rec = fixture("/formats/" + name);
    exported(rec, "--row-group-rows {} --codec {}", rows, codec);
    comesBack(rec);
  }

  /** DuckDB's file of the same records; the second one has neither keys nor the usual names. */
  @ParameterizedTest
  @ValueSource(strings = {"images.parquet", "plain.parquet"})
  void filesOfOthersGiveTheSameImages(String name) throws IOException {
    Path file = fixture("/formats/parquet/" + name);
    ok("pack {} ./back", file); // known by its first bytes
    byte[] expected = Files.readAllBytes(fixture("/formats/images.rec"));
    byte[] packed = Files.readAllBytes(path("back/part-00000.rec"));
    assertEquals(expected.length, packed.length);
    if (name.equals("images.parquet")) {
      assertArrayEquals(expected, packed);
    }
  }

  @Test
  void classNamesGoToTheFooterAndMustFitTheLabels() throws IOException {
    Path rec = write(new Labeled(0, 0, 1f), new Labeled(1, 0, -1f));
    Path names = Files.writeString(path("names"), "kot \"Ł\"\ncat\n");
    ParquetRows rows = exported(rec, "--class-names {}", names);
    String json = rows.metadata().get("huggingface");
    assertTrue(
        json.contains("\"label\":{\"names\":[\"kot \\\"Ł\\\"\",\"cat\"],\"_type\":\"ClassLabel\"}"),
        json);
  }

  @Test
  void whatDoesNotFitIsRefused() throws IOException {
    Path rec = write(new Labeled(0, 0, 2f), new Labeled(1, 0, 0.5f));
    Path one = Files.writeString(path("one"), "cat\n");
    Path twice = Files.writeString(path("twice"), "cat\ncat\n");
    String line = "export --to parquet {} ./out ";
    String named = line + "--class-names {}";
    assertHas(refused(2, line + "--header none", rec), "--header is none");
    assertHas(refused(2, line + "--raw", rec), "--raw");
    assertHas(refused(3, named, rec, twice), "line 2: found \"cat\" again");
    Path gbk = Files.writeString(path("gbk"), "狗\n猪\n", Charset.forName("GBK"));
    assertHas(refused(3, named, rec, gbk), "line 1: found bytes that are not UTF-8");
    assertHas(refused(3, named, rec, path("no-such")), "no-such");
    assertHas(refused(3, named, rec, one), "found some that are not one");
    rec = write(new Labeled(0, 0, 2f));
    assertHas(refused(3, named, rec, one), "labels are from -1 (none) to 0; found 2");
    rec = write(new Labeled(0, 0, 2f), new Labeled(Long.MIN_VALUE, 0, 1f));
    assertHas(refused(3, line, rec), "key is 2^63 or more");
  }
}
