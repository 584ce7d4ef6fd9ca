// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.RecordIOConf;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.AccessControlException;

/** What becomes of a source that can't be read ({@link RecordIOConf#PACK_ON_ERROR}). */
final class SourceErrors {
  /** The policies, as users write them in lower case. */
  enum Policy {
    FAIL,
    SKIP
  }

  private final boolean skip;

  SourceErrors(Configuration conf) {
    skip = RecordIOConf.PACK_ON_ERROR.getEnum(conf, Policy.class) == Policy.SKIP;
  }

  /**
   * Under "skip", makes {@code source} one that the tasks will reject with the reason.
   *
   * @throws IOException {@code why}, under "fail"
   */
  void unreadable(Source source, String path, IOException why) throws IOException {
    failUnlessSkipped(path, why);
    source.unreadable(path, reason(why));
  }

  /** Throws {@code why} under "fail", naming the source; returns under "skip". */
  void failUnlessSkipped(String name, IOException why) throws IOException {
    if (skip) {
      return;
    }
    if (why instanceof dev.recordio.wire.MalformedRecordException) {
      throw why;
    }
    throw (IOException)
        new FileNotFoundException(
                "can't read "
                    + name
                    + ": "
                    + reason(why)
                    + " (to leave such files out: --on-error skip)")
            .initCause(why);
  }

  /** Returns the reason in one line without tabs. */
  static String reason(IOException why) {
    String kind =
        why instanceof FileNotFoundException
            ? "no such file: "
            : why instanceof AccessControlException ? "no permission: " : "";
    String message = why.getMessage() == null ? why.getClass().getSimpleName() : why.getMessage();
    return kind + message.lines().findFirst().orElse("").replace('\t', ' ');
  }
}
