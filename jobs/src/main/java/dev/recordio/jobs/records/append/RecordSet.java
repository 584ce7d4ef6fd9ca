// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.append;

import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.input.InputListing;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.output.NewOutput;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A folder of parts, as it is at one time: files of records whose names differ only in a number of
 * a fixed number of digits, so that a part with the next number comes last.
 *
 * @param parts the parts, empty ones included, in their order
 * @param next the name of the next part, without suffix
 */
record RecordSet(Path folder, List<FileStatus> parts, String next) {
  private static final Pattern NAME =
      Pattern.compile("(.*?)([0-9]+)" + Pattern.quote(RecordFiles.RECORDS));

  /**
   * Lists the parts.
   *
   * @throws FileNotFoundException when there is no such folder
   * @throws UsageException when it is a file
   * @throws BadInputException when it has no part, or other files too, or is not complete
   */
  static RecordSet list(Configuration conf, Path folder) throws IOException {
    FileSystem fs = folder.getFileSystem(conf);
    Path set = fs.makeQualified(folder);
    if (!fs.exists(set)) {
      throw new FileNotFoundException("no such set: " + set + "; pack makes one");
    }
    if (!fs.getFileStatus(set).isDirectory()) {
      throw new UsageException(
          "a file, not a set: " + set + "; records are appended to a folder of parts");
    }
    String leftover = NewOutput.leftover(fs, set);
    if (!leftover.isEmpty()) {
      throw new BadInputException("the set is not complete: " + set + leftover, null);
    }
    List<FileStatus> parts = InputListing.listWithEmpty(conf, List.of(set), null);
    if (parts.isEmpty()) {
      throw new BadInputException(
          "no part in the set: " + set + ": expected part-00000.rec, …; pack makes a set", null);
    }
    return new RecordSet(set, parts, next(set, parts));
  }

  private static String next(Path set, List<FileStatus> parts) throws BadInputException {
    String prefix = null;
    String digits = null;
    for (FileStatus part : parts) {
      Matcher name = NAME.matcher(part.getPath().getName());
      boolean matches = part.getPath().getParent().equals(set) && name.matches();
      if (!matches
          || prefix != null
              && (!name.group(1).equals(prefix) || name.group(2).length() != digits.length())) {
        throw new BadInputException(
            "not a set of parts: "
                + set
                + ": expected names like "
                + (prefix == null ? "part-00000" : prefix + digits)
                + ".rec, found "
                + part.getPath().getName()
                + "; reshard makes such a set",
            null);
      }
      prefix = name.group(1);
      digits = name.group(2);
    }
    if (digits.matches("9+")) {
      throw new BadInputException(
          "no number after " + prefix + digits + " has as many digits: " + set + "; reshard it",
          null);
    }
    return prefix + after(digits);
  }

  /** Returns the number after one that is not all nines, with as many digits. */
  private static String after(String digits) {
    int last = digits.length() - 1;
    while (digits.charAt(last) == '9') {
      last--;
    }
    return digits.substring(0, last)
        + (char) (digits.charAt(last) + 1)
        + "0".repeat(digits.length() - 1 - last);
  }

  /** Whether the other one, of the same folder, has the same files, of the same lengths. */
  boolean hasPartsOf(RecordSet other) {
    boolean same = parts.size() == other.parts.size();
    for (int i = 0; same && i < parts.size(); i++) {
      FileStatus mine = parts.get(i);
      FileStatus others = other.parts.get(i);
      same = mine.getPath().equals(others.getPath()) && mine.getLen() == others.getLen();
    }
    return same;
  }
}
