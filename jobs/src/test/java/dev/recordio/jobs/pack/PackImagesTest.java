// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.testing.Images;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Images that pack makes: when, of which size, and the same for any shards and tasks. */
class PackImagesTest extends LocalTestBase {
  private static final int WIDTH = 23;
  private static final int HEIGHT = 40;

  private Path folder(int images) throws IOException {
    var files = new TreeMap<String, byte[]>();
    for (int i = 0; i < images; i++) {
      String format = i % 2 == 0 ? "jpg" : "png";
      files.put(String.format("%02d.%s", i, format), Images.tiles(format, WIDTH, HEIGHT, i));
    }
    return writeAll("i", files);
  }

  private static byte[] content(byte[] payload) {
    return Arrays.copyOfRange(payload, ImageRecordHeader.FIXED_BYTES, payload.length);
  }

  private static BufferedImage image(byte[] payload) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(content(payload)));
  }

  private static String size(byte[] payload) throws IOException {
    BufferedImage image = image(payload);
    return image.getWidth() + "x" + image.getHeight();
  }

  @Test
  void withoutAnOptionFilesArePackedByteForByte() throws Exception {
    Packed packed = pack(conf(), folder(2));
    assertEquals(0, packed.count(PackCounter.IMAGES_MADE));
    assertArrayEquals(Images.tiles("png", WIDTH, HEIGHT, 1), content(packed.payloads().get(1)));
  }

  @ParameterizedTest
  @CsvSource({
    "RESIZE, 30",
    "NO_ENLARGE, true",
    "CENTER_CROP, true",
    "QUALITY, 90",
    "ENCODING, .jpg",
    "COLOR, 1",
    "INTER, 1"
  })
  void anyOptionMakesImages(PackConf key, String value) throws Exception {
    Path folder = folder(2);
    Packed packed = pack(conf(key, value), folder);
    assertEquals(2, packed.count(PackCounter.IMAGES_MADE));
    byte[] second = content(packed.payloads().get(1));
    assertEquals((byte) 0xff, second[0], "a JPEG of the PNG");
    long in = 0;
    for (int i = 0; i < 2; i++) {
      in += Images.tiles(i == 0 ? "jpg" : "png", WIDTH, HEIGHT, i).length;
    }
    assertEquals(in, packed.count(PackCounter.BYTES_IN));
    assertEquals(List.of("0", "1"), keys(packed));
  }

  private static List<String> keys(Packed packed) {
    return packed.text("part-00000.idx").lines().map(line -> line.split("\t")[0]).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "12, false, false, 12x20",
    "46, false, false, 46x80",
    "46, true, false, 23x40",
    "23, true, false, 23x40",
    "22, true, false, 22x38",
    "0, false, true, 23x23",
    "46, false, true, 46x46",
    "46, true, true, 23x23"
  })
  void sizesAreThoseOfIm2rec(int resize, boolean noEnlarge, boolean crop, String size)
      throws Exception {
    Packed packed =
        pack(
            conf(
                PackConf.RESIZE, resize,
                PackConf.NO_ENLARGE, noEnlarge,
                PackConf.CENTER_CROP, crop),
            folder(1));
    assertEquals(size, size(packed.payloads().get(0)));
  }

  /** The margin of an odd difference is rounded down at the top. */
  @Test
  void theCropIsTheMiddle() throws Exception {
    int[] samples = new int[2 * 7];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = 10 * i;
    }
    Path folder = writeAll("c", Map.of("a.png", Images.png(2, 7, samples)));
    Packed packed =
        pack(
            conf(
                PackConf.CENTER_CROP,
                true,
                PackConf.ENCODING,
                ".png",
                PackConf.COLOR,
                0,
                PackConf.HEADER,
                "image"),
            folder);
    assertArrayEquals(
        new int[] {40, 50, 60, 70},
        image(packed.payloads().get(0)).getRaster().getPixels(0, 0, 2, 2, (int[]) null));
  }

  @Test
  void sixteenBitsStayInPngAndGiveTheirHighByteToJpeg() throws Exception {
    var deep = new BufferedImage(16, 16, BufferedImage.TYPE_USHORT_GRAY);
    int[] samples = new int[256];
    Arrays.fill(samples, 0x64ff);
    deep.getRaster().setPixels(0, 0, 16, 16, samples);
    Path folder = writeAll("d", Map.of("a.png", Images.encoded(deep, "png")));
    Packed png = pack(conf(PackConf.COLOR, -1, PackConf.ENCODING, ".png"), folder);
    assertEquals(0x64ff, image(png.payloads().get(0)).getRaster().getSample(3, 3, 0));
    Packed jpeg = pack(conf(PackConf.COLOR, -1), folder);
    assertEquals(0x64, image(jpeg.payloads().get(0)).getRaster().getSample(3, 3, 0));
  }

  @Test
  void shardsAndThreadsDoNotChangeAByte() throws Exception {
    Path folder = folder(9);
    Object[] settings = {PackConf.RESIZE, 17, PackConf.INTER, 10, PackConf.SEED, 4};
    Packed one = pack(conf(settings), folder);
    var more = new ArrayList<Object>(List.of(settings));
    more.addAll(List.of(PackConf.SHARDS, 4, "recordio.threads", 3));
    Packed four = pack(conf(more.toArray()), folder);
    assertArrayEquals(one.records(), four.records());
    assertEquals(9, four.count(PackCounter.IMAGES_MADE));
  }

  /** The method that is drawn depends on seed and id, and on nothing else. */
  @Test
  void methodsOfResizingAreDrawnByTheId() throws Exception {
    byte[] tile = Images.tiles("png", WIDTH, HEIGHT, 3);
    var files = new TreeMap<String, byte[]>();
    for (int i = 0; i < 30; i++) {
      files.put(String.format("%02d.png", i), tile);
    }
    Path folder = writeAll("m", files);
    var fixed = new ArrayList<String>();
    Path single = writeAll("s", Map.of("a.png", tile));
    for (int method = 0; method < 5; method++) {
      fixed.add(digest(content(drawn(single, method, 0, false).payloads().get(0))));
    }
    assertEquals(5, new HashSet<>(fixed).size(), "five methods that differ");
    List<Integer> first = methods(drawn(folder, 10, 0, false), fixed);
    assertEquals(List.of(0, 1, 2, 3, 4), first.stream().distinct().sorted().toList());
    assertEquals(first, methods(drawn(folder, 10, 0, true), fixed), "in another order of records");
    assertNotEquals(first, methods(drawn(folder, 10, 1, false), fixed), "of another seed");
  }

  private Packed drawn(Path folder, int inter, int seed, boolean shuffle) throws Exception {
    return pack(
        conf(
            PackConf.RESIZE, 17,
            PackConf.ENCODING, ".png",
            PackConf.INTER, inter,
            PackConf.SEED, seed,
            PackConf.SHUFFLE, shuffle),
        folder);
  }

  /** Returns which method each image was resized by, in the order of their ids. */
  private static List<Integer> methods(Packed packed, List<String> fixed) throws Exception {
    var byId = new TreeMap<Long, Integer>();
    var header = new ImageRecordHeader();
    for (byte[] payload : packed.payloads()) {
      header.read(payload, 0, payload.length, 0);
      byId.put(header.id(), fixed.indexOf(digest(content(payload))));
    }
    return List.copyOf(byId.values());
  }

  @Test
  void withoutHeadersImagesAreMadeTooAndOtherFilesLeftOut() throws Exception {
    Path folder = folder(1);
    write("i/notes.txt", "no image");
    Packed packed = pack(conf(PackConf.HEADER, "none", PackConf.RESIZE, 12), folder);
    assertEquals(1, packed.payloads().size());
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(packed.payloads().get(0)));
    assertEquals(12, image.getWidth());
    assertEquals(1, packed.plan().leftOut());
  }

  @Test
  void membersOfArchivesAreNamedWithTheirArchive() throws Exception {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("in/a.jpg"));
      zip.write(Images.tiles("jpg", WIDTH, HEIGHT, 0));
      zip.putNextEntry(new ZipEntry("in/b.jpg"));
      zip.write(bytes("text"));
    }
    Path archive = write("z.zip", bytes.toByteArray());
    assertHas(failure(conf(PackConf.RESIZE, 8), archive), "/z.zip!in/b.jpg at offset 0: expected");
    Packed packed = pack(conf(PackConf.RESIZE, 8, PackConf.ON_ERROR, "skip"), archive);
    assertEquals("8x13", size(packed.payloads().get(0)));
    assertHas(packed.rejects().get(0), "/z.zip!in/b.jpg\t");
  }

  /** All that is wrong is in one message, before the input, which is missing, is looked for. */
  @Test
  void settingsAreCheckedTogetherBeforeAnythingIsRead() throws Exception {
    Path missing = new Path(testDir(), "missing");
    var many =
        assertThrows(
            InvalidSettingException.class,
            () ->
                pack(
                    conf(
                        PackConf.RESIZE,
                        -1,
                        PackConf.QUALITY,
                        101,
                        PackConf.ENCODING,
                        ".gif",
                        PackConf.COLOR,
                        2,
                        PackConf.INTER,
                        5,
                        "recordio.image.max-pixels",
                        0),
                    missing));
    assertHas(
        many.getMessage(),
        "recordio.pack.resize is '-1'",
        "recordio.pack.quality is '101'",
        "recordio.pack.encoding is '.gif'",
        "recordio.pack.color is '2'",
        "recordio.pack.inter is '5'",
        "recordio.image.max-pixels is '0'");
    var together =
        assertThrows(
            InvalidSettingException.class,
            () -> pack(conf(PackConf.QUALITY, 10, PackConf.ENCODING, ".png"), missing));
    assertHas(together.getMessage(), "recordio.pack.quality is '10'; of .png", "0 to 9");
    assertTrue(PixelSettings.of(conf(PackConf.QUALITY, 9, PackConf.ENCODING, ".png")) != null);
  }
}
