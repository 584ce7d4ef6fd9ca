// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.SplittableCompressionCodec;

/**
 * Cuts files into ranges, block by block, by FileInputFormat's rule: a range has max(minimum,
 * min(maximum, block size)) bytes, the last one up to a tenth more, and the hosts of the block it
 * begins in. Planning opens no file; readers find where records begin.
 */
public final class SplitPlanner {
  private static final double SLOP = 1.1;

  private final Configuration conf;
  private final long minSize;
  private final long maxSize;
  private final Predicate<Path> splittable;

  /**
   * Creates a planner.
   *
   * @param conf gives the file systems of the files
   * @param minSize the least bytes of a range
   * @param maxSize the most bytes of a range
   * @param splittable which files may be cut at all
   */
  public SplitPlanner(Configuration conf, long minSize, long maxSize, Predicate<Path> splittable) {
    this.conf = conf;
    this.minSize = Math.max(1, minSize);
    this.maxSize = maxSize;
    this.splittable = splittable;
  }

  /** Which files can be read from their middle: those without a compression codec's suffix. */
  public static Predicate<Path> uncompressed(Configuration conf) {
    var codecs = new CompressionCodecFactory(conf);
    return path -> codecs.getCodec(path) == null;
  }

  /**
   * Which text files can be read from their middle: plain ones, and codecs with blocks such as
   * bzip2.
   */
  public static Predicate<Path> splittableText(Configuration conf) {
    var codecs = new CompressionCodecFactory(conf);
    return path -> {
      CompressionCodec codec = codecs.getCodec(path);
      return codec == null || codec instanceof SplittableCompressionCodec;
    };
  }

  /** Cuts all files, in order. */
  public List<InputRange> plan(List<FileStatus> files) throws IOException {
    var ranges = new ArrayList<InputRange>();
    for (FileStatus file : files) {
      plan(file, ranges);
    }
    return ranges;
  }

  private void plan(FileStatus file, List<InputRange> ranges) throws IOException {
    Path path = file.getPath();
    long length = file.getLen();
    BlockLocation[] blocks = blocks(conf, file);
    long blockSize = file.getBlockSize() > 0 ? file.getBlockSize() : length;
    long size = splittable.test(path) ? Math.max(minSize, Math.min(maxSize, blockSize)) : length;
    long start = 0;
    int block = 0;
    while (start < length) {
      long rest = length - start;
      long bytes = (double) rest / size > SLOP ? size : rest;
      while (block < blocks.length - 1
          && start >= blocks[block].getOffset() + blocks[block].getLength()) {
        block++;
      }
      ranges.add(
          blocks.length == 0
              ? new InputRange(path, start, bytes)
              : new InputRange(
                  path, start, bytes, blocks[block].getHosts(), blocks[block].getCachedHosts()));
      start += bytes;
    }
  }

  /** Returns the blocks of a file; without a request, if the listing had them. */
  public static BlockLocation[] blocks(Configuration conf, FileStatus file) throws IOException {
    if (file instanceof LocatedFileStatus located && located.getBlockLocations() != null) {
      return located.getBlockLocations();
    }
    FileSystem fs = file.getPath().getFileSystem(conf);
    return fs.getFileBlockLocations(file, 0, file.getLen());
  }
}
