// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.store.schema.StoreSchema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Records keep their values, and go through bytes. */
class StoreRecordTest {
  private static final StoreSchema SCHEMA =
      TestStore.schema("label=f4", "name=text:deflate", "box=>i2[2]", "code=S3", "none=bytes");

  private static StoreRecord record() {
    var record = new StoreRecord(SCHEMA);
    record.setId(1L << 40);
    record.set("label", new byte[] {0, 0, (byte) 0xC0, 0x3F});
    record.set("name", "M\u00e4x".getBytes(StandardCharsets.UTF_8));
    record.set(2, new byte[] {9, 0, 1, (byte) 0xFF, (byte) 0xFE}, 1, 4);
    record.set("code", new byte[] {'a', 0, 0});
    return record;
  }

  private static byte[] written(StoreRecord record) throws IOException {
    var bytes = new ByteArrayOutputStream();
    record.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static StoreRecord read(StoreRecord into, byte[] bytes) throws IOException {
    into.readFields(new DataInputStream(new ByteArrayInputStream(bytes)));
    return into;
  }

  @Test
  void values() {
    StoreRecord record = record();
    assertEquals(1.5f, record.getFloat(record.field("label")));
    assertEquals("M\u00e4x", record.getText(1));
    assertEquals(2, record.items(2));
    assertEquals(1, record.getInt(2));
    assertEquals(-2, record.getLong(2, 1));
    assertEquals("a", record.getText(3));
    assertFalse(record.isPresent(4));
    assertNull(record.copyBytes(4));
    assertArrayEquals(new byte[] {0, 1, -1, -2}, record.copyBytes(2));
    assertThrows(IndexOutOfBoundsException.class, () -> record.getLong(2, 2));
    assertThrows(UnsupportedOperationException.class, () -> record.getLong(0));
    assertThrows(UnsupportedOperationException.class, () -> record.getDouble(1));
    assertThrows(IllegalArgumentException.class, () -> record.set("label", new byte[3]));
  }

  @Test
  void copiesLast() {
    StoreRecord record = record();
    var copy = new StoreRecord();
    copy.copyFrom(record);
    assertEquals(record, copy);
    assertEquals(record.hashCode(), copy.hashCode());
    record.bytes(1)[0]++;
    assertNotEquals(record, copy);
    assertEquals("M\u00e4x", copy.getText(1));
    var view = new StoreRecord();
    view.viewOf(record);
    assertEquals(record, view);
    view.setAbsent(1);
    assertNotEquals(record, view);
  }

  @Test
  void throughBytes() throws IOException {
    byte[] bytes = written(record());
    var read = new StoreRecord();
    assertEquals(record(), read(read, bytes));
    StoreSchema known = read.schema();
    assertEquals(SCHEMA.fields(), known.fields());
    assertEquals(record(), read(read, bytes));
    assertEquals(known, read.schema(), "not made again");
    StoreRecord other = new StoreRecord(TestStore.schema("x=u1"));
    assertEquals(other, read(read, written(other)));
    assertEquals(new StoreRecord(), read(read, written(new StoreRecord())));
  }

  /** What is cut or damaged is an error, or another record: nothing is made that is not there. */
  @Test
  void cutAndDamagedBytes() throws IOException {
    byte[] bytes = written(record());
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThrows(IOException.class, () -> read(new StoreRecord(), cut));
    }
    for (int at = 0; at < bytes.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] damaged = bytes.clone();
        damaged[at] ^= (byte) (1 << bit);
        try {
          StoreRecord other = read(new StoreRecord(), damaged);
          boolean sameType = "<|".indexOf(bytes[at]) >= 0; // which may be left out
          assertFalse(record().equals(other) && !sameType, "byte " + at + ", bit " + bit);
        } catch (IOException e) {
          assertFalse(e.getMessage() == null && !(e instanceof java.io.EOFException));
        }
      }
    }
  }
}
