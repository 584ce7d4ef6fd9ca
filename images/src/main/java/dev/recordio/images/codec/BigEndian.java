// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

/** Numbers of images, the high byte first. */
final class BigEndian {
  private BigEndian() {}

  static int u16(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
  }

  static int i32(byte[] bytes, int at) {
    return u16(bytes, at) << 16 | u16(bytes, at + 2);
  }
}
