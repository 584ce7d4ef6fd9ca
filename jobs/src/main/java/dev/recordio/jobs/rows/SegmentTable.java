// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.io.Stepwise;
import dev.recordio.jobs.run.split.ListedSplit;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;

/**
 * The input of stats and csr, cut into segments: the files, in their order, count as one string of
 * T bytes (compressed files as they are). Each segment has the same number of bytes, by the rule of
 * {@link RowInputs#parts}. There are ceil(T / {@code recordio.csr.segment-size}) of them, one more
 * if that is odd and not 1: two threads then end together.
 *
 * <p>Segments depend on the files and that key alone, not on blocks, tasks or split sizes. Results
 * are made segment by segment, and put together in the order of segments; so they are the same
 * whatever the number of tasks.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class SegmentTable {
  private static final int MOST = 1_000_000;

  private final List<FileStatus> files = new ArrayList<>();
  private final List<Segment> segments = new ArrayList<>();

  private SegmentTable() {}

  /**
   * Cuts files into segments.
   *
   * @param conf gives the size of a segment
   * @param files the files, in order
   * @throws InvalidSettingException when the size of a segment is too small
   */
  public static SegmentTable of(Configuration conf, List<FileStatus> files) throws IOException {
    long size = SegmentConf.SEGMENT_SIZE.getBytes(conf);
    long total = InputListing.bytes(files);
    long fewest = Math.max(1, total / size + (total % size == 0 ? 0 : 1));
    long count = fewest == 1 ? 1 : fewest + (fewest & 1);
    if (count > MOST) {
      throw new InvalidSettingException(
          "%s makes %s segments, the most are %s; choose a larger one"
              .formatted(SegmentConf.SEGMENT_SIZE, count, MOST));
    }
    var cut = new SegmentTable();
    cut.files.addAll(files);
    for (List<InputRange> ranges : RowInputs.parts(conf, files, (int) count)) {
      cut.segments.add(new Segment(cut.segments.size(), List.copyOf(ranges)));
    }
    return cut;
  }

  /** Returns the files, in order: path, length and time of modification are known. */
  public List<FileStatus> files() {
    return files;
  }

  /** Returns the number of segments, at least 1; some of them may be empty. */
  public int count() {
    return segments.size();
  }

  /** Returns a segment by its number. */
  @InterfaceAudience.Private
  public Segment get(int number) {
    return segments.get(number);
  }

  /** Returns the bytes of all files. */
  public long bytes() {
    return InputListing.bytes(files);
  }

  /**
   * Checks that the files have not changed since they were listed, since several tasks must have
   * read the same files; by one request for each folder that may be listed.
   *
   * @throws MalformedRecordException when one has another length or time
   * @throws FileNotFoundException when one is gone
   */
  @InterfaceAudience.Private
  public void requireUnchanged(Configuration conf) throws IOException {
    Map<Path, List<FileStatus>> folders = new LinkedHashMap<>();
    for (FileStatus file : files) {
      folders.computeIfAbsent(file.getPath().getParent(), key -> new ArrayList<>()).add(file);
    }
    for (Map.Entry<Path, List<FileStatus>> folder : folders.entrySet()) {
      FileSystem fs = folder.getKey().getFileSystem(conf);
      Map<String, FileStatus> now =
          folder.getValue().size() > 1 ? list(fs, folder.getKey()) : Map.of();
      for (FileStatus file : folder.getValue()) {
        FileStatus found = now.get(file.getPath().getName());
        ListedSplit.requireUnchanged(
            found == null || found.isSymlink() ? fs.getFileStatus(file.getPath()) : found,
            file.getLen(),
            file.getModificationTime());
      }
    }
  }

  /** Returns the files by name; none where only single files may be read. */
  private static Map<String, FileStatus> list(FileSystem fs, Path folder) throws IOException {
    var files = new HashMap<String, FileStatus>();
    try {
      for (FileStatus file : fs.listStatus(folder)) {
        files.put(file.getPath().getName(), file);
      }
    } catch (AccessControlException | AccessDeniedException e) {
      return Map.of();
    }
    return files;
  }

  /** Writes the table as {@link #read} reads it. */
  void write(DataOutput out) throws IOException {
    out.writeInt(files.size());
    for (FileStatus file : files) {
      SourceFile.of(file).write(out);
    }
    out.writeInt(segments.size());
    for (Segment segment : segments) {
      Segment.SERDE.writer().write(segment, out);
    }
  }

  static SegmentTable read(DataInput in) throws IOException {
    var table = new SegmentTable();
    for (int left = in.readInt(); left > 0; left--) {
      SourceFile file = SourceFile.read(in);
      table.files.add(
          new FileStatus(file.length(), false, 1, 0, file.mtime(), Stepwise.path(file.path())));
    }
    for (int left = in.readInt(); left > 0; left--) {
      table.segments.add(Segment.SERDE.reader().read(in));
    }
    return table;
  }
}
