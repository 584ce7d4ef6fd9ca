// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.split;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.FileTimes;
import dev.recordio.fs.input.InputRange;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * A part of a file, with the length and time that the file had when it was listed. Several tasks,
 * or several jobs, read the parts of a file: what they make of it fits together only if nothing has
 * changed it meanwhile.
 */
public class ListedSplit extends FileSplit {
  private long fileLength;
  private long modified;

  /** For Hadoop, which reads the fields. */
  public ListedSplit() {}

  /**
   * Makes a split of a range.
   *
   * @param file the range's file, as it was listed
   */
  public ListedSplit(InputRange range, FileStatus file) {
    super(range.path(), range.start(), range.length(), range.hosts());
    fileLength = file.getLen();
    modified = file.getModificationTime();
  }

  /**
   * Makes a split of each range.
   *
   * @param files the files of all ranges, as they were listed
   */
  public static List<ListedSplit> of(List<InputRange> ranges, List<FileStatus> files) {
    Map<Path, FileStatus> listed = new HashMap<>();
    files.forEach(file -> listed.put(file.getPath(), file));
    var splits = new ArrayList<ListedSplit>();
    ranges.forEach(range -> splits.add(new ListedSplit(range, listed.get(range.path()))));
    return splits;
  }

  /** Returns when the file was changed last, in milliseconds since 1970, as it was listed. */
  public final long modified() {
    return modified;
  }

  /**
   * Checks that the file has not changed since it was listed.
   *
   * @param now its status
   * @throws MalformedRecordException when it has another length or time
   */
  public final void requireUnchanged(FileStatus now) throws MalformedRecordException {
    requireUnchanged(now, fileLength, modified);
  }

  /**
   * Checks that a file has not changed since it was listed.
   *
   * @param now its status
   * @param length its length then, in bytes
   * @param modified when it had been changed last, in milliseconds since 1970
   * @throws MalformedRecordException when it has another length or time
   */
  public static void requireUnchanged(FileStatus now, long length, long modified)
      throws MalformedRecordException {
    if (now.getLen() != length || !FileTimes.areOfOneChange(now.getModificationTime(), modified)) {
      throw new MalformedRecordException(
          "the file has changed since it was listed",
          now.getPath().toString(),
          0,
          -1,
          describe(length, modified),
          describe(now.getLen(), now.getModificationTime())
              + " (run the command again once nothing writes to it)");
    }
  }

  private static String describe(long length, long modified) {
    return length + " bytes of " + Instant.ofEpochMilli(modified);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    super.write(out);
    out.writeLong(fileLength);
    out.writeLong(modified);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    super.readFields(in);
    fileLength = in.readLong();
    modified = in.readLong();
  }
}
