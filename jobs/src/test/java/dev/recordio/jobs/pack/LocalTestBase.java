// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.LocalJobs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.io.TempDir;

/** Tests that run on the local file system only. */
public abstract class LocalTestBase extends PackTestBase {
  @TempDir public Path scratch;

  @Override
  protected Configuration conf() {
    return LocalJobs.conf(scratch);
  }

  @Override
  protected org.apache.hadoop.fs.Path testDir() {
    return LocalPack.testDir(scratch);
  }

  /** The local path of a file of the test. */
  public final Path local(String name) {
    return scratch.resolve("test").resolve(name);
  }

  public final void overwrite(String name, byte[] content) throws IOException {
    Files.write(local(name), content);
  }

  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static void assertHas(String text, String... parts) {
    for (String part : parts) {
      assertTrue(text.contains(part), () -> "expected '" + part + "' in: " + text);
    }
  }
}
