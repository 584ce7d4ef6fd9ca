// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.bytes.Drain;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.layout.ColumnsPlace;
import dev.recordio.sparse.layout.ShardEncoder;
import dev.recordio.sparse.layout.ShardRows;
import dev.recordio.sparse.layout.ShardShape;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Writes shards: the main file, and the vectors next to it. */
public final class ShardWriter {
  private final Configuration conf;
  private final CsrSettings settings;
  private final CsrTask task;
  private final ShardEncoder encoder;
  private final FileSystem fs;
  private final Path folder;

  /**
   * Makes a writer.
   *
   * @param folder where the files go
   */
  public ShardWriter(Configuration conf, CsrSettings settings, CsrTask task, Path folder)
      throws IOException {
    this.conf = conf;
    this.settings = settings;
    this.task = task;
    this.folder = folder;
    encoder = settings.encoder();
    fs = folder.getFileSystem(conf);
  }

  /**
   * Writes a shard.
   *
   * @param stem the files' names without suffixes
   * @param rows all of the shard
   * @param shape of these rows
   * @param baseMargin one number per row and output, or null
   * @param bare whether no entry of the text had a value; row blocks then have no values either
   * @throws BadInputException when the rows do not fit the layout; the message has what to change
   */
  public ShardResult write(
      String stem, CsrSource rows, ShardShape shape, float[] baseMargin, boolean bare)
      throws IOException {
    shape.give(task.hasWeight(), task.hasQid());
    checkWidth(shape);
    var shard = new ShardRows(rows, shape, columns(shape), baseMargin, bare, labelColumns());
    var vectors = new TreeMap<String, Long>();
    try {
      var main = new ShardFile(fs, new Path(folder, stem + encoder.suffix()));
      ColumnsPlace place;
      try (main) {
        place = encoder.write(shard, main);
      }
      for (Map.Entry<String, ShardEncoder.Vector> vector : encoder.vectors(shard).entrySet()) {
        try (var file = new ShardFile(fs, new Path(folder, stem + vector.getKey()))) {
          vector.getValue().write(file);
          vectors.put(vector.getKey(), file.bytes());
        }
      }
      return new ShardResult(
          stem,
          encoder.suffix(),
          vectors,
          shape.rows(),
          shape.entries(),
          shape.minIndex(),
          shape.maxIndex(),
          main.bytes(),
          main.crc32c(),
          shape.hasWeight(),
          shape.hasQid(),
          task.knowsColumns() ? null : place);
    } catch (IllegalArgumentException e) {
      Layout layout = settings.layout();
      throw new BadInputException(
          "these rows can't be written as " + layout + ": " + e.getMessage() + layout.remedy(), e);
    }
  }

  /** Returns the encoder that writes the shards, for the same thread. */
  ShardEncoder encoder() {
    return encoder;
  }

  private long labelColumns() {
    return settings.text().hasLabelSets() ? settings.text().labelColumns() : -1;
  }

  private long columns(ShardShape shape) {
    return task.knowsColumns() ? task.columns() : shape.columns();
  }

  /**
   * Fails the job if the total number of columns could not be written into files with fewer
   * columns.
   */
  private void checkWidth(ShardShape shape) throws IOException {
    if (!task.knowsColumns() && Long.compareUnsigned(shape.maxIndex(), Integer.MAX_VALUE) >= 0) {
      CsrTask.reportTooWide(conf);
      throw new IOException("columns are to be counted first: there are more than 2^31 - 1");
    }
  }

  /**
   * A file of a shard, written once from start to end; counts its bytes and computes their
   * checksum.
   */
  private static final class ShardFile implements Drain, Closeable {
    /**
     * Local file systems buffer less than this; HDFS has its own packets. The encoders' chunks have
     * this size, so they pass without being copied.
     */
    private static final int BUFFER = 1 << 16;

    private final FSDataOutputStream out;
    private final CRC32C crc = new CRC32C();
    private long bytes;

    ShardFile(FileSystem fs, Path file) throws IOException {
      out = Files.overwrite(fs, file, BUFFER);
    }

    @Override
    public void drain(byte[] chunk, int offset, int length) throws IOException {
      crc.update(chunk, offset, length);
      bytes += length;
      out.write(chunk, offset, length);
    }

    long bytes() {
      return bytes;
    }

    int crc32c() {
      return (int) crc.getValue();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
