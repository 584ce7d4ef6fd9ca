// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import dev.recordio.fs.input.HostBytes;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Finds the best hosts for reading segments. Requests each file's block locations once. */
final class SegmentHosts {
  private final Configuration conf;
  private final SegmentTable segments;
  private final Map<Path, FileStatus> files = new HashMap<>();
  private final Map<Path, BlockLocation[]> blocks = new HashMap<>();

  SegmentHosts(Configuration conf, SegmentTable segments) {
    this.conf = conf;
    this.segments = segments;
    segments.files().forEach(file -> files.put(file.getPath(), file));
  }

  /** Returns the hosts that have most of segments {@code first} to {@code last}, best first. */
  String[] of(int first, int last) throws IOException {
    var hosts = new HostBytes();
    for (int i = first; i <= last; i++) {
      for (InputRange range : segments.get(i).ranges()) {
        hosts.add(blocks(range.path()), range.start(), range.end());
      }
    }
    return hosts.best();
  }

  private BlockLocation[] blocks(Path file) throws IOException {
    BlockLocation[] all = blocks.get(file);
    if (all == null) {
      all = SplitPlanner.blocks(conf, files.get(file));
      blocks.put(file, all);
    }
    return all;
  }
}
