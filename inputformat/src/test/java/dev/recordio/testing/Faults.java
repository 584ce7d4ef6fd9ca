// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.IOException;

/**
 * Failures in the streams of {@link WatchedFileSystem}, for a test that requests them: one read or
 * write, counted from 0 over all streams, or all of them from there on.
 */
public final class Faults {
  /** What a read does. */
  public enum Kind {
    /** It throws; the next one works. */
    THROWS_ONCE,
    /** It throws, and so does every later one. */
    THROWS_FROM_THEN_ON,
    /** It reports the end of the file, and so does every later one. */
    ENDS_EARLY
  }

  private static Kind kind;
  private static long at;
  private static int most;
  private static boolean closeFails;
  private static long reads;
  private static long injected;

  private Faults() {}

  /** Nothing fails from now on. */
  public static synchronized void none() {
    read(null, Long.MAX_VALUE);
    most = Integer.MAX_VALUE;
    closeFails = false;
  }

  /** Read {@code number}, counted anew from now on, fails. */
  public static synchronized void read(Kind what, long number) {
    kind = what;
    at = number;
    reads = 0;
    injected = 0;
  }

  /** Reads get at most this many bytes: file systems may do that, it is not a failure. */
  public static synchronized void shortReads(int bytes) {
    most = bytes;
  }

  /** Closing a stream closes it, and throws. */
  public static synchronized void close() {
    closeFails = true;
  }

  /** Returns how many reads there were since {@link #read}. */
  public static synchronized long reads() {
    return reads;
  }

  /** Returns how many reads failed since {@link #read}. */
  public static synchronized long injected() {
    return injected;
  }

  /** Returns how many of {@code length} bytes a read gets; -1 for the end of the file. */
  static synchronized int grant(int length) throws IOException {
    long number = reads++;
    if (number == at || number > at && kind != Kind.THROWS_ONCE) {
      injected++;
      if (kind == Kind.ENDS_EARLY) {
        return -1;
      }
      throw failure();
    }
    return Math.min(length, most);
  }

  static synchronized void closed() throws IOException {
    if (closeFails) {
      throw failure();
    }
  }

  private static IOException failure() {
    return new IOException("injected fault");
  }
}
