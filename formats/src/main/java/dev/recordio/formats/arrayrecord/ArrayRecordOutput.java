// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.arrayrecord;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.formats.output.OutputConf;
import dev.recordio.formats.output.SampleFacts;
import dev.recordio.formats.output.SampleRecord;
import dev.recordio.formats.output.ShardFiles;
import dev.recordio.formats.tensorflow.ExampleOutput;
import dev.recordio.formats.tensorflow.ExampleWriter;
import dev.recordio.formats.tensorflow.RecordExamples;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;

/**
 * Writes {@code part-00000.array_record}, as Grain reads: a {@code tf.train.Example} a record, or
 * payloads as they are.
 *
 * <p>Memory of a task: a record, a chunk twice, and about 10 bytes for each chunk of its file.
 */
public final class ArrayRecordOutput extends ExampleOutput {
  private static final int LEVEL = 3;

  @Override
  public Set<OutputConf> keys() {
    Set<OutputConf> keys = EnumSet.copyOf(super.keys());
    keys.add(OutputConf.GROUP_SIZE);
    keys.add(OutputConf.CODEC);
    return keys;
  }

  @Override
  public void check(Configuration conf) {
    super.check(conf);
    codec(conf);
  }

  /** Returns the configured codec. */
  private static ChunkCodec codec(Configuration conf) {
    return switch (OutputConf.codecName(conf)) {
      case "uncompressed", "none" -> ChunkCodec.NONE;
      case "snappy" -> ChunkCodec.SNAPPY;
      case "zstd" -> ChunkCodec.ZSTD;
      default ->
          throw new InvalidSettingException(
              OutputConf.CODEC
                  + " is "
                  + OutputConf.CODEC.get(conf)
                  + ", but arrayrecord has none, snappy and zstd");
    };
  }

  @Override
  public List<String> warnings(Configuration conf, SampleFacts facts) {
    int level = OutputConf.codecLevel(conf);
    return level == 0 || level == LEVEL
        ? List.of()
        : List.of("Zstandard has only level 3 here, as its compressor in Java has no other");
  }

  @Override
  public long bytes(Configuration conf, SampleFacts facts, Size record) {
    return ArrayRecordWriter.recordBytes(
        valueBytes(conf, record), OutputConf.GROUP_SIZE.getInt(conf));
  }

  @Override
  public long shardBytes(long records) {
    return ArrayRecordWriter.fileBytes(records);
  }

  @Override
  public Shard open(Configuration conf, SampleFacts facts, ShardFiles files) throws IOException {
    return new Writer(
        files.create(".array_record"),
        OutputConf.GROUP_SIZE.getInt(conf),
        codec(conf),
        examples(conf, facts));
  }

  private static final class Writer implements Shard {
    private final FSDataOutputStream out;
    private final ArrayRecordWriter file;
    private final RecordExamples examples; // null for payloads as they are

    Writer(FSDataOutputStream out, int groupSize, ChunkCodec codec, RecordExamples examples)
        throws IOException {
      this.out = out;
      this.examples = examples;
      file = new ArrayRecordWriter(out::write, groupSize, codec);
    }

    @Override
    public void write(SampleRecord record) throws IOException {
      if (examples == null) {
        require(record, record.payloadLength());
        file.record(record.bytes(), record.payloadOffset(), record.payloadLength());
        return;
      }
      ExampleWriter example = examples.of(record);
      int size = example.size();
      require(record, size);
      example.write(file::put);
      file.end(size);
    }

    private void require(SampleRecord record, int bytes) throws MalformedRecordException {
      if (bytes > file.space()) {
        throw record.malformed(
            "too much for an ArrayRecord file",
            "at most 2^30 bytes of a chunk, and of the footer (fewer records: --group-size, --shards)",
            "a record of " + bytes + " bytes after them");
      }
    }

    @Override
    public void finish() throws IOException {
      file.finish();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
