// SPDX-License-Identifier: Apache-2.0
package dev.recordio.image;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The files that libmxnet packed, and the table of what is in them. */
final class ImageFixture {
  private static final int MAGIC = 0xCED7230A;

  private ImageFixture() {}

  /** One row of the expected table. */
  record Row(
      long key,
      int offset,
      int length,
      int flag,
      float[] labels,
      long id,
      long id2,
      int imageLength,
      String imageSha256,
      String file) {}

  static byte[] bytes(String name) throws IOException {
    try (InputStream in = ImageFixture.class.getResourceAsStream("/fixtures/images/" + name)) {
      return in.readAllBytes();
    }
  }

  static List<String> lines(String name) throws IOException {
    return new String(bytes(name), StandardCharsets.UTF_8).lines().toList();
  }

  static List<Row> rows(String name) throws IOException {
    List<Row> rows = new ArrayList<>();
    List<String> lines = lines(name + ".tsv");
    for (String line : lines.subList(1, lines.size())) {
      String[] f = line.split("\t");
      String[] bits = f[5].split(",");
      float[] labels = new float[bits.length];
      for (int i = 0; i < bits.length; i++) {
        labels[i] = Float.intBitsToFloat(Integer.parseUnsignedInt(bits[i], 16));
      }
      rows.add(
          new Row(
              Long.parseLong(f[0]),
              Integer.parseInt(f[1]),
              Integer.parseInt(f[2]),
              Integer.parseInt(f[3]),
              labels,
              Long.parseLong(f[6]),
              Long.parseLong(f[7]),
              Integer.parseInt(f[8]),
              f[9],
              f[10]));
    }
    return rows;
  }

  /** The payload of the record at an offset, its parts joined. */
  static byte[] payload(byte[] rec, int offset) {
    ByteBuffer in = ByteBuffer.wrap(rec).order(ByteOrder.LITTLE_ENDIAN).position(offset);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int cflag;
    do {
      int magic = in.getInt();
      if (magic != MAGIC) {
        throw new AssertionError("no magic before " + in.position());
      }
      int lrec = in.getInt();
      cflag = lrec >>> 29;
      if (cflag >= 2) {
        out.writeBytes(new byte[] {0x0A, 0x23, (byte) 0xD7, (byte) 0xCE});
      }
      int length = lrec & 0x1FFFFFFF;
      out.write(rec, in.position(), length);
      in.position(in.position() + (length + 3 & ~3));
    } while (cflag == 1 || cflag == 2);
    return out.toByteArray();
  }

  static String sha256(byte[] bytes, int offset, int length) throws NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    digest.update(bytes, offset, length);
    return HexFormat.of().formatHex(digest.digest());
  }
}
