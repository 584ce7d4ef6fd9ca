// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.testing.Images;
import dev.recordio.jobs.testing.Recordio;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Images that can't be made: each gives one clear error, or a line in the rejects. */
class PackBadImagesTest extends LocalTestBase {
  private static final int IHDR_CRC_AT = 29;

  static Stream<Map.Entry<String, byte[]>> badImages() throws IOException {
    byte[] png = Images.tiles("png", 40, 30, 1);
    byte[] jpeg = Images.tiles("jpg", 40, 30, 1);
    byte[] wrongCrc = png.clone();
    wrongCrc[IHDR_CRC_AT] ^= 1;
    // As large as an int can say, with the right CRC.
    byte[] large = png.clone();
    ByteBuffer.wrap(large).putInt(16, Integer.MAX_VALUE).putInt(20, Integer.MAX_VALUE);
    var crc = new CRC32();
    crc.update(large, 12, 17);
    ByteBuffer.wrap(large).putInt(IHDR_CRC_AT, (int) crc.getValue());
    return Map.of(
        "empty.jpg", new byte[0],
        "text.jpg", bytes("GIF, or so it says"),
        "header.jpg", Arrays.copyOf(jpeg, 30),
        "header.png", Arrays.copyOf(png, 20),
        "crc.png", wrongCrc,
        "large.png", large,
        "cut.jpg", Arrays.copyOf(jpeg, jpeg.length / 2),
        "cut.png", Arrays.copyOf(png, png.length / 2))
        .entrySet()
        .stream();
  }

  private Path folder(Map.Entry<String, byte[]> bad) throws IOException {
    byte[] good = Images.tiles("jpg", 40, 30, 2);
    return writeAll(
        "bad",
        new TreeMap<>(
            Map.of("1/a.jpg", good, "2/" + bad.getKey(), bad.getValue(), "3/c.jpg", good)));
  }

  private Configuration resizing(Object... settings) throws IOException {
    Configuration conf = conf(settings);
    PackConf.RESIZE.set(conf, 16);
    return conf;
  }

  @ParameterizedTest
  @MethodSource("badImages")
  void oneBadImageIsNamedOrLeftOut(Map.Entry<String, byte[]> bad) throws Exception {
    Path folder = folder(bad);
    String name = testDir() + "/bad/2/" + bad.getKey();
    String error = failure(resizing(), folder);
    assertTrue(error.matches("3 .*: " + name + " at offset \\d+: expected .*, found .*"), error);
    assertHas(error, "--on-error skip");

    Packed packed = pack(resizing(PackConf.ON_ERROR, "skip"), folder);
    assertEquals(2, packed.payloads().size());
    assertEquals(1, packed.count(PackCounter.SKIPPED_SOURCES));
    assertEquals(2, packed.count(PackCounter.IMAGES_MADE));
    assertEquals(1, packed.rejects().size());
    assertHas(packed.rejects().get(0), name + "\t", " at offset ", "expected ", "found ");
  }

  /** It is a file like others where nothing is wanted of its pixels. */
  @Test
  void withoutOptionsNothingIsDecoded() throws Exception {
    Packed packed = pack(conf(), folder(Map.entry("text.jpg", bytes("text"))));
    assertEquals(3, packed.payloads().size());
  }

