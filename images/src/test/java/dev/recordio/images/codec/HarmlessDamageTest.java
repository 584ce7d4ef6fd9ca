// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import static dev.recordio.images.codec.OpenCvImages.jpeg;
import static dev.recordio.images.codec.PngTool.chunk;
import static dev.recordio.images.codec.PngTool.deflated;
import static dev.recordio.images.codec.PngTool.inserted;
import static dev.recordio.images.codec.PngTool.png;
import static dev.recordio.images.codec.PngTool.withWrongCrc;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fuzz.Fuzz;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What is wrong with an image and loses none of its data: both codecs take what OpenCV's imdecode
 * takes, to the same pixels, and say what is wrong. What loses data they refuse.
 */
class HarmlessDamageTest {
  private static final int DQT = 0xdb;
  private static final int DHT = 0xc4;
  private static final int SOS = 0xda;
  private static final int EOI = 0xd9;
  private static final int RST0 = 0xd0;

  private final ImageCodec jdk = ImageCodecs.create(ImageCodecs.Choice.JDK);
  private final ImageCodec opencv = ImageCodecs.create(ImageCodecs.Choice.OPENCV);

  @AfterEach
  void close() {
    jdk.close();
    opencv.close();
  }

  private static Map<String, byte[]> jpegs() {
    var kinds = new LinkedHashMap<String, byte[]>();
    kinds.put("baseline", jpeg(40, 30, 3));
    kinds.put("progressive", jpeg(40, 30, 3, OpenCvImages.PROGRESSIVE, 1));
    kinds.put("restarts", jpeg(70, 60, 3, OpenCvImages.RESTART, 2));
    kinds.put("grey", jpeg(33, 21, 1));
    return kinds;
  }

