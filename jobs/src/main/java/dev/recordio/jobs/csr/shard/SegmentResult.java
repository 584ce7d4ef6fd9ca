// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr.shard;

import dev.recordio.jobs.segment.JsonFiles;
import dev.recordio.jobs.segment.LabelCounts;
import dev.recordio.jobs.segment.RowFault;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What a task reports to the committer of one segment.
 *
 * @param segment its number
 * @param path the first file; null when the segment is empty
 * @param offset where the segment begins in that file
 * @param traits the traits of its rows, as {@link dev.recordio.sparse.RowTraits#counts}
 * @param queries the query ids, as {@link dev.recordio.sparse.RowTraits#queries}
 * @param malformed how often each rule was violated, by title
 * @param doubts the first text of each kind that probably means something else
 * @param labels of the rows of its shards
 * @param shards in order
 */
public record SegmentResult(
    int segment,
    String path,
    long offset,
    long[] traits,
    long[] queries,
    Map<String, Long> malformed,
    List<RowFault> doubts,
    LabelCounts labels,
    List<ShardResult> shards) {
  /** Writes the result into a folder. */
  public void write(FileSystem fs, Path folder) throws IOException {
    Path file = new Path(folder, String.format("segment-%07d.json", segment));
    JsonFiles.write(fs, file, this);
  }

  /**
   * Reads the results of all segments.
   *
   * @param tasks has a folder for each committed task
   * @return all results, in the order of segments
   * @throws IOException also when a result is missing
   */
  public static List<SegmentResult> readAll(FileSystem fs, Path tasks, int segments)
      throws IOException {
    var results = new SegmentResult[segments];
    for (FileStatus task : fs.listStatus(tasks)) {
      for (FileStatus file : fs.listStatus(task.getPath())) {
        SegmentResult result = JsonFiles.read(fs, file.getPath(), SegmentResult.class);
        results[result.segment()] = result;
      }
    }
    for (int i = 0; i < segments; i++) {
      if (results[i] == null) {
        throw new IOException("no task has committed segment " + i + " of " + segments);
      }
    }
    return List.of(results);
  }
}
