// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.tensorflow;

import dev.recordio.formats.output.SampleFacts;
import dev.recordio.formats.output.SampleRecord;
import dev.recordio.formats.output.ShardFiles;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;

/**
 * Writes {@code part-00000.tfrecord}: a {@code tf.train.Example} a record, with the features of
 * {@link ImageExample}; or payloads as they are.
 *
 * <p>Memory of a task: a record and one buffer; the image is not copied.
 */
public final class TfRecordOutput extends ExampleOutput {
  @Override
  public long bytes(Configuration conf, SampleFacts facts, Size record) {
    return TfRecordFrame.FRAME_BYTES + valueBytes(conf, record);
  }

  @Override
  public Shard open(Configuration conf, SampleFacts facts, ShardFiles files) throws IOException {
    return new Writer(files.create(".tfrecord"), examples(conf, facts));
  }

  private static final class Writer implements Shard {
    private final FSDataOutputStream out;
    private final TfRecordWriter frames;
    private final RecordExamples examples; // null for payloads as they are

    Writer(FSDataOutputStream out, RecordExamples examples) {
      this.out = out;
      this.examples = examples;
      frames = new TfRecordWriter(out::write);
    }

    @Override
    public void write(SampleRecord record) throws IOException {
      if (examples == null) {
        frames.record(record.bytes(), record.payloadOffset(), record.payloadLength());
        return;
      }
      ExampleWriter example = examples.of(record);
      frames.begin(example.size());
      example.write(frames);
      frames.end();
    }

    @Override
    public void finish() throws IOException {
      frames.flush();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
