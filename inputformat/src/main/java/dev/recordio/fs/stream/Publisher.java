// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import java.io.IOException;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;

/**
 * Creates small files if nobody else has, in one step: of many writers of the same file one wins,
 * and readers see all of it or nothing. {@link PublishWay} makes the one for a file system.
 */
public interface Publisher {
  /** The names of files that are being published, where that takes two steps. */
  Pattern TEMPORARY = Pattern.compile("\\..+\\.[0-9a-f]{32}\\.tmp");

  /**
   * Publishes a file.
   *
   * @return whether this call created it. False: there is one already, which an earlier call of
   *     this writer whose answer was lost may have created.
   * @throws IOException when it is not known whether the file exists now, and whose it is: read it
   */
  boolean publish(Path file, byte[] bytes) throws IOException;

  /** Whether a file of this name is one that a writer has not finished; it may have been killed. */
  static boolean isTemporary(String name) {
    return TEMPORARY.matcher(name).matches();
  }

  /** Returns a name beside {@code file} that no other writer uses. */
  static Path temporary(Path file) {
    String random = UUID.randomUUID().toString().replace("-", "");
    return new Path(file.getParent(), "." + file.getName() + "." + random + ".tmp");
  }
}
