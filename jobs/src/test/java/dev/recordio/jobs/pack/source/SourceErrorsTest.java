// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;

class SourceErrorsTest {
  private static void assertReason(String expected, IOException why) {
    assertEquals(expected, SourceErrors.reason(why));
  }

  @Test
  void reasonSaysWhatIsWrong() {
    assertReason("no such file: /a", new FileNotFoundException("/a"));
    assertReason("no such file: /a (1).jpg", new FileNotFoundException("/a (1).jpg"));
    assertReason("no such file: /a", new FileNotFoundException("/a (No such file or directory)"));
    assertReason("permission denied: /a b", new FileNotFoundException("/a b (Permission denied)"));
    assertReason("too many open files: /a", new FileNotFoundException("/a (Too many open files)"));
    assertReason("input/output error: /a", new FileNotFoundException("/a (Input/output error)"));
    assertReason("permission denied: /a", new AccessDeniedException("/a"));
    assertReason("permission denied: of x", new AccessControlException("of x"));
    assertReason(
        "Permission denied: user=x", new AccessControlException("Permission denied: user=x"));
    assertReason("unknown host: example.invalid", new UnknownHostException("example.invalid"));
    assertReason("unexpected end of the file", new EOFException());
    assertReason("first line", new IOException("first line\nsecond"));
  }
}
