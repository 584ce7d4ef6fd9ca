// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.conf.InvalidSettingException;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/**
 * The optional numbers of rows that csr leaves out, as {@link CsrConf#WITHOUT} lists them.
 *
 * @param weight whether weights are left out
 * @param qid whether query ids are left out
 */
record Without(boolean weight, boolean qid) {
  private static final String WEIGHT = "weight";
  private static final String QID = "qid";

  /** What the key takes. */
  static final String TAKES = WEIGHT + ", " + QID + ", or both with a comma between";

  /**
   * Returns what the key says.
   *
   * @throws InvalidSettingException when the key does not take it
   */
  static Without of(Configuration conf) {
    String list = CsrConf.WITHOUT.get(conf);
    return list.isEmpty() ? new Without(false, false) : parse(list);
  }

  /**
   * Returns what a list says.
   *
   * @throws IllegalArgumentException when it has another word, or none
   */
  static Without parse(String list) {
    boolean weight = false;
    boolean qid = false;
    for (String word : list.split(",", -1)) {
      switch (word.strip().toLowerCase(Locale.ROOT)) {
        case WEIGHT -> weight = true;
        case QID -> qid = true;
        default -> throw new IllegalArgumentException("'" + word.strip() + "' is not known");
      }
    }
    return new Without(weight, qid);
  }

  /** Returns the list in its shortest form, in a fixed order. */
  @Override
  public String toString() {
    return weight && qid ? WEIGHT + "," + QID : weight ? WEIGHT : qid ? QID : "";
  }
}
