// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Shards of MDS: those of MosaicML's writer, and back to the same records. */
class MdsExportTest extends ExportTestBase {
  private static final byte[] JPEG = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, (byte) 0xE0, 1};

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }

  /** Images of 0 to 299 bytes, some full of the magic word. */
  private static byte[] image(int number) {
    byte[] image = new byte[number * 37 % 300];
    new Random(number).nextBytes(image);
    for (int i = 0; number % 3 == 0 && i + 4 <= image.length; i += 4) {
      byte[] magic = {0x0A, 0x23, (byte) 0xD7, (byte) 0xCE};
      System.arraycopy(magic, 0, image, i, 4);
    }
    return image;
  }

  @Test
  void recordsOfSeveralLabelsAreTheFixture() throws Exception {
    Path records = fixtures("multi.rec", "multi.idx");
    Path expected = fixtures("mds-multi/shard.00000.mds", "mds-multi/index.json").getParent();
    Path out = path("out");
    ok("export --to mds --shards 1 {} {}", records, out);
    for (String name : List.of("shard.00000.mds", "index.json")) {
      assertArrayEquals(
          Files.readAllBytes(expected.resolve(name)), Files.readAllBytes(out.resolve(name)), name);
    }
    assertRoundTrip(records, out, "");
    assertRoundTrip(records, expected, "--from mds");
  }

  @Test
  void recordsOfOneLabelAreTheFixture() throws Exception {
    Path records = fixtures("images.rec", "images.idx");
    Path shard = fixtures("mds/shard.00000.mds", "mds/shard.00001.mds", "mds/index.json");
    Path first = path("first");
    ok("select --keys {} {} {} --shards 1", keys(records, 14), records, first);
    Path out = path("out");
    ok("export --to mds --shards 1 {} {}", first, out);
    assertArrayEquals(
        Files.readAllBytes(shard), Files.readAllBytes(out.resolve("shard.00000.mds")));
    assertRoundTrip(records, shard.getParent(), "");
  }

  private static String keys(Path records, int count) throws IOException {
    String index = records.toString().replace(".rec", ".idx");
    List<String> lines = Files.readAllLines(Path.of(index)).subList(0, count);
    return String.join(",", lines.stream().map(line -> line.split("\t")[0]).toList());
  }

  @Test
  void whateverTasksWriteThemTheShardsAreTheSame() throws Exception {
    var payloads = new ArrayList<byte[]>();
    for (int i = 0; i < 200; i++) {
      payloads.add(payload(1000 - i, 0, image(i), i % 7 - 3));
    }
    Path records = records("many", payloads.toArray(new byte[0][]));
    Path one = path("one");
    ok("export --to mds --shards 7 -D recordio.threads=1 {} {}", records, one);
    Path seven = path("seven");
    String small = "mapreduce.input.fileinputformat.split.maxsize=3000";
    ok("export --to mds --shards 7 -D {} -D recordio.threads=7 {} {}", small, records, seven);
    assertSameFiles(one, seven);
    assertTrue(Files.exists(one.resolve("shard.00006.mds")));
    assertRoundTrip(records, seven, "");
  }

  @Test
  void oneWholeLabelIsANumber() throws Exception {
    Path records =
        records(
            "whole",
            payload(-1L, 0, image(7), 0),
            payload(0, 0, image(8), -0x1p62f),
            payload(1L << 63, 0, image(9), 16777216),
            payload(5, 0, new byte[0], 0x1p62f));
    Path out = path("out");
    ok("export --to mds --shards 2 {} {}", records, out);
    assertHas(
        text(out.resolve("shard.00001.mds")), "[\"bytes\", \"uint64\", \"int\"]", "\"label\"");
    assertRoundTrip(records, out, "");
  }

  @Test
  void otherLabelsAreArraysBitForBit() throws Exception {
    float nan = Float.intBitsToFloat(0xFFC12345);
    float signaling = Float.intBitsToFloat(0x7F800001);
    float[] many = new float[300];
    for (int i = 0; i < many.length; i++) {
      many[i] = i / 7f;
    }
    Path records =
        records(
            "mixed",
            payload(1, 2, image(7), 3),
            payload(-2L, -1L, image(8), nan, signaling, Float.NaN, -0f),
            payload(3, 0, image(9), -0f),
            payload(4, 1L << 63, image(10), Float.NEGATIVE_INFINITY, 1e-45f),
            payload(5, 0, image(11), nan),
            payload(6, 0, image(12), many));
    Path out = path("out");
    ok("export --to mds --shards 3 {} {}", records, out);
    assertHas(
        text(out.resolve("shard.00002.mds")),
        "[\"uint64\", \"bytes\", \"uint64\", \"ndarray:float32\"]",
        "[\"id2\", \"image\", \"key\", \"labels\"]",
        "[8, null, 8, null]");
    assertRoundTrip(records, out, "");
  }

  @Test
  void imagesAreJpegOnlyIfAllAre() throws Exception {
    Path jpegs = records("jpegs", payload(1, 0, JPEG, 1), payload(2, 0, JPEG, 0.5f));
    Path out = path("jpeg");
    ok("export --to mds --shards 1 {} {}", jpegs, out);
    assertHas(text(out.resolve("index.json")), "[\"jpeg\", \"uint64\", \"ndarray:float32\"]");
    assertRoundTrip(jpegs, out, "");
    Path mixed = records("mixed", payload(1, 0, JPEG, 1), payload(2, 0, image(7), 2));
    ok("export --to mds --shards 1 {} ./mixed", mixed);
    assertHas(text(path("mixed/index.json")), "[\"bytes\", \"uint64\", \"int\"]");
  }

  @Test
  void payloadsWithoutHeadersHaveNoLabels() throws Exception {
    Path records = records("plain", payload(7, 0, image(7), 1), payload(9, 0, image(8), 2));
    Path out = path("out");
    ok("export --to mds --header none --shards 1 {} {}", records, out);
    assertHas(text(out.resolve("index.json")), "[\"image\", \"key\"]");
    assertRoundTrip(records, out, "--from mds --header none");
    assertHas(
        error(3, "pack --from mds {} ./labels", out),
        "index.json: expected a column 'label', 'labels' or 'cls', found image (bytes), key",
        "--label-field");
  }
}
