// SPDX-License-Identifier: Apache-2.0

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;

/**
 * Spark's side of comparisons: reads commands, a line each, words with tabs between, and answers
 * each with {@code done}, numbers that tell what was read, and the time by the clock and on
 * processors in nanoseconds. Run from its source.
 *
 * <pre>
 * parquet IN OUT             writes Parquet; the number of rows
 * libsvm COLUMNS IN OUT      the same from text
 * vectors FORMAT COLUMNS IN  the sums of RowSums, over the entries of vectors
 * arrays IN                  the same over arrays of libsvm-exact
 * payloads FORMAT COLUMN IN  the number of rows, their bytes, and the sum of their CRC32s
 * lengths IN                 the number of records and their bytes
 * count IN                   the number of records
 * </pre>
 */
public final class SparkWork {
  private static final int SUMS = 7;

  private static SparkSession spark;

  private SparkWork() {}

  private static long cpu() {
    var os = ManagementFactory.getOperatingSystemMXBean();
    return ((com.sun.management.OperatingSystemMXBean) os).getProcessCpuTime();
  }

  public static void main(String[] args) throws Exception {
    // Tasks find the classes of this source by it.
    Thread.currentThread().setContextClassLoader(SparkWork.class.getClassLoader());
    spark =
        SparkSession.builder()
            .master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
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
      long[] found = run(words);
      wall = System.nanoTime() - wall;
      cpu = cpu() - cpu;
      if (words[0].equals("parquet") || words[0].equals("libsvm")) {
        found = new long[] {spark.read().parquet(words[words.length - 1]).count()};
      }
      System.out.println(
          Arrays.stream(found).mapToObj(Long::toString).collect(Collectors.joining(" ", "done ", " "))
              + wall
              + " "
              + cpu);
    }
    spark.stop();
  }

  private static long[] run(String[] words) {
    String input = words[words.length - 1];
    switch (words[0]) {
      case "parquet":
        write(spark.read().parquet(words[1]), input);
        return null;
      case "libsvm":
        write(rows("libsvm", words[1], words[2]), input);
        return null;
      case "vectors":
        return vectors(rows(words[1], words[2], input));
      case "arrays":
        return arrays(
            spark
                .read()
                .format("libsvm-exact")
                .option("libsvm.index.base", "1")
                .load(input)
                .select("label", "indices", "values"));
      case "payloads":
        return aggregate(
            spark.read().format(words[1]).option("recursiveFileLookup", "true").load(input),
            "count(*)",
            "sum(length(" + words[2] + "))",
            "sum(crc32(" + words[2] + "))");
      case "lengths":
        return aggregate(
            spark.read().format("recordio").load(input), "count(*)", "sum(length(data))");
      case "count":
        return new long[] {spark.read().format("recordio").load(input).count()};
      default:
        throw new IllegalArgumentException(String.join(" ", words));
    }
  }

  /** Reads vectors; their size is found by a pass over the text if columns are {@code pass}. */
  private static Dataset<Row> rows(String format, String columns, String input) {
    var reader = spark.read().format(format);
    if (!columns.equals("pass")) {
      reader.option("numFeatures", columns);
    }
    if (format.equals("libsvm-exact")) {
      reader.option("vectors", "ml").option("libsvm.index.base", "1");
    }
    return reader.load(input).select("label", "features");
  }

  private static void write(Dataset<Row> rows, String output) {
    rows.write()
        .option("compression", "uncompressed")
        .option("parquet.block.size", 64 << 20)
        .mode(SaveMode.Overwrite)
        .parquet(output);
  }

  private static long[] aggregate(Dataset<Row> rows, String... sums) {
    Row row = rows.selectExpr(sums).first();
    long[] found = new long[sums.length];
    for (int i = 0; i < found.length; i++) {
      found[i] = row.getLong(i);
    }
    return found;
  }

  private static long[] vectors(Dataset<Row> rows) {
    return sums(
        rows,
        all -> {
          long[] sums = new long[SUMS];
          while (all.hasNext()) {
            InternalRow row = all.next();
            InternalRow vector = row.getStruct(1, 4);
            ArrayData indices = vector.getArray(2);
            ArrayData values = vector.getArray(3);
            int count = indices.numElements();
            for (int i = 0; i < count; i++) {
              sums[2] += indices.getInt(i) + 1;
              sums[6] += Float.floatToRawIntBits((float) values.getDouble(i));
            }
            add(sums, row, count);
          }
          return List.of(sums).iterator();
        });
  }

  private static long[] arrays(Dataset<Row> rows) {
    return sums(
        rows,
        all -> {
          long[] sums = new long[SUMS];
          while (all.hasNext()) {
            InternalRow row = all.next();
            ArrayData indices = row.getArray(1);
            ArrayData values = row.getArray(2);
            int count = indices.numElements();
            for (int i = 0; i < count; i++) {
              sums[2] += indices.getLong(i) + 1;
              sums[6] += Float.floatToRawIntBits(values.getFloat(i));
            }
            add(sums, row, count);
          }
          return List.of(sums).iterator();
        });
  }

  private static void add(long[] sums, InternalRow row, int entries) {
    sums[0]++;
    sums[1] += entries;
    sums[4] += Float.floatToRawIntBits((float) row.getDouble(0));
  }

  /** Adds up the rows as Spark's operators hand them on, without making objects of them. */
  private static long[] sums(
      Dataset<Row> rows, FlatMapFunction<java.util.Iterator<InternalRow>, long[]> partition) {
    long[] all = new long[SUMS];
    var plan = ((org.apache.spark.sql.classic.Dataset<Row>) rows).queryExecution();
    for (long[] sums : plan.toRdd().toJavaRDD().mapPartitions(partition).collect()) {
      for (int i = 0; i < SUMS; i++) {
        all[i] += sums[i];
      }
    }
    return all;
  }
}
