// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.testing.Fixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A file that was written again with records of the same lengths, and an older time than its index:
 * the checksums of the index show it.
 */
class RewrittenFileTest extends CommandTestBase {
  private static final int CHANGED = 50;

  private Path input;

  @BeforeEach
  void rewrite() throws IOException {
    input = Files.write(path("a.rec"), Fixtures.bytes("plain.rec"));
    ok("index --checksums {}", input);
    byte[] other = Fixtures.bytes("plain.rec");
    other[(int) Fixtures.records("plain").get(CHANGED).offset() + 9] ^= 1;
    Files.deleteIfExists(path(".a.rec.crc"));
    Files.write(input, other);
    Files.setLastModifiedTime(input, FileTime.fromMillis(1_000_000_000_000L));
  }

  @Test
  void theRecordIsNotCopiedByItsKey() {
    assertHas(fails(3, "select -q --keys {} {} ./out", CHANGED, input), "index --checksums");
    assertFalse(Files.exists(path("out")));
  }

  @Test
  void theOthersAreCopied() {
    ok("select -q --keys {} {} ./out", CHANGED + 1, input);
  }

  @Test
  void allRecordsTogetherAreNotCopiedEither() {
    fails(3, "reshard -q --shards 2 {} ./out", input);
  }

  @Test
  void anIndexThatIsOlderThanItsFileDoesNotCount() throws IOException {
    Files.setLastModifiedTime(path("a.ridx"), FileTime.fromMillis(900_000_000_000L));
    ok("reshard -q --shards 2 {} ./out", input);
  }
}
