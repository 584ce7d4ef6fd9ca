// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import dev.recordio.conf.InvalidSettingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Cuts a list of files into the parts that dmlc-core's InputSplit gives.
 *
 * <p>The files count as one string of T bytes. A part has ceil(T / parts) of them, rounded up to
 * the alignment; the last parts may be shorter or empty. A cut within a file moves on to the next
 * record start of that file, which is the reader's rule for any range; a cut between files stays.
 * Creating one takes time linear in the files, and a part time linear in its ranges.
 */
public final class DmlcPartition {
  private final List<FileStatus> files;
  private final Predicate<Path> cuttable;
  private final long[] starts; // of each file in the string of all, and the end of the last one
  private final long step;

  /**
   * Prepares the cuts.
   *
   * @param files the files, in order
   * @param parts the number of parts, at least 1
   * @param alignment 4 for RecordIO, 1 for text
   */
  public DmlcPartition(List<FileStatus> files, int parts, int alignment) {
    this(files, parts, alignment, path -> true);
  }

  /** Prepares the cuts; a file that must not be cut goes to the part that holds its first byte. */
  public DmlcPartition(List<FileStatus> files, int parts, int alignment, Predicate<Path> cuttable) {
    if (parts < 1) {
      throw new InvalidSettingException(
          "the number of parts is " + parts + "; it must be at least 1");
    }
    this.files = files;
    this.cuttable = cuttable;
    starts = new long[files.size() + 1];
    int next = 0;
    for (FileStatus file : files) {
      starts[next + 1] = starts[next++] + file.getLen();
    }
    long total = total();
    long bytes = total / parts + (total % parts == 0 ? 0 : 1);
    step = (bytes + alignment - 1) / alignment * alignment;
  }

  /** Returns the ranges of part {@code part}, from 0, one per file; none when the part is empty. */
  public List<InputRange> part(int part) {
    long begin = cut(part);
    long end = cut(part + 1L);
    var ranges = new ArrayList<InputRange>();
    for (int i = first(begin); i < files.size() && starts[i] < end; i++) {
      FileStatus file = files.get(i);
      long fileStart = starts[i];
      long from = Math.max(begin, fileStart);
      long to = Math.min(end, starts[i + 1]);
      if (from < to && !cuttable.test(file.getPath())) {
        if (from == fileStart) {
          ranges.add(new InputRange(file.getPath(), 0, file.getLen()));
        }
      } else if (from < to) {
        ranges.add(new InputRange(file.getPath(), from - fileStart, to - from));
      }
    }
    return ranges;
  }

  /**
   * Where a part begins.
   *
   * @param file which file, from 0; the number of files at the end of the last one
   * @param offset in that file, in bytes: the part's first record is the first one from there on
   */
  public record Cut(int file, long offset) {}

  /** Returns where part {@code part} begins; the number of parts gives the end of the last one. */
  public Cut begin(int part) {
    long at = cut(part);
    if (at == total()) {
      return new Cut(files.size(), 0);
    }
    int file = first(at);
    boolean inside = at > starts[file];
    return inside && !cuttable.test(files.get(file).getPath())
        ? new Cut(file + 1, 0)
        : new Cut(file, at - starts[file]);
  }

  /** Returns the file that holds a byte of the string of all, or begins there. */
  private int first(long offset) {
    int at = Arrays.binarySearch(starts, offset);
    return at < 0 ? -at - 2 : at;
  }

  private long total() {
    return starts[starts.length - 1];
  }

  private long cut(long part) {
    // Without overflow: a product beyond the total is the total.
    long total = total();
    return step == 0 || part >= total / step + 1 ? total : Math.min(step * part, total);
  }
}
