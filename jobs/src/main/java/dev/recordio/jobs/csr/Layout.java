// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr;

import dev.recordio.fs.InvalidSettingException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;

/** The layouts that csr writes; docs/csr-layouts.md shows their bytes. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public enum Layout {
  /** SciPy's, with labels, weights, query ids, groups, fields and base margins beside it. */
  NPZ("npz", ".npz"),
  /** XGBoost's binary DMatrix, for 1.6 to 3.0. */
  DMATRIX_1_6("dmatrix-1.6", ".buffer"),
  /** XGBoost's binary DMatrix, for 3.1 and later. */
  DMATRIX_3_1("dmatrix-3.1", ".buffer"),
  /** dmlc-core's saved row blocks. */
  ROWBLOCK("rowblock", ".rowblock"),
  /** LibSVM text, normalised. */
  LIBSVM("libsvm", ".libsvm");

  private final String text;
  private final String suffix;

  Layout(String text, String suffix) {
    this.text = text;
    this.suffix = suffix;
  }

  /**
   * Returns what {@code recordio.csr.to} says.
   *
   * @throws InvalidSettingException when it is no layout
   */
  public static Layout of(Configuration conf) {
    return CsrConf.TO.getOneOf(conf, values(), Layout::toString);
  }

  /** Returns the suffix of main files. */
  public String suffix() {
    return suffix;
  }

  /** Returns the name, as users write it. */
  @Override
  public String toString() {
    return text;
  }
}
