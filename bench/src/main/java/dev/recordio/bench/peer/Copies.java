// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.harness.Meter.Scope;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.tensorflow.hadoop.util.TFRecordWriter;

/** Writing the bytes of a file again, through the streams that jobs write to. */
public final class Copies {
  private static final int BUFFER = 1 << 16;
  private static final int FRAME = 12;
  private static final int FOOTER = 4;

  private Copies() {}

  /** Returns the copying of a file, byte for byte. */
  public static Subject ofFile(Configuration conf, Path from, Path to) throws IOException {
    FileSystem fs = from.getFileSystem(conf);
    var buffer = new byte[BUFFER];
    Subject.Work work =
        () -> {
          long copied = 0;
          try (FSDataInputStream in = fs.open(from);
              FSDataOutputStream out = fs.create(to, true, BUFFER)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
              out.write(buffer, 0, read);
              copied += read;
            }
          }
          return new Tally(0, copied, 0);
        };
    var expected = new Tally(0, fs.getFileStatus(from).getLen(), 0);
    return new Subject("copying the bytes", work, expected, Scope.PROCESS);
  }

  /** Returns the writing of a file's TFRecords, which are in memory, with TensorFlow's writer. */
  public static Subject ofExamples(Configuration conf, Path from, Path to) throws IOException {
    FileSystem fs = from.getFileSystem(conf);
    List<byte[]> examples = new ArrayList<>();
    long length = fs.getFileStatus(from).getLen();
    try (FSDataInputStream in = fs.open(from)) {
      var head = new byte[FRAME];
      for (long at = 0; at < length; ) {
        in.readFully(at, head);
        var example = new byte[ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt()];
        in.readFully(at + FRAME, example);
        examples.add(example);
        at += FRAME + example.length + FOOTER;
      }
    }
    Subject.Work work =
        () -> {
          try (FSDataOutputStream out = fs.create(to, true, BUFFER)) {
            var writer = new TFRecordWriter(out);
            for (byte[] example : examples) {
              writer.write(example, 0, example.length);
            }
          }
          return new Tally(0, fs.getFileStatus(to).getLen(), 0);
        };
    return new Subject(
        "tensorflow-hadoop, from memory", work, new Tally(0, length, 0), Scope.PROCESS);
  }
}
