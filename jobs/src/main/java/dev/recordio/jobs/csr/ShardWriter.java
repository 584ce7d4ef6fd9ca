// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr;

import dev.recordio.jobs.run.BadInputException;
import dev.recordio.sparse.ColumnsPlace;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.DMatrixDialect;
import dev.recordio.sparse.DMatrixEncoder;
import dev.recordio.sparse.LibSvmEncoder;
import dev.recordio.sparse.NpyEncoder;
import dev.recordio.sparse.NpzEncoder;
import dev.recordio.sparse.QueryGroups;
import dev.recordio.sparse.RowBlockEncoder;
import dev.recordio.sparse.ShardShape;
import dev.recordio.sparse.SideVectors;
import dev.recordio.wire.Drain;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Writes shards: the main file, and for npz the vectors beside it. */
final class ShardWriter {
  private final Configuration conf;
  private final CsrSettings settings;
  private final CsrTask task;
  private final FileSystem fs;
  private final Path folder;

  /**
   * Makes a writer.
   *
   * @param folder where the files go
   */
  ShardWriter(Configuration conf, CsrSettings settings, CsrTask task, Path folder)
      throws IOException {
    this.conf = conf;
    this.settings = settings;
    this.task = task;
    this.folder = folder;
    fs = folder.getFileSystem(conf);
  }

  private interface Encoding {
    void to(Drain drain) throws IOException;
  }

  /**
   * Writes a shard.
   *
   * @param stem the files' names without suffixes
   * @param rows all of the shard
   * @param baseMargin one number a row and output, or null
   * @param bare whether no entry of the text had a value; row blocks then have none either
   * @throws BadInputException when the rows do not fit the layout; says what to change
   */
  ShardResult write(String stem, CsrSource rows, float[] baseMargin, boolean bare)
      throws IOException {
    ShardShape shape = ShardShape.of(rows);
    shape.give(task.hasWeight(), task.hasQid());
    checkWidth(shape);
    String suffix = settings.layout().suffix();
    var vectors = new TreeMap<String, Long>();
    try {
      var main = new ShardFile(fs, new Path(folder, stem + suffix));
      ColumnsPlace place;
      try (main) {
        place = encode(main, rows, shape, baseMargin, bare);
      }
      if (settings.layout() == Layout.NPZ) {
        writeVectors(stem, rows, shape, baseMargin, vectors);
      }
      return new ShardResult(
          stem,
          suffix,
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
      throw new BadInputException(
          "these rows can't be written as " + settings.layout() + ": " + e.getMessage() + remedy(),
          e);
    }
  }

  /** Returns how to follow the advice of an encoder that does not know the keys. */
  private String remedy() {
    return settings.layout() == Layout.ROWBLOCK
        ? " (-D " + CsrConf.ROWBLOCK_INDEX_TYPE + "=u64)"
        : "";
  }

  /** Returns where the columns stand; null when they do not. */
  private ColumnsPlace encode(
      Drain drain, CsrSource rows, ShardShape shape, float[] baseMargin, boolean bare)
      throws IOException {
    switch (settings.layout()) {
      case NPZ -> {
        var npz = new NpzEncoder(settings.deflate(), drain);
        npz.write(rows, shape, columns(shape));
        return settings.deflate() ? null : npz.columnsPlace();
      }
      case DMATRIX_1_6 -> dmatrix(DMatrixDialect.V1_6, drain, rows, shape, baseMargin);
      case DMATRIX_3_1 -> dmatrix(DMatrixDialect.V3_1, drain, rows, shape, baseMargin);
      case ROWBLOCK -> {
        new RowBlockEncoder(settings.indexType(), bare, drain).write(rows, shape);
        return null;
      }
      case LIBSVM -> {
        new LibSvmEncoder(task.indexBase(), drain).write(rows, shape);
        return null;
      }
    }
    return DMatrixEncoder.COLUMNS_PLACE;
  }

  private long columns(ShardShape shape) {
    return task.knowsColumns() ? task.columns() : shape.columns();
  }

  /** Ends the job where the number of all columns could not be put into files of fewer. */
  private void checkWidth(ShardShape shape) throws IOException {
    if (!task.knowsColumns() && Long.compareUnsigned(shape.maxIndex(), Integer.MAX_VALUE) >= 0) {
      CsrJob.tellTooWide(conf);
      throw new IOException("columns are to be counted first: there are more than 2^31 - 1");
    }
  }

  private void dmatrix(
      DMatrixDialect dialect, Drain drain, CsrSource rows, ShardShape shape, float[] baseMargin)
      throws IOException {
    var side = new SideVectors(null, null, baseMargin);
    new DMatrixEncoder(dialect, drain).write(rows, shape, columns(shape), side);
  }

  private void writeVectors(
      String stem, CsrSource rows, ShardShape shape, float[] baseMargin, Map<String, Long> sizes)
      throws IOException {
    var vectors = new Vectors(stem, sizes);
    vectors.write(".label.npy", out -> new NpyEncoder(out).labels(rows, shape));
    if (shape.hasWeight()) {
      vectors.write(".weight.npy", out -> new NpyEncoder(out).weights(rows, shape));
    }
    if (shape.hasQid()) {
      vectors.write(".qid.npy", out -> new NpyEncoder(out).qids(rows, shape));
      int[] groups = QueryGroups.ofQids(rows, shape);
      vectors.write(".group_ptr.npy", out -> new NpyEncoder(out).groups(groups));
    }
    if (shape.hasField()) {
      vectors.write(".field.npy", out -> new NpyEncoder(out).fields(rows, shape));
    }
    if (baseMargin != null) {
      int outputs = shape.rows() == 0 ? 1 : (int) (baseMargin.length / shape.rows());
      vectors.write(".base_margin.npy", out -> new NpyEncoder(out).floats(baseMargin, outputs));
    }
  }

  private final class Vectors {
    private final String stem;
    private final Map<String, Long> sizes;

    Vectors(String stem, Map<String, Long> sizes) {
      this.stem = stem;
      this.sizes = sizes;
    }

    void write(String suffix, Encoding encoding) throws IOException {
      try (var file = new ShardFile(fs, new Path(folder, stem + suffix))) {
        encoding.to(file);
        sizes.put(suffix, file.bytes());
      }
    }
  }
}
