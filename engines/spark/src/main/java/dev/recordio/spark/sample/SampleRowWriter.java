// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.sample;

import dev.recordio.formats.output.SampleFacts;
import dev.recordio.formats.output.SampleOutput;
import dev.recordio.formats.output.SampleRecord;
import dev.recordio.formats.output.ShardFiles;
import dev.recordio.spark.scan.RowWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Writes rows as samples, into a file at the path from Spark's committer; into further ones beside
 * it, which are committed with it, when files have a greatest size.
 */
public final class SampleRowWriter extends RowWriter {
  /** Makes what writes a format; serialized to the tasks. */
  @FunctionalInterface
  public interface Outputs extends Serializable {
    /** Returns a new one. */
    SampleOutput create();
  }

  private final SampleColumns columns;
  private final SampleOutput output;
  private final SampleFacts facts;
  private final long shardBytes;
  private final Configuration conf;
  private final SampleRecord record;
  private final int task;
  private SampleOutput.Shard shard;
  private int shards;
  private long bytes; // of the samples of the shard
  private long samples;

  /**
   * Opens the first file.
   *
   * @param shardBytes after so many bytes of samples there is another file
   */
  public SampleRowWriter(
      String path, SampleColumns columns, Outputs outputs, long shardBytes, Configuration conf)
      throws IOException {
    super(path);
    this.columns = columns;
    output = outputs.create();
    this.shardBytes = shardBytes;
    this.conf = conf;
    facts = columns.facts();
    record = new SampleRecord(facts.header());
    task = TaskContext.getPartitionId();
    open();
  }

  private void open() throws IOException {
    var main = new Path(path());
    if (shards > 0) {
      String name = main.getName();
      int dot = name.lastIndexOf('.');
      String numbered =
          String.format("%s-%05d%s", name.substring(0, dot), shards, name.substring(dot));
      main = new Path(main.getParent(), numbered);
    }
    shards++;
    bytes = 0;
    shard = output.open(conf, facts, ShardFiles.at(conf, main, Spool::new));
  }

  @Override
  public void put(InternalRow row) throws IOException {
    long ordinal = SampleColumns.ordinal(task, samples++);
    long key = columns.key(row, this, ordinal);
    int length = columns.take(row, this, key);
    if (bytes > 0 && bytes + length > shardBytes) {
      finish();
      open();
    }
    record.set(columns.payload(), length, ordinal, key, columns.further(row, this));
    shard.write(record);
    bytes += length;
  }

  private void finish() throws IOException {
    try (SampleOutput.Shard closing = shard) {
      if (closing != null) {
        closing.finish();
      }
    } finally {
      shard = null;
    }
  }

  @Override
  public void closeFile() throws IOException {
    finish();
  }

  /** Bytes on the local disk of the executor; closing removes them. */
  private static final class Spool implements ShardFiles.Spool {
    private final FileChannel file =
        FileChannel.open(
            Files.createTempFile("recordio-spark-", ".spill"),
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);

    Spool() throws IOException {}

    @Override
    public void append(byte[] from, int offset, int count) throws IOException {
      var bytes = ByteBuffer.wrap(from, offset, count);
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
    }

    @Override
    public void copyTo(OutputStream to, Progressable progress) throws IOException {
      file.position(0);
      Channels.newInputStream(file).transferTo(to);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
