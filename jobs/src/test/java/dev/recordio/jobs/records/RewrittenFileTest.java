// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Fixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file that was written again with records of the same lengths, and an older time than its index:
 * the checksums of the index show it.
 */
class RewrittenFileTest {
  private static final int CHANGED = 50;

  @TempDir Path dir;

  private final Configuration conf = new Configuration();
  private Path input;

  @BeforeEach
  void rewrite() throws IOException {
    input = Files.write(dir.resolve("a.rec"), Fixtures.bytes("plain.rec"));
    run(0, "index", "--checksums", input.toString());
    byte[] other = Fixtures.bytes("plain.rec");
    other[(int) Fixtures.records("plain").get(CHANGED).offset() + 9] ^= 1;
    Files.deleteIfExists(dir.resolve(".a.rec.crc"));
    Files.write(input, other);
    Files.setLastModifiedTime(input, FileTime.fromMillis(1_000_000_000_000L));
  }

  private Recordio run(int code, String... args) {
    Recordio ended = Recordio.run(conf, args);
    assertEquals(code, ended.code(), ended.err());
    return ended;
  }

  @Test
  void theRecordIsNotCopiedByItsKey() throws IOException {
    Path keys = Files.writeString(dir.resolve("keys"), CHANGED + "\n");
    String output = dir.resolve("out").toString();
    Recordio ended = run(3, "select", "-q", "--keys", keys.toString(), input.toString(), output);
    assertTrue(ended.err().contains("index --checksums"), ended.err());
    assertFalse(Files.exists(dir.resolve("out")));
  }

  @Test
  void theOthersAreCopied() throws IOException {
    Path keys = Files.writeString(dir.resolve("keys"), CHANGED + 1 + "\n");
    String output = dir.resolve("out").toString();
    run(0, "select", "-q", "--keys", keys.toString(), input.toString(), output);
  }

  @Test
  void allRecordsTogetherAreNotCopiedEither() {
    run(3, "reshard", "-q", "--shards", "2", input.toString(), dir.resolve("out").toString());
  }

  @Test
  void anIndexThatIsOlderThanItsFileDoesNotCount() throws IOException {
    Files.setLastModifiedTime(dir.resolve("a.ridx"), FileTime.fromMillis(900_000_000_000L));
    run(0, "reshard", "-q", "--shards", "2", input.toString(), dir.resolve("out").toString());
  }
}
