// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.SequenceFile;

/** What the committed attempts of tasks have reported of their units, in sequence files. */
public final class Reports {
  /** The name of the file that an attempt leaves in its folder. */
  public static final String FILE = "reports";

  private Reports() {}

  /**
   * Takes a report.
   *
   * @param <R> the report
   */
  @FunctionalInterface
  public interface Taker<R> {
    /** Takes what was reported of the unit of a number. */
    void take(int number, R report) throws IOException;
  }

  /** Creates the file of an attempt. */
  public static SequenceFile.Writer create(Configuration conf, Path file) throws IOException {
    return SequenceFile.createWriter(
        conf,
        SequenceFile.Writer.file(file),
        SequenceFile.Writer.keyClass(IntWritable.class),
        SequenceFile.Writer.valueClass(BytesWritable.class),
        SequenceFile.Writer.compression(SequenceFile.CompressionType.NONE));
  }

  /**
   * Passes on the reports of one file after the other.
   *
   * @param files a glob
   * @throws IOException when a unit of the job has none, or two
   */
  static <R> void each(Configuration conf, Path files, Taker<R> taker) throws IOException {
    Serde<R> serde = UnitMapper.<Object, R>task(conf).reports();
    FileSystem fs = files.getFileSystem(conf);
    var reported = new BitSet();
    for (FileStatus file : fs.globStatus(files)) {
      forEach(
          conf,
          file,
          serde,
          (number, report) -> {
            if (reported.get(number)) {
              throw new IOException("two tasks have reported unit " + number);
            }
            reported.set(number);
            taker.take(number, report);
          });
    }
    int count = Plan.count(conf);
    if (reported.cardinality() != count) {
      throw new IOException(
          "no task has reported unit " + reported.nextClearBit(0) + " of " + count);
    }
  }

  /**
   * Returns what the committed tasks of a job have written by themselves, in any order.
   *
   * @param tasks has a folder for each committed task
   */
  public static <R> List<R> left(Configuration conf, Path tasks, Serde<R> serde)
      throws IOException {
    var all = new ArrayList<R>();
    Path files = new Path(tasks, "*/" + FILE);
    for (FileStatus file : files.getFileSystem(conf).globStatus(files)) {
      forEach(conf, file, serde, (number, report) -> all.add(report));
    }
    return all;
  }

  private static <R> void forEach(
      Configuration conf, FileStatus file, Serde<R> serde, Taker<R> taker) throws IOException {
    try (var in = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file.getPath()))) {
      var number = new IntWritable();
      var bytes = new BytesWritable();
      while (in.next(number, bytes)) {
        taker.take(number.get(), serde.read(bytes.getBytes(), bytes.getLength()));
      }
    }
  }

  /**
   * Returns all reports of committed tasks, in the order of the plan.
   *
   * @param tasks has a folder for each committed task
   */
  public static <R> List<R> committed(Configuration conf, Path tasks) throws IOException {
    var all = new TreeMap<Integer, R>();
    Reports.<R>each(conf, new Path(tasks, "*/" + FILE), all::put);
    return new ArrayList<>(all.values());
  }
}
