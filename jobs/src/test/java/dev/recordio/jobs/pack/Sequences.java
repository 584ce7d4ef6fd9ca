// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;

/** Makes SequenceFiles. */
public final class Sequences {
  private Sequences() {}

  /** Returns the bytes of a SequenceFile of names and bytes. */
  public static byte[] write(LocalTestBase test, CompressionType type, Map<String, byte[]> members)
      throws IOException {
    Path file = new Path(test.testDir(), "temp.seq");
    try (var out =
        SequenceFile.createWriter(
            test.conf("io.seqfile.compress.blocksize", 1000),
            SequenceFile.Writer.file(file),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(BytesWritable.class),
            SequenceFile.Writer.compression(type))) {
      for (var member : members.entrySet()) {
        out.append(new Text(member.getKey()), new BytesWritable(member.getValue()));
      }
    }
    byte[] bytes = Files.readAllBytes(test.local("temp.seq"));
    test.fs().delete(file, false);
    return bytes;
  }

  /** Writes a SequenceFile of names and texts. */
  static void write(Configuration conf, java.nio.file.Path file, Map<String, byte[]> members)
      throws IOException {
    try (var out =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(new Path(file.toUri())),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(Text.class))) {
      for (var member : members.entrySet()) {
        out.append(new Text(member.getKey()), new Text(member.getValue()));
      }
    }
  }
}
