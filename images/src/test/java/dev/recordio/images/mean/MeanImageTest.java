// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of mean images: those that MXNet and NumPy wrote, and damaged ones. */
class MeanImageTest {
  /** Where the numbers of MXNet's file begin, and of NumPy's. */
  private static final int BIN_VALUES = 72;

  private static final int NPY_VALUES = 128;

  private static byte[] fixture(String extension) throws IOException {
    try (InputStream in =
        MeanImageTest.class.getResourceAsStream("/images/mean/mean" + extension)) {
      return in.readAllBytes();
    }
  }

  private static byte[] written(MeanImage mean, String extension) {
    return extension.equals(".npy") ? mean.toNpy() : mean.toBin();
  }

  private static String error(byte[] bytes) {
    var e = assertThrows(MalformedRecordException.class, () -> MeanImage.parse(bytes, "m.x"));
    assertTrue(e.getMessage().startsWith("invalid mean image: m.x at offset "), e.getMessage());
    return e.getMessage();
  }

  @Test
  void bothFormsAreReadAndWrittenByteForByte() throws IOException {
    MeanImage npy = MeanImage.parse(fixture(".npy"), "mean.npy");
    MeanImage bin = MeanImage.parse(fixture(".bin"), "mean.bin");
    assertEquals("3,24,24", npy.shape());
    assertEquals("3,24,24", bin.shape());
    assertArrayEquals(npy.values(), bin.values());
    assertEquals(0x42f16667, Float.floatToIntBits(npy.values()[0]));
    assertArrayEquals(fixture(".npy"), bin.toNpy());
    assertArrayEquals(fixture(".bin"), npy.toBin());
  }

  @ParameterizedTest
  @ValueSource(strings = {".npy", ".bin"})
  void unlikeEdgesAreNotExchanged(String extension) throws IOException {
    var mean = new MeanImage(1, 2, 3, new float[] {0, 1, 2, -3.5f, 4, 1e-40f});
    MeanImage read = MeanImage.parse(written(mean, extension), "m");
    assertEquals("1,2,3", read.shape());
    assertArrayEquals(mean.values(), read.values());
  }

  @ParameterizedTest
  @ValueSource(strings = {".npy", ".bin"})
  void everyTruncationAndAByteMoreAreErrors(String extension) throws IOException {
    byte[] whole = written(new MeanImage(1, 1, 2, new float[] {1, 2}), extension);
    for (int length = 0; length < whole.length; length++) {
      error(Arrays.copyOf(whole, length));
    }
    assertTrue(error(Arrays.copyOf(whole, whole.length + 1)).contains("found 1 more bytes"));
  }

  /** Each field of MXNet's header, made another number. */
  @ParameterizedTest
  @CsvSource({
    "0, mark",
    "8, reserved",
    "16, arrays",
    "24, mark",
    "28, dense",
    "32, axes",
    "68, float32"
  })
  void everyFieldOfABinFileIsChecked(int at, String named) throws IOException {
    byte[] bytes = fixture(".bin");
    bytes[at] ^= 4;
    String message = error(bytes);
    assertTrue(message.contains("at offset " + at + ":") && message.contains(named), message);
  }

  @Test
  void theDeviceOfAnArrayDoesNotMatter() throws IOException {
    byte[] bytes = fixture(".bin");
    bytes[60] = 2; // a GPU
    bytes[64] = 1;
    assertEquals("3,24,24", MeanImage.parse(bytes, "m").shape());
  }

  @Test
  void anotherNameIsAnError() throws IOException {
    byte[] bytes = fixture(".bin");
    bytes[bytes.length - 1] = 'x';
    assertTrue(error(bytes).contains("'mean_imx'"));
  }

  /** Sizes of which products overflow, too, would be far beyond the heap. */
  @ParameterizedTest
  @CsvSource({
    "3, 9223372036854775807, 9223372036854775807",
    "3, 4294967296, 4294967296",
    "1, 1, 4611686018427387905",
    "1, 4, 4611686018427387905",
    "3, 1000000, 1000000",
    "3, -1, -1",
    "3, 0, 24",
    "0, 24, 24",
    "2, 24, 24",
    "-3, 24, -24"
  })
  void sizesThatTheFileDoesNotHoldCostNothing(long channels, long height, long width)
      throws IOException {
    byte[] bytes = fixture(".bin");
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(36, channels)
        .putLong(44, height)
        .putLong(52, width);
    assertTrue(error(bytes).contains(channels + "," + height + "," + width));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "'<f4'|'<f8'",
        "'<f4'|'>f4'",
        "False|True ",
        "(3, 24, 24)|(72, 24)   ",
        "(3, 24, 24)|(24, 24, 3)",
        "(3, 24, 24)|(3, 24, 25)",
        "(3, 24, 24)|(3, 24, 23)",
        "(3, 24, 24)|(3, -4, 24)"
      })
  void otherArraysOfNumpyAreErrors(String right, String wrong) throws IOException {
    byte[] bytes = fixture(".npy");
    String header = new String(bytes, 0, NPY_VALUES, StandardCharsets.ISO_8859_1);
    assertTrue(header.contains(right), header);
    byte[] other =
        header.replace(right, wrong).substring(0, NPY_VALUES).getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(other, 0, bytes, 0, other.length);
    error(bytes);
  }

  @Test
  void anotherVersionOfNpyIsNamed() throws IOException {
    byte[] bytes = fixture(".npy");
    bytes[6] = 2;
    assertTrue(error(bytes).contains("at offset 6: expected NPY 1.0, found 2.0"));
  }

  @Test
  void valuesThatAreNotFiniteAreErrors() throws IOException {
    byte[] bytes = fixture(".bin");
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putFloat(BIN_VALUES + 8, Float.NaN);
    assertTrue(error(bytes).contains("at offset 80: expected finite values, found NaN"));
  }

  @Test
  void aShapeMustHaveAsManyValues() {
    assertThrows(IllegalArgumentException.class, () -> new MeanImage(1, 2, 2, new float[3]));
    assertThrows(IllegalArgumentException.class, () -> new MeanImage(0, 1, 1, new float[0]));
    int half = 1 << 16;
    assertThrows(IllegalArgumentException.class, () -> new MeanImage(1, half, half, new float[0]));
  }
}
