// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.transcode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.images.codec.Decoding;
import dev.recordio.images.codec.EncodedImage;
import dev.recordio.images.codec.ImageCodec;
import dev.recordio.images.codec.ImageCodecs;
import dev.recordio.images.codec.ImageColor;
import dev.recordio.images.codec.ImageEncoding;
import dev.recordio.images.codec.Pixels;
import dev.recordio.images.resample.Crops;
import dev.recordio.images.resample.Interpolation;
import dev.recordio.images.resample.Resampler;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The steps of a transcoder against the same ones done by hand, on lossless images. */
class TranscoderTest {
  private static final TranscodeOptions PNG =
      TranscodeOptions.DEFAULT.withEncoding(ImageEncoding.PNG, 3);

  private final ImageCodec codec = ImageCodecs.create(ImageCodecs.Choice.JDK);
  private final EncodedImage out = new EncodedImage();

  @AfterEach
  void close() {
    codec.close();
  }

  private static Decoding limits(long maxPixels) {
    return new Decoding(ImageColor.COLOR, maxPixels, Decoding.Damaged.WARN);
  }

  private static Pixels noise(int width, int height) {
    var pixels = new Pixels();
    pixels.reshape(width, height, 3, 8);
    new Random(width * 31L + height).nextBytes(pixels.data());
    return pixels;
  }

  private byte[] png(Pixels pixels) throws MalformedRecordException {
    codec.encode(pixels, ImageEncoding.PNG, 3, out);
    return out.toByteArray();
  }

  private Pixels decoded(byte[] image, ImageColor color) throws MalformedRecordException {
    var pixels = new Pixels();
    codec.decode(image, 0, image.length, limits(1 << 24).as(color), pixels);
    return pixels;
  }

  /** Transcodes from the middle of an array, after other images. */
  private byte[] made(TranscodeOptions options, byte[] image, long id)
      throws MalformedRecordException {
    byte[] padded = new byte[image.length + 7];
    System.arraycopy(image, 0, padded, 4, image.length);
    try (var transcoder =
        new Transcoder(options, ImageCodecs.create(ImageCodecs.Choice.JDK), limits(1 << 24))) {
      byte[] other = png(noise(90, 80));
      transcoder.transcode(other, 0, other.length, 1, out);
      transcoder.transcode(padded, 4, image.length, id, out);
      return out.toByteArray();
    }
  }

  private static void assertSamePixels(Pixels expected, Pixels actual) {
    assertEquals(
        expected.width() + "x" + expected.height() + "x" + expected.channels(),
        actual.width() + "x" + actual.height() + "x" + actual.channels());
    assertArrayEquals(
        Arrays.copyOf(expected.data(), expected.bytes()),
        Arrays.copyOf(actual.data(), actual.bytes()));
  }

  @ParameterizedTest
  @CsvSource({"17, 26", "26, 17", "20, 20", "31, 30"})
  void aSquareIsCutThenItsEdgeResized(int width, int height) throws MalformedRecordException {
    Pixels image = noise(width, height);
    int edge = Math.min(width, height);
    var square = new Pixels();
    Crops.cut(image, (width - edge) / 2, (height - edge) / 2, edge, edge, square);
    var expected = new Pixels();
    new Resampler().resize(square, 11, 11, Interpolation.BILINEAR, expected);
    TranscodeOptions options = PNG.withCenterCrop(true).withResize(11, true);
    assertSamePixels(expected, decoded(made(options, png(image), 0), ImageColor.COLOR));
  }

  @ParameterizedTest
  @CsvSource({"17, 26, 40, 61", "26, 17, 61, 40", "17, 26, 17, 26", "17, 26, 5, 7"})
  void theOtherEdgeIsFloored(int width, int height, int newWidth, int newHeight)
      throws MalformedRecordException {
    Pixels image = noise(width, height);
    var expected = new Pixels();
    new Resampler().resize(image, newWidth, newHeight, Interpolation.CUBIC, expected);
    TranscodeOptions options =
        PNG.withInterpolation(Interpolation.CUBIC, 0)
            .withResize(Math.min(newWidth, newHeight), true);
    assertSamePixels(expected, decoded(made(options, png(image), 0), ImageColor.COLOR));
  }

  @ParameterizedTest
  @CsvSource({"18, 17, 26", "17, 17, 26", "16, 16, 24"})
  void smallImagesAreNotEnlargedWhereThatIsNotWanted(int resize, int width, int height)
      throws MalformedRecordException {
    Pixels made =
        decoded(made(PNG.withResize(resize, false), png(noise(17, 26)), 0), ImageColor.COLOR);
    assertEquals(width + "x" + height, made.width() + "x" + made.height());
  }

