// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.mosaic.MdsShardHead;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.run.TaskFile;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.wire.FramedRecord;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a task can't write. */
class MdsTargetTest {
  private static final ExportPlan INTEGRAL =
      new ExportPlan(9, true, true, 0, 9, false, false, false, List.of());

  @TempDir Path temp;

  private ExportRecord record(float... labels) throws Exception {
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
    var record = new ExportRecord(true);
    record.set(framed, 0, 0, "in.rec", 400);
    return record;
  }

  private MdsTarget.Shard shard(TaskFile samples, MdsShardHead head) {
    return new MdsTarget.Shard(
        INTEGRAL, head, samples, new ByteArrayOutputStream(), () -> {}, () -> "shard 3");
  }

  @Test
  void aShardOf4GiBNamesTheOption() throws Exception {
    Configuration conf = LocalJobs.conf(temp);
    var head = new MdsShardHead(MdsTarget.schema(INTEGRAL));
    int sample = 4 + 5 + 8 + 8;
    long room = MdsShardHead.MAX_BYTES - head.bytes();
    assertTrue(head.add(room - 2 * 4 - sample));
    try (var samples = TaskFile.create(conf, "test");
        var shard = shard(samples, head)) {
      shard.write(record(3));
      assertEquals(MdsShardHead.MAX_BYTES, head.bytes());
      var error = assertThrows(BadInputException.class, () -> shard.write(record(3)));
      assertTrue(error.getMessage().startsWith("shard 3 would have more than 4294967295 bytes"));
      assertTrue(error.getMessage().contains("--shard-size"), error.getMessage());
    }
  }

  @Test
  void aRecordThatIsNotAsItWasCountedIsAnError() throws Exception {
    Configuration conf = LocalJobs.conf(temp);
    try (var samples = TaskFile.create(conf, "test");
        var shard = shard(samples, new MdsShardHead(MdsTarget.schema(INTEGRAL)))) {
      for (ExportRecord changed : List.of(record(0.5f), record(1, 2))) {
        var error = assertThrows(MalformedRecordException.class, () -> shard.write(changed));
        assertEquals(400, error.offset());
        assertEquals("in.rec", error.path());
      }
    }
  }

  @Test
  void taskFilesAreRemovedWhenTheyAreClosed() throws Exception {
    Configuration conf = LocalJobs.conf(temp);
    Path path;
    byte[] bytes = new byte[200_000];
    bytes[131_073] = 1;
    var copy = new ByteArrayOutputStream();
    try (var file = TaskFile.create(conf, "test")) {
      path = Path.of(file.toString());
      file.append(bytes, 0, 100_000);
      file.append(bytes, 100_000, 100_000);
      file.copyTo(copy, () -> {});
    }
    assertTrue(Files.notExists(path));
    assertEquals(200_000, copy.size());
    assertEquals(1, copy.toByteArray()[131_073]);
  }
}
