// SPDX-License-Identifier: Apache-2.0
package dev.recordio.shipped;

import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.spark.RecordIORdds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** A user's program, which gets this project's classes from {@code --jars}. */
public final class Session {
  private Session() {}

  private static String jarOf(Class<?> type) {
    String jar = type.getProtectionDomain().getCodeSource().getLocation().getPath();
    return jar.substring(jar.lastIndexOf('/') + 1);
  }

  /**
   * Runs the program.
   *
   * @param args a folder with {@code records}, {@code images} and {@code rows}, and a file for the
   *     output
   */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    var out = new ArrayList<String>();
    try (SparkSession spark = SparkSession.builder().getOrCreate()) {
      out.add(jarOf(RecordIOInputFormat.class));
      out.add(jarOf(RecordIORdds.class));
      JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
      String records = folder.resolve("records").toString();
      out.add("DataFrame: " + spark.read().format("recordio").load(records).count());
      out.add(
          "newAPIHadoopFile: "
              + context
                  .newAPIHadoopFile(
                      records,
                      RecordIOInputFormat.class,
                      LongWritable.class,
                      BytesWritable.class,
                      context.hadoopConfiguration())
                  .map(record -> record._2.copyBytes().length)
                  .reduce(Integer::sum));
      out.add(
          "rows: "
              + RecordIORdds.rows(
                      context, folder.resolve("rows").toString(), context.hadoopConfiguration())
                  .filter(row -> row.label() == 1)
                  .count());
      out.add(
          "libsvm-exact: "
              + spark
                  .read()
                  .format("libsvm-exact")
                  .load(folder.resolve("rows").toString())
                  .count());
      Dataset<Row> images =
          spark
              .read()
              .format("recordio")
              .option("recordio.payload", "image")
              .load(folder.resolve("images").toString());
      images
          .write()
          .format("recordio")
          .option("recordio.payload", "image")
          .save(folder.resolve("copy").toString());
    }
    Files.write(Path.of(args[1]), List.copyOf(out), StandardCharsets.UTF_8);
  }
}
