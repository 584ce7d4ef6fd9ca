// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** How XGBoost 3.1 and later write down, in UBJSON, that there are no categories: 95 bytes. */
final class NoCategories {
  private NoCategories() {}

  static byte[] ubjson() {
    ByteBuffer out = ByteBuffer.allocate(95); // UBJSON is big-endian
    out.put((byte) '{');
    name(out, "enc").put(ascii("[#L")).putLong(0);
    name(out, "feature_segments").put(ascii("[$l#L")).putLong(0);
    name(out, "sorted_idx").put(ascii("[$l#L")).putLong(0);
    return out.put((byte) '}').array();
  }

  private static ByteBuffer name(ByteBuffer out, String name) {
    return out.put((byte) 'L').putLong(name.length()).put(ascii(name));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
