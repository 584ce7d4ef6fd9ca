// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tests that run on the local file system only. */
public abstract class LocalTestBase extends PackTestBase {
  /** The local path of a file of the test. */
  public final Path local(String name) {
    return temp.resolve("test").resolve(name);
  }

  public final void overwrite(String name, byte[] content) throws IOException {
    Files.write(local(name), content);
  }

  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
