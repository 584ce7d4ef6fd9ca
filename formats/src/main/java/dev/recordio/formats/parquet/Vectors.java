// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import java.util.Arrays;
import java.util.Locale;

/** How the entries of a row become columns of Parquet. */
public enum Vectors {
  /** {@code indices} and {@code values}, two lists of the same length. */
  LISTS,
  /** {@code features}, the vector of Spark ML. */
  SPARK;

  /** The most columns of Spark's vector, whose size is an int. */
  public static final long MAX_SPARK_COLUMNS = Integer.MAX_VALUE;

  /** Returns the names of all, as users write them. */
  public static String[] names() {
    return Arrays.stream(values()).map(Vectors::toString).toArray(String[]::new);
  }

  /** Returns why a number of columns does not fit Spark's vectors. */
  public static String tooWide(long columns) {
    return columns
        + " columns do not fit Spark's vectors, whose size is at most "
        + MAX_SPARK_COLUMNS
        + ": map the indices to fewer, or write --vectors lists";
  }

  /** Returns the name, as users write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
