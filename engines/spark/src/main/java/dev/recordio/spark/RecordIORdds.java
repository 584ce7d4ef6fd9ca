// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.io.SparseRow;
import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.mapreduce.RowInputFormat;
import dev.recordio.mapreduce.SparseRowInputFormat;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * RDDs of the input formats' records, as plain values: each record is copied from the reader's
 * reused buffers.
 *
 * <p>Inputs are lists of files, folders and globs separated by {@code ;} or {@code ,}. Splits and
 * settings are as in the input formats, from the keys of {@code conf}, which is not changed.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class RecordIORdds {
  private RecordIORdds() {}

  /**
   * Reads records.
   *
   * @return pairs: offset of the record's first header in its file, in bytes; payload
   */
  public static JavaPairRDD<Long, byte[]> records(
      JavaSparkContext context, String inputs, Configuration conf) throws IOException {
    return read(context, inputs, conf)
        .mapToPair(record -> new Tuple2<>(record._1.get(), record._2.copyBytes()));
  }

  /** Reads records that have image headers. */
  public static JavaRDD<ImageRow> images(
      JavaSparkContext context, String inputs, Configuration conf) throws IOException {
    return read(context, inputs, conf)
        .map(record -> ImageRow.of(record._2.getBytes(), record._2.getLength(), record._1.get()));
  }

  private static JavaPairRDD<LongWritable, BytesWritable> read(
      JavaSparkContext context, String inputs, Configuration conf) throws IOException {
    Job job = Job.getInstance(conf);
    RecordIOInputFormat.setInput(job, inputs);
    return read(context, job, RecordIOInputFormat.class, LongWritable.class, BytesWritable.class);
  }

  /** Reads sparse rows of the format that {@code libsvm.format} names. */
  public static JavaRDD<LabeledRow> rows(
      JavaSparkContext context, String inputs, Configuration conf) throws IOException {
    Job job = Job.getInstance(conf);
    RowInputFormat.setInput(job, inputs);
    return read(context, job, SparseRowInputFormat.class, LongWritable.class, SparseRow.class)
        .map(row -> LabeledRow.of(row._2));
  }

  private static <K, V, F extends InputFormat<K, V>> JavaPairRDD<K, V> read(
      JavaSparkContext context, Job job, Class<F> format, Class<K> key, Class<V> value) {
    return context.newAPIHadoopRDD(job.getConfiguration(), format, key, value);
  }
}
