// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.jobs.run.error.BadInputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The chunks of a zrecord that exist, and up to where records may lie in each. */
final class ZrecordChunks {
  private static final String SUFFIX = ".zr";

  private final ZrecordMeta meta;
  private final List<Path> paths = new ArrayList<>();
  private final Map<Long, Integer> places = new HashMap<>(); // in the list, by number
  private final List<Long> ends = new ArrayList<>();
  private long bytes;

  ZrecordChunks(FileSystem fs, Path folder, ZrecordMeta meta) throws IOException {
    this.meta = meta;
    for (FileStatus file : files(fs, new Path(folder, "chunk"))) {
      String name = file.getPath().getName();
      String number = name.substring(0, Math.max(0, name.length() - SUFFIX.length()));
      if (!name.endsWith(SUFFIX) || !number.matches("0|[1-9][0-9]{0,17}")) {
        continue;
      }
      long id = Long.parseLong(number);
      long end = meta.writePositions().getOrDefault(id, file.getLen());
      if (end > file.getLen()) {
        throw new BadInputException(
            file.getPath()
                + " has "
                + file.getLen()
                + " bytes: expected at least "
                + end
                + ", its write position",
            null);
      }
      places.put(id, paths.size());
      paths.add(file.getPath());
      ends.add(end);
      bytes += end;
    }
  }

  private static FileStatus[] files(FileSystem fs, Path folder) throws IOException {
    try {
      return fs.listStatus(folder);
    } catch (FileNotFoundException e) {
      return new FileStatus[0]; // of a zrecord without records
    }
  }

  List<Path> paths() {
    return paths;
  }

  long bytes() {
    return bytes;
  }

  /** Returns the place of a chunk in {@link #paths}. */
  int place(long chunk) {
    return places.get(chunk);
  }

  /** Returns what is wrong with the place of a record; null if nothing is. */
  String wrong(long chunk, long offset, long length) {
    if (chunk >= meta.chunks()) {
      return "chunk " + chunk + " of " + meta.chunks();
    }
    Integer place = places.get(chunk);
    if (place == null) {
      return "chunk " + chunk + ", which does not exist";
    }
    long end = ends.get(place);
    return offset < 0 || offset > end || length > end - offset
        ? length
            + " bytes at "
            + Long.toUnsignedString(offset)
            + " of chunk "
            + chunk
            + ", whose records end at "
            + end
        : null;
  }
}
