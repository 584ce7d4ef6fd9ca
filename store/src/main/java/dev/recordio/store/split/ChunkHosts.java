// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.split;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.gather.WorkerThreads;
import dev.recordio.store.read.GroupPieces.Piece;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Where the blocks of chunks are: a request a chunk, several at a time. */
final class ChunkHosts {
  private final Map<Integer, BlockLocation[]> blocks = new HashMap<>();

  /**
   * Asks for the blocks.
   *
   * @param segments with the chunks
   * @param paths the chunks by their numbers
   */
  ChunkHosts(Configuration conf, List<Piece> segments, List<Path> paths) throws IOException {
    List<Piece> chunks = firstOfEach(segments);
    BlockLocation[][] found = new BlockLocation[chunks.size()][];
    try (var threads = new WorkerThreads(RecordIOConf.GATHER_THREADS.getInt(conf))) {
      threads.run(
          found.length,
          (i, worker) -> {
            Path path = paths.get(chunks.get(i).number());
            FileSystem fs = path.getFileSystem(conf);
            long length = chunks.get(i).chunkBytes();
            // The tables know the length, so that the file's status is not asked for.
            var file = new FileStatus(length, false, 1, fs.getDefaultBlockSize(path), 0, path);
            found[i] = fs.getFileBlockLocations(file, 0, length);
          });
    }
    for (int i = 0; i < found.length; i++) {
      blocks.put(chunks.get(i).number(), found[i] == null ? new BlockLocation[0] : found[i]);
    }
  }

  private static List<Piece> firstOfEach(List<Piece> segments) {
    var byChunk = new HashMap<Integer, Piece>();
    for (Piece segment : segments) {
      if (segment.hasValues()) {
        byChunk.putIfAbsent(segment.number(), segment);
      }
    }
    return List.copyOf(byChunk.values());
  }

  /** Returns the blocks of a segment's chunk. */
  BlockLocation[] of(Piece segment) {
    return blocks.get(segment.number());
  }
}
