// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

/** The dialects of XGBoost's binary DMatrix file; a version reads only its own. */
public enum DMatrixDialect {
  /** Twelve fields, stamped 1.7.4: XGBoost 1.6 to 3.0 load it. */
  V1_6(12, 1, 7, 4),
  /** Thirteen fields, stamped 3.4.0: XGBoost 3.1 and later load it. */
  V3_1(13, 3, 4, 0);

  private final int fields;
  private final int[] version;

  DMatrixDialect(int fields, int... version) {
    this.fields = fields;
    this.version = version;
  }

  /** Returns the number of fields before the rows. */
  int fields() {
    return fields;
  }

  /** Returns the stamp: major, minor, patch. */
  int[] version() {
    return version.clone();
  }

  /** Whether the field of categories is there. */
  boolean hasCategories() {
    return fields == 13;
  }
}
