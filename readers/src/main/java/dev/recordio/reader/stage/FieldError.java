// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.reader.Placed;
import dev.recordio.reader.Schema;

/** Errors of items that do not have the fields that a schema declares. */
final class FieldError {
  private FieldError() {}

  /** Returns an error that names file, item and field. */
  static MalformedRecordException of(
      Placed item, String kind, Schema.Field field, String expected, String found) {
    return new MalformedRecordException(
        kind + " " + item.ordinal() + " does not fit the schema in field " + field,
        item.path() == null ? null : item.path().toString(),
        item.fileOffset(),
        -1,
        expected,
        found);
  }
}
