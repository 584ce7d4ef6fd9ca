// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.data.Rows;
import dev.recordio.bench.harness.Tally;
import java.io.BufferedOutputStream;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;

/** What Hadoop offers to read records by number: positions in a file, and MapFile. */
public final class RowFiles {
  private final Configuration conf;
  private final Rows rows;
  private final Path flat;
  private final Path map;

  /** Prepares to write files into a folder. */
  public RowFiles(Configuration conf, Rows rows, Path folder) {
    this.conf = conf;
    this.rows = rows;
    flat = new Path(folder, "rows");
    map = new Path(folder, "map");
  }

  /** Writes the rows one after the other; returns the file. */
  public Path writeFlat() throws IOException {
    try (var out = new BufferedOutputStream(flat.getFileSystem(conf).create(flat), 1 << 20)) {
      rows.write(out);
    }
    return flat;
  }

  /** Writes an uncompressed MapFile with the numbers as keys. */
  public void writeMap() throws IOException {
    Payloads payloads = rows.payloads();
    try (var writer =
        new MapFile.Writer(
            conf,
            map,
            MapFile.Writer.keyClass(LongWritable.class),
            MapFile.Writer.valueClass(BytesWritable.class),
            MapFile.Writer.compression(SequenceFile.CompressionType.NONE))) {
      var key = new LongWritable();
      var value = new BytesWritable();
      for (int i = 0; i < payloads.count(); i++) {
        key.set(i);
        value.set(payloads.bytes(), payloads.offset(i), payloads.size());
        writer.append(key, value);
      }
    }
  }

  /** Reads the chosen rows, a positioned read for each. */
  public Tally positioned() throws IOException {
    int size = rows.payloads().size();
    byte[] row = new byte[size];
    long checksum = 0;
    try (FSDataInputStream in = flat.getFileSystem(conf).open(flat)) {
      for (long id : rows.ids()) {
        in.readFully(id * size, row);
        checksum = Tally.mix(checksum, row, 0, size);
      }
    }
    return tally(checksum);
  }

  /** Gets the chosen rows of the MapFile. */
  public Tally mapped() throws IOException {
    long checksum = 0;
    var key = new LongWritable();
    var value = new BytesWritable();
    try (var reader = new MapFile.Reader(map, conf)) {
      for (long id : rows.ids()) {
        key.set(id);
        reader.get(key, value);
        checksum = Tally.mix(checksum, value.getBytes(), 0, value.getLength());
      }
    }
    return tally(checksum);
  }

  private Tally tally(long checksum) {
    int count = rows.ids().length;
    return new Tally(count, (long) count * rows.payloads().size(), checksum);
  }
}
