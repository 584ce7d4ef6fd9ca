// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.BlockLocation;

/**
 * How many bytes of a split each host has.
 *
 * <p>Hadoop's {@code mapred.FileInputFormat.getSplitHosts} is for subclasses, and for splits of one
 * file; splits of records by number, and segments, have ranges of several.
 */
public final class HostBytes {
  private static final int MAX_HOSTS = 3;

  private final Map<String, Long> bytes = new HashMap<>();

  /** Adds the bytes {@code [begin, end)} of a file with these blocks. */
  public void add(BlockLocation[] blocks, long begin, long end) throws IOException {
    for (BlockLocation block : blocks) {
      long from = Math.max(begin, block.getOffset());
      long to = Math.min(end, block.getOffset() + block.getLength());
      if (from < to) {
        add(block.getHosts(), to - from);
      }
    }
  }

  /** Adds so many bytes that each of these hosts has. */
  public void add(String[] hosts, long count) {
    for (String host : hosts) {
      bytes.merge(host, count, Long::sum);
    }
  }

  /** Returns the three hosts with the most bytes, best first. */
  public String[] best() {
    Comparator<Map.Entry<String, Long>> most =
        Map.Entry.<String, Long>comparingByValue().reversed();
    return bytes.entrySet().stream()
        .sorted(most.thenComparing(Map.Entry.comparingByKey()))
        .limit(MAX_HOSTS)
        .map(Map.Entry::getKey)
        .toArray(String[]::new);
  }
}
