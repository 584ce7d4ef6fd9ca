// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.formats.UnfitInputException;
import dev.recordio.testing.BytesStream;
import io.airlift.compress.lz4.Lz4Compressor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Codecs of pages: there and back, and pages of others; sizes that lie, and damage. */
class PageCodecsTest {
  private static final PageCodecs CODECS = new PageCodecs();

  private static byte[] page(int length) {
    byte[] page = new byte[length];
    var random = new Random(length);
    for (int i = 0; i < length; i++) {
      page[i] = (byte) (random.nextInt(4) == 0 ? random.nextInt() : i / 7);
    }
    return page;
  }

  private static byte[] compress(CompressionCodecName codec, byte[] page) throws IOException {
    if (codec == CompressionCodecName.LZ4_RAW) {
      var lz4 = new Lz4Compressor();
      byte[] out = new byte[lz4.maxCompressedLength(page.length)];
      return Arrays.copyOf(out, lz4.compress(page, 0, page.length, out, 0, out.length));
    }
    return CODECS.getCompressor(codec).compress(BytesInput.from(page)).toByteArray();
  }

  @ParameterizedTest
  @EnumSource(names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
  void pagesComeBackOneAfterTheOther(CompressionCodecName codec) throws IOException {
    var decompressor = CODECS.getDecompressor(codec);
    for (int length : new int[] {1, 2, 100, 70_000, 13, 0, 1_000_000, 5}) {
      byte[] page = page(length);
      byte[] compressed = compress(codec, page);
      BytesInput back = decompressor.decompress(BytesInput.from(compressed), length);
      decompressor.decompress(BytesInput.from(compress(codec, page(9))), 9);
      assertArrayEquals(page, back.toByteArray(), "an earlier page stays as it was");
      var direct = ByteBuffer.allocate(length);
      decompressor.decompress(ByteBuffer.wrap(compressed), compressed.length, direct, length);
      assertArrayEquals(page, direct.array());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
  void aSizeThatLiesIsAnError(CompressionCodecName codec) throws IOException {
    byte[] page = page(500);
    byte[] compressed = compress(codec, page);
    var decompressor = CODECS.getDecompressor(codec);
    for (int size : new int[] {-1, 0, 499, 501, 5_000_000, Integer.MAX_VALUE}) {
      assertThrows(
          IOException.class,
          () -> decompressor.decompress(BytesInput.from(compressed), size),
          "size " + size);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
  void damageIsAnErrorOrOtherBytesOfTheSameSize(CompressionCodecName codec) throws IOException {
    byte[] page = page(300);
    byte[] compressed = compress(codec, page);
    var decompressor = CODECS.getDecompressor(codec);
    for (int cut = 0; cut < compressed.length; cut++) {
      byte[] part = Arrays.copyOf(compressed, cut);
      assertThrows(IOException.class, () -> decompressor.decompress(BytesInput.from(part), 300));
    }
    for (int at = 0; at < compressed.length; at++) {
      for (int mask : new int[] {1, 0x10, 0xff}) {
        byte[] flipped = compressed.clone();
        flipped[at] ^= (byte) mask;
        try {
          long size = decompressor.decompress(BytesInput.from(flipped), 300).size();
          assertTrue(size == 300);
        } catch (IOException e) {
          assertTrue(e.getMessage() != null, e.toString());
        }
      }
    }
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = PageCodecsTest.class.getResourceAsStream("/formats/parquet/" + name)) {
      return in.readAllBytes();
    }
  }

  private static ParquetInput open(byte[] bytes, String name) throws IOException {
    return ParquetInput.of(BytesStream.open(bytes), bytes.length, name);
  }

  /** DuckDB's files, which have no codec in common with these. */
  @ParameterizedTest
  @ValueSource(strings = {"uncompressed", "snappy", "gzip", "zstd", "lz4_raw"})
  void filesOfOthersAreRead(String codec) throws IOException {
    byte[] file = resource("codec_" + codec + ".parquet");
    var rows = ParquetRows.of(file).rows();
    assertTrue(rows.size() == 6);
    for (int row = 0; row < 6; row++) {
      assertTrue(rows.get(row).getLong("key", 0) == row);
      String image = rows.get(row).getGroup("image", 0).getBinary("bytes", 0).toStringUsingUTF8();
      assertTrue(image.equals(("image " + row + " ").repeat(20)), image);
    }
    try (var input = open(file, codec)) {
      input.check(input.schema());
    }
  }

  @Test
  void aCodecThatNothingHereReadsIsNamed() throws IOException {
    try (var input = open(resource("codec_brotli.parquet"), "b.parquet")) {
      var refused = assertThrows(UnfitInputException.class, () -> input.check(input.schema()));
      assertTrue(
          refused
              .getMessage()
              .startsWith("column key of row group 0 is compressed with BROTLI; what can be read"),
          refused.getMessage());
      assertTrue(refused.getMessage().endsWith(": b.parquet"), refused.getMessage());
    }
  }
}
