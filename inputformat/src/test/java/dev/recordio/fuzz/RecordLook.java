// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.wire.FramedRecord;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;

/** The ways in which the library hands out the records of a split. */
enum RecordLook {
  /** A slice of the reader's buffer. */
  VIEW {
    @Override
    boolean next(RecordSplitReader reader) throws IOException {
      return reader.next();
    }

    @Override
    byte[] payload(RecordSplitReader reader) {
      RecordRangeReader record = reader.record();
      int from = record.payloadOffset();
      return Arrays.copyOfRange(record.buffer(), from, from + record.payloadLength());
    }
  },

  /** A value of the caller's. */
  VALUE {
    @Override
    boolean next(RecordSplitReader reader) throws IOException {
      return reader.next(key, value);
    }

    @Override
    byte[] payload(RecordSplitReader reader) {
      assertEquals(reader.record().offset(), key.get());
      return value.copyBytes();
    }
  },

  /** The record with its headers. */
  FRAMED {
    @Override
    boolean next(RecordSplitReader reader) throws IOException {
      return reader.nextFramed(key, value);
    }

    @Override
    byte[] payload(RecordSplitReader reader) throws IOException {
      assertEquals(reader.record().offset(), key.get());
      var framed = new FramedRecord();
      framed.read(value.getBytes(), 0, value.getLength());
      assertEquals(reader.record().parts(), framed.parts());
      int from = framed.payloadOffset();
      return Arrays.copyOfRange(framed.payload(), from, from + framed.payloadLength());
    }
  },

  /** Only headers, and the first bytes of payloads. */
  HEADERS {
    @Override
    RecordSplitReader open(Configuration conf, List<InputRange> split, DamageTracker damage) {
      return RecordSplitReader.ofHeaders(conf, split, damage);
    }

    @Override
    boolean next(RecordSplitReader reader) throws IOException {
      return reader.next();
    }

    @Override
    byte[] payload(RecordSplitReader reader) throws IOException {
      var bytes = new byte[reader.record().payloadLength()];
      assertEquals(bytes.length, reader.record().prefix(bytes));
      return bytes;
    }
  };

  final LongWritable key = new LongWritable();
  final BytesWritable value = new BytesWritable();

  RecordSplitReader open(Configuration conf, List<InputRange> split, DamageTracker damage) {
    return new RecordSplitReader(conf, split, damage);
  }

  abstract boolean next(RecordSplitReader reader) throws IOException;

  /** Returns the payload of the record that {@link #next} reached. */
  abstract byte[] payload(RecordSplitReader reader) throws IOException;

  /** Compares the current record with one that was written. */
  void check(RecordSplitReader reader, HostileFile.Written record, byte[] file, String where)
      throws IOException {
    RecordRangeReader current = reader.record();
    assertEquals(record.begin(), current.offset(), where);
    assertEquals(record.end(), current.position(), where);
    assertEquals(record.payload().length, current.payloadLength(), where);
    assertEquals(record.parts(), current.parts(), where);
    if (this == FRAMED) {
      assertArrayEquals(
          Arrays.copyOfRange(file, record.begin(), record.end()), value.copyBytes(), where);
    }
    assertArrayEquals(record.payload(), payload(reader), where);
  }
}
