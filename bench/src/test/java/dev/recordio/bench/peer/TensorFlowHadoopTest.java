// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.formats.tensorflow.TfRecordReader;
import dev.recordio.formats.tensorflow.TfRecordWriter;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.hadoop.io.TFRecordFileInputFormat;
import org.tensorflow.hadoop.util.TFRecordWriter;

/** TFRecords of TensorFlow's own Hadoop library and ours are the same. */
class TensorFlowHadoopTest {
  private static List<byte[]> records() {
    var random = new Random(3);
    var records = new ArrayList<byte[]>();
    for (int length : new int[] {0, 1, 7, 8, 9, 100, 8191, 8192, 65_535, 65_536, 300_000, 3}) {
      byte[] record = new byte[length];
      random.nextBytes(record);
      records.add(record);
    }
    return records;
  }

  private static byte[] ours() throws IOException {
    var out = new ByteArrayOutputStream();
    var frames = new TfRecordWriter(out::write);
    for (byte[] record : records()) {
      frames.record(record, 0, record.length);
    }
    frames.flush();
    return out.toByteArray();
  }

  @Test
  void itReadsOurs(@TempDir Path dir) throws Exception {
    Path file = Files.write(dir.resolve("part-00000.tfrecord"), ours());
    var path = new org.apache.hadoop.fs.Path(file.toUri());
    var split = new FileSplit(path, 0, Files.size(file), null);
    var context = new TaskAttemptContextImpl(new Configuration(), new TaskAttemptID());
    try (RecordReader<BytesWritable, NullWritable> reader =
        new TFRecordFileInputFormat().createRecordReader(split, context)) {
      reader.initialize(split, context);
      for (byte[] record : records()) {
        assertTrue(reader.nextKeyValue());
        assertArrayEquals(record, reader.getCurrentKey().copyBytes());
      }
      assertFalse(reader.nextKeyValue());
    }
  }

  @Test
  void itWritesTheSameBytesWhichWeRead() throws Exception {
    var out = new ByteArrayOutputStream();
    var writer = new TFRecordWriter(new DataOutputStream(out));
    for (byte[] record : records()) {
      writer.write(record, 0, record.length);
    }
    byte[] bytes = out.toByteArray();
    assertArrayEquals(ours(), bytes);
    var frames = new TfRecordReader();
    frames.reset(bytes, 0, bytes.length, 0);
    int count = 0;
    for (byte[] record : records()) {
      assertTrue(frames.next());
      assertArrayEquals(record, Arrays.copyOfRange(bytes, frames.from(), frames.end()));
      count++;
    }
    assertFalse(frames.next());
    assertEquals(records().size(), count);
  }
}
