// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.mosaic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.UnfitInputException;
import dev.recordio.formats.output.SampleFacts;
import dev.recordio.formats.output.SampleRecord;
import dev.recordio.formats.output.ShardFiles;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.testing.LocalFiles;
import dev.recordio.wire.FramedRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a task can't write. */
class MdsOutputTest {
  private static final SampleFacts INTEGRAL =
      new SampleFacts(9, true, true, false, 0, 9, false, false, false, List.of(), null, List.of());

  @TempDir Path temp;

  private SampleRecord record(float... labels) throws Exception {
    int length = ImageRecordHeader.bytes(labels.length) + 5;
    byte[] bytes =
        ByteBuffer.allocate(8 + length + 3)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(0xCED7230A)
            .putInt(length)
            .array();
    ImageRecordHeader.write(bytes, 8, 7, 0, labels, labels.length);
    var framed = new FramedRecord();
    framed.read(bytes, 0, bytes.length);
    var record = new SampleRecord(true);
    record.set(framed, 0, 0, "in.rec", 400);
    return record;
  }

  /** A task that keeps samples in memory. */
  private static final class Memory extends ByteArrayOutputStream implements ShardFiles.Spool {
    @Override
    public void append(byte[] bytes, int offset, int count) {
      write(bytes, offset, count);
    }

    @Override
    public void copyTo(OutputStream out, Progressable progress) throws IOException {
      writeTo(out);
    }
  }

  private MdsOutput.Writer shard(MdsShardHead head) throws Exception {
    org.apache.hadoop.fs.Path work = LocalFiles.path(temp);
    var files = new ShardFiles(new Configuration(), work, work, 3, 9, () -> {}, Memory::new);
    return new MdsOutput.Writer(
        INTEGRAL,
        MdsOutput.schema(INTEGRAL),
        head,
        files,
        files.createSpool(),
        new ByteArrayOutputStream());
  }

  @Test
  void aShardOf4GiBNamesTheOption() throws Exception {
    var head = new MdsShardHead(MdsOutput.schema(INTEGRAL));
    int sample = 4 + 5 + 8 + 8;
    long room = MdsShardHead.MAX_BYTES - head.bytes();
    assertTrue(head.add(room - 2 * 4 - sample));
    try (var shard = shard(head)) {
      shard.write(record(3));
      assertEquals(MdsShardHead.MAX_BYTES, head.bytes());
      var error = assertThrows(UnfitInputException.class, () -> shard.write(record(3)));
      assertTrue(error.getMessage().startsWith("shard 3 would have more than 4294967295 bytes"));
      assertTrue(error.getMessage().contains("--shard-size"), error.getMessage());
    }
  }

  @Test
  void aRecordThatIsNotAsItWasCountedIsAnError() throws Exception {
    try (var shard = shard(new MdsShardHead(MdsOutput.schema(INTEGRAL)))) {
      for (SampleRecord changed : List.of(record(0.5f), record(1, 2))) {
        var error = assertThrows(MalformedRecordException.class, () -> shard.write(changed));
        assertEquals(400, error.offset());
        assertEquals("in.rec", error.path());
      }
    }
  }
}
