// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
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
    byte[] bytes = read(name);
    var pixels = new Pixels();
    try (var codec = new JdkCodec()) {
      codec.decode(bytes, 0, bytes.length, as(color), pixels);
    }
    return pixels;
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
