// SPDX-License-Identifier: Apache-2.0

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * Spark's side of comparisons: reads commands, a line each, words with tabs between, and answers
 * each with {@code done ROWS WALL CPU}, times in nanoseconds. Run from its source.
 */
public final class SparkWork {
  private SparkWork() {}

  private static long cpu() {
    var os = ManagementFactory.getOperatingSystemMXBean();
    return ((com.sun.management.OperatingSystemMXBean) os).getProcessCpuTime();
  }

  public static void main(String[] args) throws Exception {
    SparkSession spark =
        SparkSession.builder()
            .master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "1")
            .config("spark.sql.files.maxPartitionBytes", "16g")
            .getOrCreate();
    spark.sparkContext().setLogLevel("ERROR");
    System.out.println("ready");
    var lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split("\t");
      System.gc();
      long wall = System.nanoTime();
      long cpu = cpu();
      String output = words[words.length - 1];
      String input = words[words.length - 2];
      Dataset<Row> rows =
          switch (words[0]) {
            case "parquet" -> spark.read().parquet(input);
            case "libsvm" ->
                spark.read().format("libsvm").option("numFeatures", words[1]).load(input);
            default -> throw new IllegalArgumentException(line);
          };
      rows.write()
          .option("compression", "uncompressed")
          .option("parquet.block.size", 64 << 20)
          .mode(SaveMode.Overwrite)
          .parquet(output);
      wall = System.nanoTime() - wall;
      cpu = cpu() - cpu;
      System.out.println("done " + spark.read().parquet(output).count() + " " + wall + " " + cpu);
    }
    spark.stop();
  }
}