  /** Returns bytes without 0xff, so without a marker. */
  private static byte[] garbage(int count) {
    var random = new SplittableRandom(count);
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) random.nextInt(255);
    }
    return bytes;
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }

  private static int marker(byte[] jpeg, int code, int from) {
    for (int i = from; i + 1 < jpeg.length; i++) {
      if (jpeg[i] == (byte) 0xff && jpeg[i + 1] == (byte) code) {
        return i;
      }
    }
    throw new IllegalArgumentException(Integer.toHexString(code));
  }

  private static byte[] before(byte[] jpeg, int code, byte[] more) {
    return inserted(jpeg, marker(jpeg, code, 0), more);
  }

  @Test
  void bytesBetweenTheSegmentsOfAJpegAreHarmless() throws Exception {
    for (Map.Entry<String, byte[]> kind : jpegs().entrySet()) {
      byte[] sound = kind.getValue();
      for (int count : new int[] {1, 7, 300}) {
        for (int code : new int[] {DQT, DHT, SOS}) {
          String what = kind.getKey() + ", " + count + " bytes before " + Integer.toHexString(code);
          assertTaken(what, before(sound, code, garbage(count)), sound);
        }
      }
      byte[] stuffed = before(before(sound, SOS, hex("ff0012ff0000")), DQT, garbage(9));
      assertTaken(kind.getKey() + ", in two places", stuffed, sound);
      int scan = marker(sound, SOS, 0);
      byte[] fill = inserted(sound, scan, hex("0102ffffff"));
      assertTaken(kind.getKey() + ", then fill bytes", fill, sound);
    }
  }

  @Test
  void bytesBeforeTheEndOfAJpegAreHarmless() throws Exception {
    for (Map.Entry<String, byte[]> kind : jpegs().entrySet()) {
      byte[] sound = kind.getValue();
      int end = sound.length - 2;
      for (int count : new int[] {20, 1483, 9000}) {
        String what = kind.getKey() + ", " + count + " bytes before its end";
        assertTaken(what, inserted(sound, end, garbage(count)), sound);
      }
      byte[] comment = inserted(sound, end, hex("fffe00044142"));
      assertTaken(kind.getKey() + ", before a comment", inserted(comment, end, garbage(50)), sound);
      byte[] both = before(inserted(sound, end, garbage(77)), DQT, garbage(5));
      assertTaken(kind.getKey() + ", before two markers", both, sound);
    }
    byte[] public1483 = CodecImages.read("ext1483.jpg");
    int end = marker(public1483, EOI, 0);
    byte[] whole = Arrays.copyOf(public1483, end - 1483 + 2);
    whole[whole.length - 2] = (byte) 0xff;
    whole[whole.length - 1] = (byte) EOI;
    assertTaken("1,483 bytes before its end", public1483, whole);
  }

  /** After the last code of a single scan nothing is looked at but the end. */
  @Test
  void markersAfterTheCodesOfAScanAreHarmless() throws Exception {
    for (Map.Entry<String, byte[]> kind : jpegs().entrySet()) {
      byte[] sound = kind.getValue();
      int end = sound.length - 2;
      byte[] tables = inserted(sound, end, hex("000102030405060708090affc40003001100ff17ff99"));
      if (kind.getKey().equals("progressive")) {
        assertNull(OpenCvImages.decode(tables, ImageColor.COLOR));
        assertRefused(kind.getKey(), tables);
        continue;
      }
      assertTaken(kind.getKey() + ", wrong tables", tables, sound);
      byte[] noise = new byte[3000];
      new SplittableRandom(1).nextBytes(noise);
      assertTaken(kind.getKey() + ", noise", inserted(sound, end, noise), sound);
      byte[] second = inserted(sound, sound.length - 2, jpegs().get("grey"));
      assertTaken(kind.getKey() + ", another image", inserted(second, end, garbage(20)), sound);
      byte[] endless = Arrays.copyOf(inserted(sound, end, noise), end + 200);
      assertRefused(kind.getKey() + ", no end", endless);
    }
  }

  @Test
  void bytesBetweenScansOrRestartsAreHarmless() throws Exception {
    byte[] restarts = jpegs().get("restarts");
    byte[] every = restarts;
    for (int code = RST0 + 7; code >= RST0; code--) {
      int at = marker(restarts, code, 0);
      assertTaken("before restart " + code, inserted(restarts, at, garbage(12)), restarts);
      every = inserted(every, at, garbage(30 + code));
    }
    assertTaken("before eight restarts", every, restarts);
    byte[] progressive = jpegs().get("progressive");
    int first = marker(progressive, SOS, 0);
    int tables = marker(progressive, DHT, first);
    int second = marker(progressive, SOS, tables);
    assertTaken("before tables", inserted(progressive, tables, garbage(50)), progressive);
    assertTaken("before a scan", inserted(progressive, second, garbage(50)), progressive);
    byte[] several = inserted(inserted(progressive, second, garbage(40)), tables, garbage(60));
    several = inserted(several, several.length - 2, garbage(90));
    assertTaken("before three markers", several, progressive);
  }

  /** Only the first thing that libjpeg warns of is said: what comes after it must be found. */
  @Test
  void harmlessBytesHideNoLossInAJpeg() {
    for (Map.Entry<String, byte[]> kind : jpegs().entrySet()) {
      byte[] sound = kind.getValue();
      byte[] cut = Arrays.copyOf(sound, sound.length - 20);
      byte[] ended = inserted(cut, cut.length, hex("ffd9"));
      for (int code : new int[] {DQT, SOS}) {
        assertRefused(kind.getKey() + ", cut", before(cut, code, garbage(9)));
        assertRefused(kind.getKey() + ", too few codes", before(ended, code, garbage(9)));
      }
    }
    byte[] restarts = jpegs().get("restarts");
    int first = marker(restarts, RST0, 0);
    int third = marker(restarts, RST0 + 2, 0);
    int fourth = marker(restarts, RST0 + 3, 0);
    byte[] missing = restarts.clone();
    Arrays.fill(missing, third, third + 2, (byte) 0);
    assertRefused("a restart is missing", missing);
    byte[] shorter = Arrays.copyOf(restarts, restarts.length - 9);
    System.arraycopy(restarts, fourth, shorter, fourth - 9, restarts.length - fourth);
    assertRefused("few codes after a restart", inserted(shorter, first, garbage(30)));
    byte[] odd = inserted(restarts, first, garbage(30));
    assertRefused("no end after a restart", Arrays.copyOf(odd, odd.length - 2));
    byte[] progressive = jpegs().get("progressive");
    int tables = marker(progressive, DHT, marker(progressive, SOS, 0));
    byte[] early = inserted(Arrays.copyOf(progressive, progressive.length - 20), 0, new byte[0]);
    early = inserted(early, early.length, hex("ffd9"));
    assertRefused("few codes in the last scan", inserted(early, tables, garbage(50)));
  }

  @Test
  void whatIsCutOrHasNoEndIsRefused() {
    for (Map.Entry<String, byte[]> kind : jpegs().entrySet()) {
      byte[] sound = kind.getValue();
      for (int cut : new int[] {1, 2, 3, 20, sound.length / 2}) {
        byte[] shorter = Arrays.copyOf(sound, sound.length - cut);
        assertRefused(kind.getKey() + " without " + cut + " bytes", shorter);
        assertNull(OpenCvImages.decode(shorter, ImageColor.COLOR), kind.getKey() + " " + cut);
      }
    }
  }

  private static byte[] rows(int width, int height, int pixelBytes) {
    byte[] rows = garbage(height * (1 + width * pixelBytes));
    for (int y = 0; y < height; y++) {
      rows[y * (1 + width * pixelBytes)] = 0; // no filter
    }
    return rows;
  }

  private static byte[] rgb(byte[]... chunks) {
    return png(9, 7, 8, PngLayout.RGB, chunks);
  }

  private static final byte[] PIXELS = chunk("IDAT", deflated(rows(9, 7, 3)));
  private static final byte[] EXIF =
      hex("49492a00080000000100120103000100000006000000" + "00000000");

  /** A chunk with a wrong CRC counts as absent, as in libpng, where the pixels need it not. */
  @Test
  void wrongChecksumsOfChunksThatAreNotNeededAreHarmless() throws Exception {
    byte[] sound = rgb(PIXELS);
    var chunks = new LinkedHashMap<String, byte[]>();
    chunks.put("tEXt", hex("41004242"));
    chunks.put("abCd", hex("41004242"));
    chunks.put("gAMA", hex("0000b18f"));
    chunks.put("sRGB", hex("00"));
    chunks.put("tRNS", hex("000100020003"));
    chunks.put("eXIf", EXIF);
    chunks.put("PLTE", hex("010203040506"));
    for (Map.Entry<String, byte[]> chunk : chunks.entrySet()) {
      byte[] wrong = withWrongCrc(chunk(chunk.getKey(), chunk.getValue()));
      assertTaken(chunk.getKey() + " before the pixels", rgb(wrong, PIXELS), sound);
      if (!chunk.getKey().equals("PLTE")) {
        assertTaken(chunk.getKey() + " after the pixels", rgb(PIXELS, wrong), sound);
      }
    }
    byte[] colors = chunk("PLTE", hex("0a0b0c0d0e0f"));
    byte[] indexed = png(9, 7, 8, PngLayout.PALETTE, colors, chunk("IDAT", deflated(new byte[70])));
    byte[] transparent = withWrongCrc(chunk("tRNS", hex("80")));
    assertTaken("tRNS of a palette", inserted(indexed, PngTool.HEADER + 18, transparent), indexed);
  }

  @Test
  void wrongChecksumsOfWhatThePixelsNeedAreRefused() {
    byte[] header = rgb(PIXELS);
    header[29] ^= 1;
    assertRefused("IHDR", header);
    assertRefused("IDAT", rgb(withWrongCrc(PIXELS)));
    byte[] colors = withWrongCrc(chunk("PLTE", hex("0a0b0c0d0e0f")));
    byte[] indexes = chunk("IDAT", deflated(new byte[70]));
    assertRefused("PLTE", png(9, 7, 8, PngLayout.PALETTE, colors, indexes));
    assertRefused("no name", rgb(chunk("t\u00d2NS", hex("000100020003")), PIXELS));
    assertRefused("an unknown chunk that is needed", rgb(chunk("ABCd", hex("41")), PIXELS));
    byte[] sound = rgb(PIXELS);
    byte[] end = sound.clone();
    end[end.length - 1] ^= 1;
    assertRefused("IEND, as OpenCV did up to 4.6", end);
    assertRefused("no end", Arrays.copyOf(sound, sound.length - PngTool.END));
    assertRefused("half of the end", Arrays.copyOf(sound, sound.length - 5));
  }

  @Test
  void moreDataThanTheHeaderSaysIsHarmless() throws Exception {
    byte[] sound = rgb(PIXELS);
    byte[] rows = rows(9, 7, 3);
    for (int more : new int[] {1, 28, 200_000}) {
      byte[] longer = Arrays.copyOf(rows, rows.length + more);
      assertTaken(more + " bytes more", rgb(chunk("IDAT", deflated(longer))), sound);
    }
    byte[] data = deflated(rows);
    byte[] after = chunk("IDAT", inserted(data, data.length, garbage(30)));
    assertTaken("bytes after the compressed data", rgb(after), sound);
    byte[] another = chunk("IDAT", garbage(30));
    assertTaken("a chunk after the compressed data", rgb(PIXELS, another), sound);
    byte[] text = chunk("tEXt", hex("41004242"));
    assertTaken("a chunk after another chunk", rgb(PIXELS, text, another), sound);
    byte[] colors = chunk("PLTE", hex("0a0b0c0d0e0f101112"));
    byte[] indexes = chunk("IDAT", deflated(new byte[21]));
    byte[] fewer = png(9, 7, 1, PngLayout.PALETTE, chunk("PLTE", hex("0a0b0c0d0e0f")), indexes);
    assertTaken("a palette", png(9, 7, 1, PngLayout.PALETTE, colors, indexes), fewer);
    byte[] opaque = chunk("tRNS", hex("010203"));
    byte[] transparent = inserted(fewer, PngTool.HEADER + 18, opaque);
    assertTaken("the alpha of a palette", transparent, fewer);
  }

  @Test
  void pixelsThatAreCutOrBetweenOtherChunksAreRefused() {
    byte[] rows = rows(9, 7, 3);
    byte[] data = deflated(rows);
    byte[] first = chunk("IDAT", Arrays.copyOf(data, 20));
    byte[] second = chunk("IDAT", Arrays.copyOfRange(data, 20, data.length));
    assertRefused("between", rgb(first, chunk("tEXt", hex("41004242")), second));
    assertRefused("few", rgb(chunk("IDAT", deflated(Arrays.copyOf(rows, rows.length - 1)))));
    assertRefused("no checksum", rgb(chunk("IDAT", Arrays.copyOf(data, data.length - 4))));
  }

  /** The file has no color for such a pixel; OpenCV makes it black, without a word. */
  @Test
  void indicesBeyondThePaletteAreRefusedAndAcceptedAsBlack() throws Exception {
    for (int bits : new int[] {2, 4, 8}) {
      int row = 1 + (9 * bits + 7) / 8;
      byte[] rows = new byte[7 * row];
      rows[2 * row + 1] = (byte) 0xff;
      byte[] colors = chunk("PLTE", hex("0a0b0c0d0e0f"));
      byte[] image = png(9, 7, bits, PngLayout.PALETTE, colors, chunk("IDAT", deflated(rows)));
      MalformedRecordException error = assertRefused(bits + " bits", image);
      assertTrue(error.expected().contains("2 colors of the palette"), error.getMessage());
      assertEquals("color " + ((1 << bits) - 1), error.found());
      for (ImageColor color : ImageColor.values()) {
        var pixels = new Pixels();
        for (ImageCodec codec : new ImageCodec[] {jdk, opencv}) {
          decode(codec, image, color, Decoding.Damaged.ACCEPT, pixels);
          assertSame(bits + " bits", OpenCvImages.decode(image, color), pixels);
        }
      }
    }
  }

  /** Whatever is changed: what is taken, OpenCV takes, too, and makes the same pixels of it. */
  @Test
  void whatIsTakenIsWhatOpenCvMakesOfIt() throws Exception {
    List<byte[]> images = new ArrayList<>(jpegs().values());
    images.add(OpenCvImages.encode(OpenCvImages.pixels(20, 20, 3, 8, 1), ".png"));
    images.add(CodecImages.read("c3b4i0_13x11_trns.png"));
    images.add(CodecImages.read("c2b8i1_13x11_trns.png"));
    Fuzz fuzz = Fuzz.of(HarmlessDamageTest.class);
    fuzz.until(
        "images",
        100_000,
        random -> {
          byte[] image = changed(images.get(random.nextInt(images.size())), random);
          ImageColor color = ImageColor.values()[random.nextInt(3)];
          var pixels = new Pixels();
          fuzz.count("images", 1);
          boolean warns;
          try (ImageCodec alone = new JdkCodec()) { // which remembers nothing
            warns = decode(alone, image, color, Decoding.Damaged.WARN, pixels) != null;
          } catch (MalformedRecordException e) {
            return;
          }
          fuzz.count(warns ? "with warnings" : "taken", 1);
          Pixels expected = OpenCvImages.decode(image, color);
          assertNotNull(expected, "OpenCV makes nothing of it");
          assertSame("OpenCV", expected, pixels);
        });
    assertTrue(!fuzz.isWhole() || fuzz.counted("with warnings") > 50);
  }

  private static byte[] changed(byte[] sound, SplittableRandom random) {
    int at = random.nextInt(2, sound.length - 12);
    byte[] image = sound.clone();
    switch (random.nextInt(3)) {
      case 0 -> image[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> {
        byte[] more = new byte[random.nextInt(1, 30)];
        random.nextBytes(more);
        image = inserted(sound, at, more);
      }
      default -> {
        int fewer = random.nextInt(1, 10);
        image = Arrays.copyOf(sound, sound.length - fewer);
        System.arraycopy(sound, at + fewer, image, at, image.length - at);
      }
    }
    if (random.nextBoolean() && PngLayout.begins(image, 0, image.length)) {
      PngTool.repairCrcs(image);
    }
    return image;
  }

  private static MalformedRecordException decode(
      ImageCodec codec, byte[] image, ImageColor color, Decoding.Damaged damaged, Pixels into)
      throws MalformedRecordException {
    return codec.decode(image, 0, image.length, new Decoding(color, 1 << 20, damaged), into);
  }

  /** Both codecs take it, with a warning, as OpenCV does; not where damage is refused. */
  private void assertTaken(String what, byte[] image, byte[] sound) throws Exception {
    for (ImageColor color : ImageColor.values()) {
      String name = what + ", " + color;
      Pixels expected = OpenCvImages.decode(image, color);
      assertNotNull(expected, name + ": OpenCV makes nothing of it");
      assertSame(name + ": OpenCV", OpenCvImages.decode(sound, color), expected);
      String said = null;
      for (ImageCodec codec : new ImageCodec[] {jdk, opencv}) {
        var pixels = new Pixels();
        assertNull(decode(codec, sound, color, Decoding.Damaged.WARN, pixels), name);
        MalformedRecordException warning =
            decode(codec, image, color, Decoding.Damaged.WARN, pixels);
        assertSame(name, expected, pixels);
        assertNotNull(warning, name + ": no warning");
        assertEquals(warning.getMessage(), said == null ? warning.getMessage() : said, name);
        said = warning.getMessage();
        try {
          decode(codec, image, color, Decoding.Damaged.REFUSE, pixels);
          throw new AssertionError(name + ": not refused");
        } catch (MalformedRecordException e) {
          assertEquals(said, e.getMessage(), name);
        }
      }
    }
  }

  /** Both codecs refuse it, with the same error, which is returned. */
  private MalformedRecordException assertRefused(String what, byte[] image) {
    MalformedRecordException found = null;
    for (ImageCodec codec : new ImageCodec[] {jdk, opencv}) {
      try {
        decode(codec, image, ImageColor.COLOR, Decoding.Damaged.WARN, new Pixels());
        throw new AssertionError(what + ": not refused");
      } catch (MalformedRecordException e) {
        assertEquals(found == null ? e.getMessage() : found.getMessage(), e.getMessage(), what);
        found = e;
      }
    }
    return found;
  }

  private static void assertSame(String what, Pixels expected, Pixels found) {
    assertEquals(shape(expected), shape(found), what);
    assertEquals(
        CodecImages.sha256(expected.data(), expected.bytes()),
        CodecImages.sha256(found.data(), found.bytes()),
        what);
  }

  private static String shape(Pixels image) {
    return image.width() + "x" + image.height() + "x" + image.channels() + ", " + image.depth();
  }
}
