// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.input;

import dev.recordio.fs.stream.Files;
import dev.recordio.npy.NpyVector;
import dev.recordio.sparse.CsrBlock;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Rows of shards that csr has written as {@code .npz} with vectors beside them. A group that is cut
 * between two workers belongs to the one that has its first row.
 */
final class ShardRows implements RowSource {
  private final Configuration conf;
  private final WorkerInput.Shards shards;
  private int next; // of the worker's own, then of those after them
  private boolean hasLast;
  private long lastQid; // of the row before the next one
  private boolean began; // the worker has a row
  private boolean done;

  ShardRows(Configuration conf, WorkerInput.Shards shards) {
    this.conf = conf;
    this.shards = shards;
  }

  @Override
  public Rows next() throws IOException {
    if (next == 0) {
      findLast();
    }
    int own = shards.own().size();
    while (!done && next < own + shards.after().size()) {
      boolean isOwn = next < own;
      if (!isOwn && !began) {
        return null; // all of its rows go on with a group before them
      }
      WorkerInput.Shard shard = isOwn ? shards.own().get(next) : shards.after().get(next - own);
      next++;
      if (!shard.hasQid()) {
        return read(shard, null, 0, (int) shard.rows());
      }
      long[] qids = qids(conf, shard);
      int rest = rest(qids);
      int begin = began ? 0 : rest;
      int end = isOwn ? qids.length : rest;
      done = !isOwn && rest < qids.length;
      if (begin < end) {
        began = true;
        hasLast = true;
        lastQid = qids[end - 1];
        return read(shard, qids, begin, end);
      }
    }
    return null;
  }

  /** How many rows go on with the group before them. */
  private int rest(long[] qids) {
    int rest = 0;
    while (hasLast && rest < qids.length && qids[rest] == lastQid) {
      rest++;
    }
    return rest;
  }

  /** Finds the query id of the last row before the worker's own. */
  private void findLast() throws IOException {
    for (int i = shards.before().size() - 1; i >= 0 && !hasLast; i--) {
      long[] qids = qids(conf, shards.before().get(i));
      if (qids.length > 0) {
        hasLast = true;
        lastQid = qids[qids.length - 1];
      }
    }
  }

  private Rows read(WorkerInput.Shard shard, long[] qids, int begin, int end) throws IOException {
    CsrBlock block = new NpzFile(conf, shard).read(floats(shard, ".label"));
    float[] weights = shard.hasWeight() ? floats(shard, ".weight") : null;
    for (int row = 0; row < block.rows(); row++) {
      if (weights != null) {
        block.setWeight(row, weights[row]);
      }
      if (qids != null) {
        block.setQid(row, qids[row]);
      }
    }
    float[] margins = shard.hasMargins() ? floats(shard, ".base_margin") : null;
    if (begin == 0 && end == block.rows()) {
      return new Rows(block, margins);
    }
    var some = new CsrBlock(end - begin, block.offset(end) - block.offset(begin));
    some.addRows(block, begin, end);
    return new Rows(some, margins == null ? null : Arrays.copyOfRange(margins, begin, end));
  }

  private float[] floats(WorkerInput.Shard shard, String suffix) throws IOException {
    return vector(
        conf,
        shard,
        suffix,
        numbers -> {
          numbers.require(shard.rows(), "numbers");
          float[] floats = new float[(int) shard.rows()];
          for (int i = 0; i < floats.length; i++) {
            floats[i] = numbers.nextFloat();
          }
          return floats;
        });
  }

  /** Returns the query ids of a shard's rows. */
  static long[] qids(Configuration conf, WorkerInput.Shard shard) throws IOException {
    return vector(
        conf,
        shard,
        ".qid",
        numbers -> {
          numbers.require(shard.rows(), "query ids");
          long[] qids = new long[(int) shard.rows()];
          for (int i = 0; i < qids.length; i++) {
            qids[i] = numbers.nextLong();
          }
          return qids;
        });
  }

  /** Takes something of a vector. */
  interface Use<T> {
    T of(NpyVector numbers) throws IOException;
  }

  /** Opens a vector beside a shard. */
  static <T> T vector(Configuration conf, WorkerInput.Shard shard, String suffix, Use<T> use)
      throws IOException {
    String stem = shard.path().substring(0, shard.path().length() - ".npz".length());
    var path = new Path(stem + suffix + ".npy");
    FileSystem fs = path.getFileSystem(conf);
    FileStatus file = fs.getFileStatus(path);
    try (InputStream in = Files.open(fs, file, Files.Reading.WHOLE)) {
      return use.of(new NpyVector(in, file.getLen(), path.toString()));
    }
  }

  @Override
  public void close() {}
}