  /** What OpenCV decodes as a whole, and so im2rec packs. */
  @Test
  void imagesWithHarmlessDamageAreMadeCountedAndNamed() throws Exception {
    byte[] jpeg = Images.tiles("jpg", 40, 30, 1);
    byte[] odd = Images.withWarning(jpeg);
    Path folder = writeAll("warned", Map.of("1/a.jpg", jpeg, "2/b.jpg", odd, "2/c.jpg", odd));
    Packed packed = pack(resizing(), folder);
    assertEquals(2, packed.count(PackCounter.IMAGES_WITH_WARNINGS));
    byte[] same = pack(resizing(), writeAll("sound", Map.of("a.jpg", jpeg))).payloads().get(0);
    byte[] made = packed.payloads().get(1);
    assertArrayEquals(image(same), image(made));

    String out = newOutput().toString();
    Recordio run = ok("-q pack --json --resize 16 {} {}", folder, out);
    assertHas(
        run.err(),
        "note: 2 images are taken with warnings (-D recordio.image.damaged=refuse",
        "/warned/2/b.jpg at offset ",
        "extraneous bytes before marker 0xd9",
        "; file:",
        "/warned/2/c.jpg at offset ");
    assertHas(run.out(), "\"imagesWithWarnings\" : 2", "\"notes\" : [", "\"2 images are taken");

    String error = failure(resizing("recordio.image.damaged", "refuse"), folder);
    assertHas(error, "3 invalid image: ", "/warned/2/b.jpg at offset ", "extraneous bytes");
  }

  private static byte[] image(byte[] payload) {
    return Arrays.copyOfRange(payload, ImageRecordHeader.FIXED_BYTES, payload.length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"refuse", "warn", "accept"})
  void damagedPixelsAreTakenWhereTheUserWantsThem(String policy) throws Exception {
    byte[] jpeg = Images.tiles("jpg", 40, 30, 1);
    Path folder = writeAll("cut", Map.of("a.jpg", Arrays.copyOf(jpeg, jpeg.length * 3 / 4)));
    Configuration conf = resizing("recordio.image.damaged", policy);
    if (!policy.equals("accept")) {
      assertHas(failure(conf, folder), "3 ", "/cut/a.jpg at offset ");
    } else {
      byte[] payload = pack(conf, folder).payloads().get(0);
      var image =
          new ByteArrayInputStream(
              payload,
              ImageRecordHeader.FIXED_BYTES,
              payload.length - ImageRecordHeader.FIXED_BYTES);
      assertEquals(16, ImageIO.read(image).getHeight());
    }
  }

  @Test
  void theLimitOfPixelsIsTheUsers() throws Exception {
    Path folder = writeAll("l", Map.of("a.png", Images.tiles("png", 40, 30, 1)));
    String key = "recordio.image.max-pixels";
    assertEquals(1, pack(resizing(key, 1200), folder).payloads().size());
    assertHas(failure(resizing(key, 1199), folder), "1199", "40x30");
  }

  /** A thin image would be huge once its short edge is long. */
  @Test
  void whatAnImageBecomesIsLimitedToo() throws Exception {
    Path folder = writeAll("t", Map.of("a.png", Images.tiles("png", 2000, 1, 1)));
    String error =
        failure(resizing(PackConf.RESIZE, 16, "recordio.image.max-pixels", 4000), folder);
    assertHas(error, "3 invalid image: ", "/t/a.png at offset 0", "4000 pixels", "32000x16");
  }

  /** JPEG takes no longer edges. */
  @Test
  void anEdgeThatJpegDoesNotTakeIsAnError() throws Exception {
    Path folder = writeAll("w", Map.of("a.png", Images.tiles("png", 4100, 1, 1)));
    assertHas(failure(resizing(), folder), "/w/a.png at offset 0", "65500", "65600x16");
    Packed png = pack(resizing(PackConf.ENCODING, ".png"), folder);
    assertEquals(1, png.payloads().size());
  }

  @Test
  void theCommandEndsWithFiveAndNamesTheReasons() throws Exception {
    Path folder = folder(Map.entry("text.jpg", bytes("text")));
    String out = newOutput().toString();
    assertHas(
        run("pack --resize 16 --on-error skip {} {}", folder, out).ended(5).err(),
        "files skipped  1\n",
        "images made    2\n",
        "codec  ",
        out + "/_rejects");

    assertHas(
        run("pack --quality 80 {} {}", folder, newOutput().toString()).ended(3).err(),
        "/2/text.jpg at offset 0: expected ",
        "--on-error skip");

    assertHas(
        run("pack --quality 101 gone {}", newOutput().toString()).ended(2).err(),
        "--quality is '101'");
  }
}
