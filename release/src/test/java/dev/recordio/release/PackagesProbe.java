// SPDX-License-Identifier: Apache-2.0
package dev.recordio.release;

import org.apache.spark.sql.SparkSession;

/** What spark-submit runs: counts the records of a file through the data source. */
public final class PackagesProbe {
  private PackagesProbe() {}

  public static void main(String[] args) throws Exception {
    try (SparkSession spark = SparkSession.builder().appName("packages").getOrCreate()) {
      System.out.println("records: " + spark.read().format("recordio").load(args[0]).count());
    }
  }
}
