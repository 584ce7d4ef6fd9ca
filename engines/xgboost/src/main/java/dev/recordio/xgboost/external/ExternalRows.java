// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.external;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.sparse.ColumnMap;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.IndexType;
import dev.recordio.sparse.layout.QueryGroups;
import dev.recordio.sparse.layout.RowBlockDecoder;
import dev.recordio.sparse.layout.RowBlockEncoder;
import dev.recordio.sparse.layout.ShardShape;
import dev.recordio.xgboost.WorkerRows;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.apache.hadoop.fs.FileUtil;

/**
 * Rows on the local disk, for matrices larger than memory. In memory are one batch of rows, twice,
 * and what XGBoost keeps: some bytes a row, and its summary of each column while it makes the
 * matrix.
 *
 * <p>Rows are written as row blocks, 8 bytes an entry, in a folder of their own below {@code
 * java.io.tmpdir}, which is a task's own folder on YARN; XGBoost's pages are beside them. They are
 * read several times: to find the bins, and to number each value's bin.
 */
public final class ExternalRows implements WorkerRows {
  /** Entries after which a batch ends, with its group. */
  private static final int BATCH_ENTRIES = 1 << 20;

  /** Rows after which a batch ends, with its group. */
  private static final int BATCH_ROWS = 1 << 17;

  /** Where a batch is in the file. */
  private record Place(long position, int length, boolean isWide, float[] margins) {}

  private final NativeXgboost xgboost;
  private final Path folder;
  private final RandomAccessFile file;
  private final int maxBin;
  private final int batchEntries;
  private final List<Place> batches = new ArrayList<>();
  private CsrBlock batch = new CsrBlock();
  private float[] batchMargins = {};

  /**
   * Makes the folder. XGBoost4J must have been used before.
   *
   * @param maxBin the training's {@code max_bin}
   * @throws InvalidSettingException when JNA or XGBoost4J's library is missing
   */
  public ExternalRows(int maxBin) throws IOException {
    this(maxBin, BATCH_ENTRIES);
  }

  ExternalRows(int maxBin, int batchEntries) throws IOException {
    try {
      xgboost = NativeXgboost.load();
    } catch (NoClassDefFoundError e) {
      throw new InvalidSettingException(
          "--external-memory needs net.java.dev.jna:jna on the class path, which has no "
              + e.getMessage());
    }
    this.maxBin = maxBin;
    this.batchEntries = batchEntries;
    folder = Files.createTempDirectory("recordio-xgboost-");
    file = new RandomAccessFile(folder.resolve("rows").toFile(), "rw");
  }

  /** Returns the folder. */
  Path folder() {
    return folder;
  }

  @Override
  public void add(CsrBlock block, float[] margins) throws IOException {
    int begin = 0;
    for (int row = 0; row < block.rows(); row++) {
      if (endsBefore(block, row, batch.rows() + row - begin, entries(block, begin, row))) {
        take(block, begin, row, margins);
        writeBatch();
        begin = row;
      }
    }
    take(block, begin, block.rows(), margins);
  }

  private int entries(CsrBlock block, int begin, int row) {
    return batch.entries() + block.offset(row) - block.offset(begin);
  }

  /** Whether a batch with so many rows and entries ends before a row. */
  private boolean endsBefore(CsrBlock block, int row, int rows, int entries) {
    if (rows < BATCH_ROWS && entries < batchEntries) {
      return false;
    }
    if (!block.hasQid()) {
      return true;
    }
    long last = row > 0 ? block.qids()[row - 1] : batch.qids()[batch.rows() - 1];
    return block.qids()[row] != last;
  }

  private void take(CsrBlock block, int begin, int end, float[] margins) {
    int before = batch.rows();
    batch.addRows(block, begin, end);
    if (margins != null) {
      batchMargins = Arrays.copyOf(batchMargins, batch.rows());
      System.arraycopy(margins, begin, batchMargins, before, end - begin);
    }
  }

  private void writeBatch() throws IOException {
    CsrSource source = CsrSource.of(batch);
    ShardShape shape = ShardShape.of(source);
    if (batch.hasQid() && batch.hasWeight()) {
      QueryGroups.weights(QueryGroups.ofQids(source, shape), source);
    }
    long position = file.getFilePointer();
    IndexType type = batch.isWide() ? IndexType.UINT64 : IndexType.UINT32;
    new RowBlockEncoder(type).write(source, shape, false, file::write);
    int length = Math.toIntExact(file.getFilePointer() - position);
    batches.add(new Place(position, length, batch.isWide(), batchMargins));
    batch = new CsrBlock();
    batchMargins = new float[0];
  }

  @Override
  public void checkGroups() throws IOException {
    if (batch.rows() > 0 || batches.isEmpty()) { // XGBoost wants a batch of each worker
      writeBatch();
    }
  }

  @Override
  public DMatrix build(ColumnMap map, int threads, DMatrix training)
      throws IOException, XGBoostError {
    var options = new ExternalMatrix.Options(folder.resolve("pages").toString(), maxBin, threads);
    return ExternalMatrix.of(xgboost, new Reading(map), options, (ExternalMatrix) training);
  }

  /** Reads the batches, from first to last and again. */
  private final class Reading implements ExternalMatrix.Batches {
    private final ColumnMap map;
    private final RowBlockDecoder narrow = new RowBlockDecoder(IndexType.UINT32);
    private final RowBlockDecoder wide = new RowBlockDecoder(IndexType.UINT64);
    private final CsrBlock block = new CsrBlock();
    private byte[] bytes = {};
    private int at;

    Reading(ColumnMap map) {
      this.map = map;
    }

    @Override
    public void reset() {
      at = 0;
    }

    @Override
    public boolean next(ExternalMatrix.Batch to) throws IOException, XGBoostError {
      if (at == batches.size()) {
        return false;
      }
      Place place = batches.get(at++);
      read(place);
      block.renumber(map);
      to.rows(block, map.size());
      if (place.margins.length > 0) {
        to.info("base_margin", place.margins, block.rows());
      }
      if (block.hasQid()) {
        CsrSource source = CsrSource.of(block);
        int[] ends = QueryGroups.ofQids(source, ShardShape.of(source));
        to.groups(QueryGroups.sizes(ends));
        if (block.hasWeight()) {
          to.info("weight", QueryGroups.weights(ends, source), ends.length - 1);
        }
      } else if (block.hasWeight()) {
        to.info("weight", block.weights(), block.rows());
      }
      return true;
    }

    private void read(Place place) throws IOException {
      if (bytes.length < place.length) {
        bytes = new byte[place.length];
      }
      file.seek(place.position);
      file.readFully(bytes, 0, place.length);
      RowBlockDecoder decoder = place.isWide ? wide : narrow;
      decoder.begin(bytes, 0, place.length);
      decoder.next(block);
    }
  }

  /** Removes the folder with all in it. */
  @Override
  public void close() throws IOException {
    file.close();
    if (!FileUtil.fullyDelete(folder.toFile())) {
      throw new IOException("could not remove " + folder);
    }
  }
}
