// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.LocalJobs;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskFileTest {
  @TempDir Path temp;

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
