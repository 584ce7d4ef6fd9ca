// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.bytes.NameText;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Records that are not to be kept, from a list that {@code verify --list} wrote: by their keys
 * where the list and an index have them, else by an offset in them.
 */
public final class LeftOut {
  private static final int FILE = 0;
  private static final int OFFSET = 1;
  private static final int KEY = 3;
  private static final int REASON = 4;
  private static final Pattern OF_INDEX = Pattern.compile("\\.r?idx");

  private final Map<String, Set<Long>> keys = new HashMap<>();
  private final Map<String, TreeSet<Long>> offsets = new HashMap<>();
  private final Map<String, TreeSet<Long>> keyless =
      new HashMap<>(); // offsets of lines without key

  /** Reads the list that is configured; an empty one if none is. */
  public static LeftOut of(Configuration conf) throws IOException {
    var leftOut = new LeftOut();
    String name = VerifyConf.SALVAGE_LIST.get(conf);
    if (!name.isEmpty()) {
      var list = new Path(name);
      FileSystem fs = list.getFileSystem(conf);
      try (var lines = Files.lines(fs, fs.getFileStatus(list))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          leftOut.add(list, line);
        }
      }
    }
    return leftOut;
  }

  private void add(Path list, String line) throws BadInputException {
    String[] cells = line.split("\t", -1);
    try {
      String file = NameText.unescape(cells[FILE]);
      if (cells[KEY].equals("-") && OF_INDEX.matcher(cells[REASON]).find()) {
        return; // it is about the index, and not about a record
      }
      long offset = Long.parseLong(cells[OFFSET]);
      offsets.computeIfAbsent(file, any -> new TreeSet<>()).add(offset);
      if (cells[KEY].equals("-")) {
        keyless.computeIfAbsent(file, any -> new TreeSet<>()).add(offset);
      } else {
        keys.computeIfAbsent(file, any -> new HashSet<>()).add(Long.parseUnsignedLong(cells[KEY]));
      }
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new BadInputException("not a list of verify --list: " + list + ": " + line, e);
    }
  }

  /** Whether a record of a file without an index is listed. */
  public boolean has(String file, long begin, long end) {
    return has(offsets.get(file), begin, end);
  }

  /** Whether a record that an index has is listed. */
  public boolean has(String file, long begin, long end, long key) {
    if (offsets.isEmpty()) {
      return false; // no list: not worth two look-ups for each record
    }
    Set<Long> listed = keys.get(file);
    return listed != null && listed.contains(key) || has(keyless.get(file), begin, end);
  }

  private static boolean has(TreeSet<Long> listed, long begin, long end) {
    Long at = listed == null ? null : listed.ceiling(begin);
    return at != null && at < end;
  }
}