  @Test
  void greyIsDecodedAndNotComputedLater() throws MalformedRecordException {
    byte[] image = png(noise(12, 9));
    Pixels made = decoded(made(PNG.withColor(ImageColor.GRAY), image, 0), ImageColor.UNCHANGED);
    assertSamePixels(decoded(image, ImageColor.GRAY), made);
  }

  /** Area and cubic give other pixels than bilinear: automatic is the former ones. */
  @Test
  void automaticMethodsGoByTheSizes() throws MalformedRecordException {
    byte[] image = png(noise(20, 24));
    TranscodeOptions auto = PNG.withInterpolation(Interpolation.AUTO, 0);
    assertArrayEquals(
        made(PNG.withInterpolation(Interpolation.CUBIC, 0).withResize(33, true), image, 0),
        made(auto.withResize(33, true), image, 0));
    assertArrayEquals(
        made(PNG.withInterpolation(Interpolation.AREA, 0).withResize(7, true), image, 0),
        made(auto.withResize(7, true), image, 0));
  }

  @Test
  void theDrawnMethodIsAFunctionOfSeedAndId() throws MalformedRecordException {
    byte[] image = png(noise(20, 24));
    var drawn = PNG.withInterpolation(Interpolation.RANDOM, 7).withResize(13, true);
    var counts = new int[5];
    var otherSeed = 0;
    for (long id = -30; id < 30; id++) {
      byte[] first = made(drawn, image, id);
      assertArrayEquals(first, made(drawn, image, id));
      for (int method = 0; method < 5; method++) {
        var fixed = PNG.withInterpolation(Interpolation.of(method), 7).withResize(13, true);
        counts[method] += Arrays.equals(first, made(fixed, image, id)) ? 1 : 0;
      }
      byte[] other = made(drawn.withInterpolation(Interpolation.RANDOM, 8), image, id);
      otherSeed += Arrays.equals(first, other) ? 0 : 1;
    }
    assertEquals(60, Arrays.stream(counts).sum(), Arrays.toString(counts));
    assertTrue(Arrays.stream(counts).allMatch(count -> count >= 4), Arrays.toString(counts));
    assertTrue(otherSeed > 30, "another seed drew the same " + (60 - otherSeed) + " times");
  }

  @Test
  void qualitiesAreThoseOfTheEncoding() throws MalformedRecordException {
    Pixels enlarged = new Pixels();
    new Resampler().resize(noise(9, 9), 40, 40, Interpolation.BILINEAR, enlarged);
    byte[] image = png(enlarged);
    int low = made(TranscodeOptions.DEFAULT.withEncoding(ImageEncoding.JPEG, 5), image, 0).length;
    int high = made(TranscodeOptions.DEFAULT, image, 0).length;
    assertTrue(low < high / 2, low + " of " + high);
    byte[] stored = made(TranscodeOptions.DEFAULT.withEncoding(ImageEncoding.PNG, 0), image, 0);
    assertNotEquals(stored.length, made(PNG, image, 0).length);
    assertSamePixels(decoded(image, ImageColor.COLOR), decoded(stored, ImageColor.COLOR));
  }

  @Test
  void whatAnImageBecomesIsLimited() throws MalformedRecordException {
    byte[] thin = png(noise(400, 1));
    try (var transcoder =
        new Transcoder(
            PNG.withResize(20, true), ImageCodecs.create(ImageCodecs.Choice.JDK), limits(4000))) {
      var e =
          assertThrows(
              MalformedRecordException.class,
              () -> transcoder.transcode(thin, 0, thin.length, 0, out));
      assertEquals("400x1, which becomes 8000x20", e.found());
    }
  }

  /** The other edge would be beyond an int. */
  @Test
  void edgesThatOverflowAreRefusedToo() throws MalformedRecordException {
    byte[] thin = png(noise(60_000, 1));
    try (var transcoder =
        new Transcoder(
            PNG.withResize(65_500, true),
            ImageCodecs.create(ImageCodecs.Choice.JDK),
            limits(1L << 31))) {
      assertThrows(
          MalformedRecordException.class, () -> transcoder.transcode(thin, 0, thin.length, 0, out));
    }
  }

  @Test
  void optionsAreChecked() {
    assertThrows(InvalidSettingException.class, () -> PNG.withResize(-1, true));
    assertThrows(InvalidSettingException.class, () -> PNG.withResize(65_501, true));
    assertThrows(InvalidSettingException.class, () -> PNG.withEncoding(ImageEncoding.PNG, 10));
    assertThrows(InvalidSettingException.class, () -> PNG.withEncoding(ImageEncoding.JPEG, 101));
    assertThrows(InvalidSettingException.class, () -> PNG.withEncoding(ImageEncoding.JPEG, -1));
    assertEquals(9, PNG.withEncoding(ImageEncoding.PNG, 9).quality());
    assertEquals(95, TranscodeOptions.DEFAULT.quality());
    assertSame(ImageEncoding.JPEG, TranscodeOptions.DEFAULT.encoding());
  }
}
