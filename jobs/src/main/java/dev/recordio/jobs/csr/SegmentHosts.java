// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr;

import dev.recordio.fs.InputRange;
import dev.recordio.fs.SplitPlanner;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Tells where segments are best read. Each file's blocks are asked for once. */
final class SegmentHosts {
  private final Configuration conf;
  private final Segments segments;
  private final Map<Path, FileStatus> files = new HashMap<>();
  private final Map<Path, BlockLocation[]> blocks = new HashMap<>();

  SegmentHosts(Configuration conf, Segments segments) {
    this.conf = conf;
    this.segments = segments;
    segments.files().forEach(file -> files.put(file.getPath(), file));
  }

  /**
   * Returns the hosts of the block that has most of the longest range of segments {@code first} to
   * {@code last}; none when they are empty.
   */
  String[] of(int first, int last) throws IOException {
    InputRange longest = null;
    for (int i = first; i <= last; i++) {
      for (InputRange range : segments.get(i).ranges()) {
        longest = longest == null || range.length() > longest.length() ? range : longest;
      }
    }
    return longest == null ? new String[0] : of(longest);
  }

  private String[] of(InputRange range) throws IOException {
    BlockLocation[] all = blocks.get(range.path());
    if (all == null) {
      all = SplitPlanner.blocks(conf, files.get(range.path()));
      blocks.put(range.path(), all);
    }
    String[] hosts = {};
    long most = 0;
    for (BlockLocation block : all) {
      long from = Math.max(range.start(), block.getOffset());
      long common = Math.min(range.end(), block.getOffset() + block.getLength()) - from;
      if (common > most) {
        most = common;
        hosts = block.getHosts();
      }
    }
    return hosts;
  }
}
