// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.store.schema.FieldType;
import java.util.List;

/** The lengths of the values of a field that were seen. */
final class ZrecordLengths {
  private boolean seen;
  private boolean vary;
  private int length;
  private int divisor; // the largest one of all lengths

  void add(int bytes) {
    vary |= seen && bytes != length;
    seen = true;
    length = bytes;
    int a = divisor;
    for (int b = bytes; b != 0; ) {
      int rest = a % b;
      a = b;
      b = rest;
    }
    divisor = a;
  }

  /** Returns the type of values of these lengths. */
  FieldType type(String item) {
    FieldType one = FieldType.array(item, false, List.of());
    if (vary || seen && length == 0) {
      return FieldType.array(item, true, List.of());
    }
    int items = length / one.unitBytes();
    return items <= 1 ? one : FieldType.array(item, false, List.of(items));
  }

  /** Whether all values fit a field of a type with the same items. */
  boolean fit(FieldType type) {
    return !seen
        || (type.isFixed() ? !vary && length == type.unitBytes() : divisor % type.unitBytes() == 0);
  }
}
