// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.RecordIOConf;
import dev.recordio.jobs.run.BadInputException;
import dev.recordio.wire.MalformedRecordException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
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

  /**
   * Throws under "fail", naming the source; returns under "skip".
   *
   * @throws BadInputException that names the source, with {@code why} as its cause
   * @throws IOException {@code why} itself when it says where it is, or when the thread was
   *     interrupted, which says nothing of the source
   */
  void failUnlessSkipped(String name, IOException why) throws IOException {
    if (isInterruption(why)) {
      throw why;
    }
    if (skip) {
      return;
    }
    if (why instanceof MalformedRecordException || why instanceof BadInputException) {
      throw why;
    }
    throw new BadInputException(
        "can't read " + name + ": " + reason(why) + " (to leave such files out: --on-error skip)",
        why);
  }

  /** Whether the reading thread was told to stop: nothing is wrong with what it read. */
  static boolean isInterruption(IOException e) {
    return e instanceof ClosedByInterruptException
        || e instanceof InterruptedIOException && !(e instanceof SocketTimeoutException);
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
