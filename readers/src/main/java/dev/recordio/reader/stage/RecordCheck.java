// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.reader.Record;
import dev.recordio.reader.Schema;
import dev.recordio.reader.stage.SchemaStage.ItemCheck;
import java.util.List;

/** Checks payloads: the declared fields must follow one another in them, and fill them. */
final class RecordCheck implements ItemCheck<Record> {
  private static final int NONE = -1;

  private final List<Schema.Field> fields;
  private final long[] bytes; // of each field; of the open one, of one step of its open dimension
  private int open = NONE; // the field with a dimension that is not fixed
  private long fixed; // bytes of the other fields

  RecordCheck(Schema schema) {
    fields = schema.fields();
    bytes = new long[fields.size()];
    if (fields.isEmpty()) {
      throw new InvalidSettingException("schema needs a field, such as data=uint8[3,32,32]");
    }
    for (int i = 0; i < bytes.length; i++) {
      add(i, fields.get(i));
    }
  }

  private void add(int i, Schema.Field field) {
    if (field.type() == Schema.Type.OBJECT) {
      throw new InvalidSettingException(field + " has no bytes that a record could be checked for");
    }
    try {
      long size = field.type().bytes();
      for (int length : field.shape()) {
        if (length != Schema.ANY) {
          size = Math.multiplyExact(size, length);
        } else if (open == NONE) {
          open = i;
        } else {
          throw new InvalidSettingException(
              "at most one length of all fields of a record can be -1, but "
                  + field
                  + " has one, and so has "
                  + fields.get(open));
        }
      }
      bytes[i] = size;
      fixed = open == i ? fixed : Math.addExact(fixed, size);
    } catch (ArithmeticException e) {
      throw new InvalidSettingException(field + " is longer than any record");
    }
  }

  /**
   * Checks a record.
   *
   * @throws MalformedRecordException when it does not have the fields
   */
  @Override
  public void check(Record record) throws MalformedRecordException {
    long left = record.length() - fixed; // for the open field
    boolean fits = open == NONE ? left == 0 : left >= 0 && left % bytes[open] == 0;
    if (!fits) {
      throw malformed(record, left);
    }
  }

  private MalformedRecordException malformed(Record record, long left) {
    long at = 0;
    for (int i = 0; i < bytes.length; i++) {
      long more = record.length() - at;
      long least = i == open ? 0 : bytes[i];
      if (more < least) {
        return malformed(record, i, least + " bytes from byte " + at + " on", more + " bytes");
      }
      if (i == open && left >= 0 && left % bytes[i] != 0) {
        String expected = "a multiple of " + bytes[i] + " bytes from byte " + at + " on";
        return malformed(record, i, expected, left + " bytes");
      }
      at += i == open ? Math.max(0, left) : least;
    }
    return malformed(
        record,
        bytes.length - 1,
        "the record's end after it, at byte " + at,
        record.length() - at + " more bytes");
  }

  private MalformedRecordException malformed(
      Record record, int field, String expected, String found) {
    return SchemaStage.malformed(record, "record", fields.get(field), expected, found);
  }
}
