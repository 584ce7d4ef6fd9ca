// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.sparse;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.TextSettings;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * The options that make rows Spark ML's vectors. They are named as Spark's own, and kept in the
 * configuration of a query.
 */
public final class VectorOptions {
  /** Whether a row's entries are one vector. */
  public static final String VECTORS = "vectors";

  /** Its value for Spark ML's vectors. */
  static final String ML = "ml";

  /** The size of the vectors: another name of {@code libsvm.features}, as in Spark's source. */
  private static final String FEATURES = "numFeatures";

  private static final String KEY = "recordio.spark.vectors";

  /** Whether doubles that are no floats are an error where rows are written, or rounded. */
  private static final String VALUES = "values";

  private static final String NEAREST = "nearest";
  private static final String VALUES_KEY = "recordio.spark.values";

  private VectorOptions() {}

  /**
   * Returns {@code conf} with what the options say.
   *
   * @throws InvalidSettingException when they are invalid
   */
  public static Configuration with(Configuration conf, Map<String, String> options) {
    String values = options.get(VALUES);
    if (values != null && !values.equalsIgnoreCase(NEAREST) && !values.equalsIgnoreCase("exact")) {
      throw new InvalidSettingException(
          VALUES + " is '" + values + "'; it takes one of exact, " + NEAREST);
    }
    if (values == null) {
      return withVectors(conf, options);
    }
    var adapted = new Configuration(conf);
    adapted.setBoolean(VALUES_KEY, values.equalsIgnoreCase(NEAREST));
    return withVectors(adapted, options);
  }

  private static Configuration withVectors(Configuration conf, Map<String, String> options) {
    String vectors = options.get(VECTORS);
    String size = options.get(FEATURES);
    if (vectors == null && size == null) {
      return conf;
    }
    if (vectors == null || !vectors.equalsIgnoreCase(ML)) {
      throw new InvalidSettingException(
          vectors == null
              ? FEATURES + " is an option of vectors: set " + VECTORS + " to " + ML
              : VECTORS + " is '" + vectors + "'; it takes " + ML);
    }
    var adapted = new Configuration(conf);
    adapted.set(KEY, ML);
    if (size != null) {
      long before = LibSvmConf.FEATURES.getLong(conf);
      adapted.set(LibSvmConf.FEATURES.key(), size);
      if (before != 0 && before != LibSvmConf.FEATURES.getLong(adapted)) {
        throw new InvalidSettingException(
            FEATURES + " is " + size + ", but " + LibSvmConf.FEATURES + " is " + before);
      }
    }
    if (TextSettings.of(conf).format().equals("libfm")) {
      throw new InvalidSettingException(
          VECTORS + " is " + ML + ": a vector has no place for the fields of libfm");
    }
    return adapted;
  }

  /** Whether the nearest float is written of a double that is none. */
  public static boolean areNearest(Configuration conf) {
    return conf.getBoolean(VALUES_KEY, false);
  }

  /** Whether rows are vectors. */
  public static boolean areOn(Configuration conf) {
    return conf.get(KEY) != null;
  }

  /**
   * Returns the size of vectors.
   *
   * @throws InvalidSettingException when it is not known
   */
  public static int size(Configuration conf) {
    long size = LibSvmConf.FEATURES.getLong(conf);
    if (size == 0) {
      throw new InvalidSettingException(
          "the size of the vectors is not known where a schema is given: set " + FEATURES);
    }
    return checked(size);
  }

  /**
   * Returns {@code size}, which a vector must be able to have.
   *
   * @throws InvalidSettingException when it can't
   */
  static int checked(long size) {
    if (size < 0 || size > Integer.MAX_VALUE) {
      throw new InvalidSettingException(
          Long.toUnsignedString(size)
              + " features do not fit Spark's vectors, whose size is at most "
              + Integer.MAX_VALUE);
    }
    return (int) size;
  }
}
