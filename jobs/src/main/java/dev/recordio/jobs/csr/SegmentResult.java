// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What a task tells the committer of one segment.
 *
 * @param segment its number
 * @param path the first file; null when the segment is empty
 * @param offset where the segment begins in that file
 * @param traits what its rows have in common, as {@link dev.recordio.sparse.RowTraits#counts}
 * @param malformed how often each rule was broken, by title
 * @param labels of the rows of its shards
 * @param shards in order
 */
record SegmentResult(
    int segment,
    String path,
    long offset,
    long[] traits,
    Map<String, Long> malformed,
    LabelCounts labels,
    List<ShardResult> shards) {
  static final String SUFFIX = ".segment.json";

  /** Returns the name of a segment's file; shards of the segment begin with the same word. */
  static String stem(int segment) {
    return String.format("segment-%07d", segment);
  }

  /** Writes it into a folder. */
  void write(FileSystem fs, Path folder) throws IOException {
    JsonFiles.write(fs, new Path(folder, stem(segment) + SUFFIX), this);
  }

  /** Reads those of all segments, in order, from the folder that holds them. */
  static List<SegmentResult> readAll(Configuration conf, Path folder, int segments)
      throws IOException {
    FileSystem fs = folder.getFileSystem(conf);
    var results = new ArrayList<SegmentResult>();
    for (int i = 0; i < segments; i++) {
      results.add(JsonFiles.read(fs, new Path(folder, stem(i) + SUFFIX), SegmentResult.class));
    }
    return results;
  }
}
