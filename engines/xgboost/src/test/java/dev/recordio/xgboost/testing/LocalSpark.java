// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.testing;

import java.nio.file.Path;
import org.apache.spark.SparkConf;

/** A Spark in this process, which has room for three tasks. */
public final class LocalSpark {
  private LocalSpark() {}

  /** Returns its settings. */
  public static SparkConf conf() {
    return new SparkConf()
        .setMaster("local[3]")
        .setAppName("test")
        .set("spark.ui.enabled", "false")
        .set("spark.driver.bindAddress", "127.0.0.1")
        .set("spark.driver.host", "127.0.0.1")
        .set("spark.local.dir", Path.of("target").toAbsolutePath().toString());
  }
}
