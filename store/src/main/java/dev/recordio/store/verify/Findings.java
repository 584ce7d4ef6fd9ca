// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.verify;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.verify.StoreVerify.StoreFinding;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;

/** Passes on what is wrong, each finding of a file's structure once. Memory: these. */
final class Findings {
  private final Consumer<StoreFinding> to;
  private final Set<StoreFinding> seen = new HashSet<>();
  private long count;

  Findings(Consumer<StoreFinding> to) {
    this.to = to;
  }

  long count() {
    return count;
  }

  void add(Path file, long offset, String what) {
    var finding = new StoreFinding(file.toString(), offset, what);
    if (seen.add(finding)) {
      addAnew(finding);
    }
  }

  /** Adds a finding that cannot have come before. */
  void addAnew(StoreFinding finding) {
    count++;
    to.accept(finding);
  }

  /**
   * Adds why a file could not be read.
   *
   * @param file is the file, unless the error names another one
   */
  void add(Path file, IOException e) {
    if (e instanceof MalformedRecordException wrong) {
      Path where = wrong.path() == null ? file : new Path(wrong.path());
      add(where, wrong.offset(), wrong.withoutPlace());
    } else if (e instanceof FileNotFoundException) {
      String which = String.valueOf(e.getMessage());
      boolean itself = which.contains(file.getName());
      add(file, 0, itself ? "missing file" : "a file that it needs is missing: " + line(which));
    } else {
      String what = e instanceof EOFException ? "the file ends early: " : "unreadable: ";
      add(file, 0, what + line(String.valueOf(e.getMessage())));
    }
  }

  private static String line(String text) {
    return text.lines().findFirst().orElse("");
  }
}
