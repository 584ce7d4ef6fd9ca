// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import static dev.recordio.images.codec.Decoding.Damaged.ACCEPT;
import static dev.recordio.images.codec.Decoding.Damaged.REFUSE;
import static dev.recordio.images.codec.Decoding.Damaged.WARN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fuzz.ByteFuzzTest;
import dev.recordio.fuzz.ByteTarget;
import dev.recordio.images.augment.AugmentOptions;
import dev.recordio.images.mean.MeanImage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/** Images, their headers, mean images, and what users write about images. */
class ImageByteFuzzTest extends ByteFuzzTest {
  /** Pixels of the largest image, so that those of a hostile header fit the memory allowed. */
  private static final long MAX_PIXELS = 1 << 20;

  private static final int PNG_HEAD = 8;

  private final ImageCodec codec = ImageCodecs.create(ImageCodecs.Choice.JDK);
  private final Pixels pixels = new Pixels();

  @Override
  protected List<ByteTarget> targets() {
    return List.of(
        ByteTarget.of("png-header", 500_000, ImageByteFuzzTest::header)
            .corpus("png")
            .mend(ImageByteFuzzTest::mendPng),
        ByteTarget.of("jpeg-header", 500_000, ImageByteFuzzTest::header).corpus("jpeg"),
        ByteTarget.of("png", 100_000, this::decode).mend(ImageByteFuzzTest::mendPng),
        ByteTarget.of("jpeg", 30_000, this::decode),
        plugin("bmp", 100_000),
        plugin("gif", 100_000),
        plugin("tiff", 100_000),
        plugin("webp", 30_000),
        ByteTarget.of("mean-image", 300_000, ImageByteFuzzTest::mean),
        ByteTarget.of("augment-options", 200_000, ImageByteFuzzTest::options)
            .refuses(InvalidSettingException.class)
            .refuses(IllegalArgumentException.class));
  }

  /** The header, and the pixels: what a plugin throws is the codec's error. */
  private ByteTarget plugin(String format, int inputs) {
    return ByteTarget.of(
            format,
            inputs,
            bytes -> {
              header(bytes);
              decode(bytes);
            })
        .corpus(format);
  }

  private static void header(byte[] bytes) throws MalformedRecordException {
    ImageHeader header = ImageHeader.read(bytes, 0, bytes.length);
    assertTrue(header.width() > 0 && header.height() > 0 && header.channels() > 0);
    assertTrue(header.orientation() >= 1 && header.orientation() <= 8);
  }

  private void decode(byte[] bytes) throws MalformedRecordException {
    for (Decoding.Damaged damaged : List.of(ACCEPT, WARN, REFUSE)) {
      var how = new Decoding(ImageColor.COLOR, MAX_PIXELS, damaged);
      codec.decode(bytes, 0, bytes.length, how, pixels);
      assertTrue((long) pixels.width() * pixels.height() <= MAX_PIXELS);
    }
  }

  /** Mends the CRCs of chunks, as far as their lengths fit. */
  private static byte[] mendPng(byte[] bytes) {
    var in = ByteBuffer.wrap(bytes);
    for (int at = PNG_HEAD; at + 12 <= bytes.length; ) {
      long length = Integer.toUnsignedLong(in.getInt(at));
      if (length > bytes.length - at - 12) {
        break;
      }
      var crc = new CRC32();
      crc.update(bytes, at + 4, 4 + (int) length);
      in.putInt(at + 8 + (int) length, (int) crc.getValue());
      at += 12 + (int) length;
    }
    return bytes;
  }

  /** A mean image that is read, and written again in either form, is read as the same. */
  private static void mean(byte[] bytes) throws MalformedRecordException {
    MeanImage mean = MeanImage.parse(bytes, "mean.npy");
    assertEquals(mean.shape(), MeanImage.parse(mean.toNpy(), "mean.npy").shape());
    assertEquals(mean.shape(), MeanImage.parse(mean.toBin(), "mean.bin").shape());
  }

  /** Words {@code name=value}. */
  private static void options(byte[] bytes) {
    Map<String, String> texts = new HashMap<>();
    for (String word : new String(bytes, StandardCharsets.UTF_8).split(" ")) {
      String[] parts = word.split("=", 2);
      texts.put(parts[0], parts[parts.length - 1]);
    }
    AugmentOptions options = AugmentOptions.of(texts);
    assertEquals(options.toString(), AugmentOptions.of(texts).toString());
  }
}
