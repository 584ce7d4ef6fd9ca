// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import dev.recordio.bytes.MalformedRecordException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** The images of the codec's tests, and the tables of what OpenCV makes of them. */
final class CodecImages {
  private static final String FOLDER = "/images/codec/";

  private CodecImages() {}

  /** Returns the bytes of an image, or of a table. */
  static byte[] read(String name) {
    try (var in = CodecImages.class.getResourceAsStream(FOLDER + name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }

  /** Returns the cells of a table's lines, without those that explain it. */
  static List<String[]> table(String name) {
    return new String(read(name), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("\t"))
        .toList();
  }

  static Decoding as(ImageColor color) {
    return new Decoding(color, Decoding.DEFAULT_MAX_PIXELS, Decoding.Damaged.WARN);
  }

  /** Returns the pixels of an image. */
  static Pixels decoded(String name, ImageColor color) throws IOException {
    try (var codec = new JdkCodec()) {
      return decoded(codec, read(name), color);
    }
  }

  static Pixels decoded(ImageCodec codec, byte[] image, ImageColor color)
      throws MalformedRecordException {
    var pixels = new Pixels();
    codec.decode(image, 0, image.length, as(color), pixels);
    return pixels;
  }

  /**
   * Returns what a codec makes of an image: its shape, its pixels, a warning; or an error.
   *
   * @param pixels receives the pixels; it may hold an earlier image
   */
  static String outcome(ImageCodec codec, byte[] image, Decoding how, Pixels pixels) {
    try {
      MalformedRecordException warning = codec.decode(image, 0, image.length, how, pixels);
      return "pixels "
          + pixels.width()
          + "x"
          + pixels.height()
          + "x"
          + pixels.channels()
          + ", "
          + pixels.depth()
          + " bits: "
          + Arrays.hashCode(bytes(pixels))
          + (warning == null ? "" : ", with a warning: " + warning.getMessage());
    } catch (MalformedRecordException e) {
      return e.getMessage();
    }
  }

  static byte[] bytes(Pixels pixels) {
    return Arrays.copyOf(pixels.data(), pixels.bytes());
  }

  static String sha256(byte[] bytes, int length) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes, 0, length);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
