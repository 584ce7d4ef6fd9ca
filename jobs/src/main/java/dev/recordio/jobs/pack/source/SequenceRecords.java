// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import java.io.Closeable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/** Reads values of a SequenceFile by position; in order, without seeking. */
final class SequenceRecords implements Closeable {
  private final String path;
  private final SequenceFile.Reader reader;
  private final Writable key;
  private final Bytes value = new Bytes();
  private long position = -1; // of the last block or record read
  private long index; // of the last record read, from there

  SequenceRecords(Configuration conf, String path) throws IOException {
    this.path = path;
    reader = SequenceTypes.open(conf, new Path(path));
    key = SequenceTypes.newKey(conf, reader);
  }

  String path() {
    return path;
  }

  /** Appends the value of {@code source} to {@code payload}. */
  void read(Source source, PayloadBuilder payload) throws IOException {
    try {
      value.payload = payload;
      SequenceFiles.step(() -> readValue(source));
    } catch (IOException e) {
      position = -1; // the reader's position is unknown
      throw e;
    }
  }

  /** A value preceded by its length: the length is not trusted before the bytes have been read. */
  private final class Bytes implements Writable {
    private PayloadBuilder payload;

    @Override
    public void readFields(DataInput in) throws IOException {
      boolean text = reader.getValueClass() == Text.class;
      int length = text ? WritableUtils.readVInt(in) : in.readInt();
      payload.readFully((InputStream) in, length); // Hadoop's reader gives a DataInputStream
    }

    @Override
    public void write(DataOutput out) {
      throw new UnsupportedOperationException();
    }
  }

  private Writable readValue(Source source) throws IOException {
    moveTo(source);
    reader.getCurrentValue(value);
    return value;
  }

  private void moveTo(Source source) throws IOException {
    if (source.offset != position || source.tag <= index) {
      reader.seek(source.offset);
      position = source.offset;
      index = -1;
    }
    while (index < source.tag) {
      if (!reader.next(key)) {
        throw new EOFException("the SequenceFile ends before the record");
      }
      index++;
    }
    if (!SequenceTypes.name(key).is(source.name)) {
      throw new SourceFault("the SequenceFile has changed since it was listed");
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
