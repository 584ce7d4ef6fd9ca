// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.sparse;

import dev.recordio.conf.InvalidSettingException;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;

/** The type of Spark ML's vectors, the only thing here that needs spark-mllib. */
public final class VectorType {
  private static final String FEATURES = "numFeatures";

  private VectorType() {}

  /**
   * Returns the type.
   *
   * @throws InvalidSettingException when spark-mllib is not on the class path
   */
  public static DataType get() {
    try {
      return SQLDataTypes.VectorType();
    } catch (NoClassDefFoundError e) {
      throw new InvalidSettingException(
          VectorOptions.VECTORS
              + " is "
              + VectorOptions.ML
              + ", but the class path has no spark-mllib: "
              + e.getMessage());
    }
  }

  /** Returns what Spark's own source {@code libsvm} says about a column of vectors of this size. */
  public static Metadata metadata(long size) {
    return new MetadataBuilder()
        .putLong(FEATURES, size)
        .putMetadata("ml_attr", new MetadataBuilder().putLong("num_attrs", size).build())
        .build();
  }

  /** Returns the size of the vectors of a column; 0 if {@code metadata} does not say it. */
  public static long size(Metadata metadata) {
    return metadata.contains(FEATURES) ? metadata.getLong(FEATURES) : 0;
  }
}
