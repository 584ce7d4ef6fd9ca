// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.io.SparseRow;
import dev.recordio.reader.Reader;
import dev.recordio.reader.Readers;
import dev.recordio.reader.RecordBatch;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * What users do first, one thing a process, with the classes of Hadoop and of this project alone:
 * {@code Flows flow folder}. Prints what it read.
 */
public final class Flows {
  private static final int RECORDS = 100;

  private final Configuration conf = new Configuration();
  private final java.nio.file.Path folder;

  private Flows(java.nio.file.Path folder) {
    this.folder = folder;
    conf.set(
        "fs.file.impl", LocalFileSystem.class.getName()); // the tests' core-site.xml has another
  }

  /** Runs a flow, the first argument, in a folder, the second. */
  public static void main(String[] args) throws Exception {
    var flows = new Flows(java.nio.file.Path.of(args[1]));
    System.out.println(
        switch (args[0]) {
          case "write" -> flows.write();
          case "records" -> flows.read("RecordIOInputFormat", "a.rec");
          case "rows" -> flows.read("LibSVMInputFormat", "a.libsvm");
          case "pipeline" -> flows.pipeline();
          case "create" -> flows.create();
          case "append" -> flows.append(1);
          case "gather" -> flows.gather();
          case "update" -> flows.update();
          default -> throw new IllegalArgumentException(args[0]);
        });
  }

  private Path path(String name) {
    return new Path(folder.resolve(name).toUri());
  }

  private String write() throws IOException {
    try (var out = RecordFileWriter.create(conf, path("a.rec"), path("a.idx"))) {
      for (int i = 0; i < RECORDS; i++) {
        out.write(i, new byte[i], 0, i);
      }
    }
    Files.writeString(folder.resolve("a.libsvm"), "1 3:0.5 7:1\n0 1:2\n");
    return "written";
  }

  /** Reads with an input format, by its name: so other flows do not load it with this class. */
  private String read(String name, String file) throws Exception {
    Class<?> type = conf.getClassByName("dev.recordio.mapreduce." + name);
    var format = (InputFormat<?, ?>) ReflectionUtils.newInstance(type, conf);
    Job job = Job.getInstance(conf);
    FileInputFormat.addInputPath(job, path(file));
    long bytes = 0;
    long entries = 0;
    long values = 0;
    for (InputSplit split : format.getSplits(job)) {
      var task = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
      try (var reader = format.createRecordReader(split, task)) {
        reader.initialize(split, task);
        while (reader.nextKeyValue()) {
          values++;
          if (reader.getCurrentValue() instanceof BytesWritable record) {
            bytes += record.getLength();
          } else if (reader.getCurrentValue() instanceof SparseRow row) {
            entries += row.size();
          }
        }
      }
    }
    return values + " values, " + bytes + " bytes, " + entries + " entries";
  }

  private String pipeline() throws Exception {
    long records = 0;
    try (Reader<RecordBatch> reader =
        Readers.open(conf, "recordio:" + path("a.rec") + " | shuffle | batch(16)")) {
      while (reader.next()) {
        records += reader.get().size();
      }
      return records + " records, a state of " + (reader.state().toString().isEmpty() ? 0 : 1);
    }
  }

  private String create() throws IOException {
    var schema = new StoreSchema(List.of(StoreField.parse("n=i4"), StoreField.parse("x=bytes")));
    Store.create(conf, path("store"), schema);
    return append(RECORDS);
  }

  private String append(int records) throws IOException {
    try (StoreAppend append = Store.open(conf, path("store")).append()) {
      for (int i = 0; i < records; i++) {
        append.set("n", new byte[] {(byte) i, 0, 0, 0});
        append.set("x", new byte[i]);
        append.add();
      }
      return "generation " + append.commit();
    }
  }

  private String gather() throws IOException {
    long[] ids = new long[RECORDS];
    for (int i = 0; i < RECORDS; i++) {
      ids[i] = i * 37 % RECORDS;
    }
    long bytes = 0;
    try (StoreGather gather = Store.open(conf, path("store")).snapshot().gather();
        GatherBatch batch = gather.get(ids)) {
      for (int i = 0; i < batch.size(); i++) {
        bytes += batch.value("x", i).remaining();
      }
      return batch.size() + " records, " + bytes + " bytes";
    }
  }

  private String update() throws IOException {
    try (StoreUpdate update = Store.open(conf, path("store")).update()) {
      update.set(7, "x", new byte[3]);
      return "generation " + update.commit();
    }
  }
}
