// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.formats.parquet.ParquetShardEncoder;
import dev.recordio.formats.sagemaker.SageMakerShardEncoder;
import dev.recordio.formats.tensorflow.ElwcShardEncoder;
import dev.recordio.formats.tensorflow.TfRecordShardEncoder;
import dev.recordio.sparse.layout.DMatrixDialect;
import dev.recordio.sparse.layout.DMatrixShardEncoder;
import dev.recordio.sparse.layout.LibSvmEncoder;
import dev.recordio.sparse.layout.NpzShardEncoder;
import dev.recordio.sparse.layout.RowBlockEncoder;
import dev.recordio.sparse.layout.ShardEncoder;
import java.util.Arrays;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;

/** The layouts that csr writes, by name; docs/rows.md has their fields. */
public enum Layout {
  /** SciPy's, with labels, weights, query ids, groups, fields and base margins beside it. */
  NPZ("npz", settings -> new NpzShardEncoder(settings.deflate())),
  /** XGBoost's binary DMatrix, for 1.6 to 3.0. */
  DMATRIX_1_6("dmatrix-1.6", settings -> new DMatrixShardEncoder(DMatrixDialect.V1_6)),
  /** XGBoost's binary DMatrix, for 3.1 and later. */
  DMATRIX_3_1("dmatrix-3.1", settings -> new DMatrixShardEncoder(DMatrixDialect.V3_1)),
  /** dmlc-core's saved row blocks. */
  ROWBLOCK("rowblock", settings -> new RowBlockEncoder(settings.indexType())) {
    @Override
    String remedy() {
      return " (-D " + CsrConf.ROWBLOCK_INDEX_TYPE + "=u64)";
    }
  },
  /** LibSVM text, normalised. */
  LIBSVM("libsvm", settings -> new LibSvmEncoder(settings.text().base().first())),
  /** TensorFlow's TFRecords, an Example a row. */
  TFRECORD("tfrecord", settings -> new TfRecordShardEncoder()),
  /** TFRecords, an ExampleListWithContext a query. */
  ELWC("elwc", settings -> new ElwcShardEncoder()) {
    @Override
    boolean needsGroups() {
      return true;
    }
  },
  /** Parquet, with entries as lists or as Spark ML's vectors. */
  PARQUET(
      "parquet",
      settings ->
          new ParquetShardEncoder(
              settings.vectors(),
              settings.pageCodec(),
              settings.rowGroupRows(),
              settings.text().base().first())) {
    @Override
    public boolean needsColumns() {
      return true;
    }
  },
  /** SageMaker's RecordIO-protobuf. */
  SAGE_MAKER("sagemaker", settings -> new SageMakerShardEncoder()) {
    @Override
    public boolean needsColumns() {
      return true;
    }
  };

  /** A list of them, for help and docs. */
  public static final String HELP =
      "npz (default; SciPy's), dmatrix-1.6 (XGBoost 1.6 to 3.0), dmatrix-3.1 (XGBoost 3.1 on),"
          + " rowblock (dmlc-core's), libsvm (text), parquet, tfrecord (TensorFlow's, an Example a"
          + " row), elwc (TFRecords, an ExampleListWithContext a query), sagemaker (its"
          + " RecordIO-protobuf).";

  private final String text;
  private final Function<CsrSettings, ShardEncoder> encoder;

  Layout(String text, Function<CsrSettings, ShardEncoder> encoder) {
    this.text = text;
    this.encoder = encoder;
  }

  /** Returns the names of all, as users write them. */
  static String[] names() {
    return Arrays.stream(values()).map(Layout::toString).toArray(String[]::new);
  }

  /**
   * Returns what {@code recordio.csr.to} says.
   *
   * @throws InvalidSettingException when it is no layout
   */
  public static Layout of(Configuration conf) {
    return CsrConf.TO.getOneOf(conf, values(), Layout::toString);
  }

  /** Returns a new encoder, for one thread. */
  ShardEncoder encoder(CsrSettings settings) {
    return encoder.apply(settings);
  }

  /**
   * Whether shards have the number of columns in places that are not filled in later: then it must
   * be known before they are written.
   */
  public boolean needsColumns() {
    return false;
  }

  /** Returns how to follow the advice of an encoder, which does not know the keys. */
  String remedy() {
    return "";
  }

  /** Whether rows must have query ids, and shards end only where these change. */
  boolean needsGroups() {
    return false;
  }

  /** Returns the name, as users write it. */
  @Override
  public String toString() {
    return text;
  }
}
