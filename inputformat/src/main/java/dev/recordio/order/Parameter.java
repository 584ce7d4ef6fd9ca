// SPDX-License-Identifier: Apache-2.0
package dev.recordio.order;

import dev.recordio.conf.InvalidSettingException;
import java.util.OptionalLong;

/** Checks the parameters of orders. */
final class Parameter {
  private Parameter() {}

  static void atLeast(String name, long value, long min) {
    if (value < min) {
      throw invalid(name + "=" + value, "at least " + min);
    }
  }

  static void range(String name, long value, long max) {
    if (value < 0 || value > max) {
      throw invalid(name + "=" + value, "0 to " + max);
    }
  }

  static void records(long records) {
    range("number of records", records, RecordOrder.MAX_RECORDS);
  }

  /** Returns the positions of an order that goes on for ever, unless there are no records. */
  static long positions(long records, OptionalLong count, long byDefault) {
    long positions = count.orElse(byDefault);
    range("count", positions, RecordOrder.MAX_RECORDS);
    if (records == 0 && positions > 0) {
      throw invalid("count=" + positions, "0, as the input has no records");
    }
    return positions;
  }

  static InvalidSettingException invalid(String found, String expected) {
    return new InvalidSettingException("order: " + found + ": expected " + expected);
  }
}
