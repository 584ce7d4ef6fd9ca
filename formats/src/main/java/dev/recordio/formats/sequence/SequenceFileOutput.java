// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.sequence;

import dev.recordio.bytes.Sha256;
import dev.recordio.formats.output.OutputConf;
import dev.recordio.formats.output.SampleFacts;
import dev.recordio.formats.output.SampleOutput;
import dev.recordio.formats.output.SampleRecord;
import dev.recordio.formats.output.ShardFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;

/**
 * Writes {@code part-00000.seq}: an uncompressed SequenceFile of the key, a LongWritable, and the
 * payload as it is, a BytesWritable. The keys are the ids of image headers, if there are some. Keys
 * are unsigned: one of 2^63 or more has all its bits, which LongWritable shows as a negative
 * number.
 *
 * <p>Hadoop's own writer draws the marker between its blocks from the clock, so that no two of its
 * files are equal. This one takes it from the shard's number. Numbers are big-endian; a marker
 * comes about every 100 KB, as with Hadoop's writer.
 */
public final class SequenceFileOutput implements SampleOutput {
  private static final byte[] VERSION = {'S', 'E', 'Q', 6};
  private static final int SYNC_BYTES = 16;
  private static final int SYNC_INTERVAL = 100 * 1024;
  private static final int SYNC_ESCAPE = -1;

  @Override
  public Set<OutputConf> keys() {
    return Set.of();
  }

  /** The lengths of record, key and value. */
  @Override
  public long bytes(Configuration conf, SampleFacts facts, Size record) {
    return 3 * Integer.BYTES + Long.BYTES + record.payload();
  }

  @Override
  public Shard open(Configuration conf, SampleFacts facts, ShardFiles files) throws IOException {
    return new Writer(files.create(".seq"), marker(files.shard()));
  }

  private static byte[] marker(int shard) {
    byte[] seed = ("recordio-hadoop shard " + shard).getBytes(StandardCharsets.US_ASCII);
    return Arrays.copyOf(Sha256.newDigest().digest(seed), SYNC_BYTES);
  }

  private static final class Writer implements Shard {
    private final FSDataOutputStream out;
    private final byte[] marker;
    private long lastMarker;

    Writer(FSDataOutputStream out, byte[] marker) throws IOException {
      this.out = out;
      this.marker = marker;
      out.write(VERSION);
      Text.writeString(out, LongWritable.class.getName());
      Text.writeString(out, BytesWritable.class.getName());
      out.writeBoolean(false); // compressed
      out.writeBoolean(false); // in blocks
      out.writeInt(0); // entries of metadata
      out.write(marker);
      lastMarker = out.getPos();
    }

    @Override
    public void write(SampleRecord record) throws IOException {
      if (out.getPos() >= lastMarker + SYNC_INTERVAL) {
        out.writeInt(SYNC_ESCAPE);
        out.write(marker);
        lastMarker = out.getPos();
      }
      int length = record.payloadLength();
      out.writeInt(Long.BYTES + Integer.BYTES + length);
      out.writeInt(Long.BYTES);
      out.writeLong(record.key());
      out.writeInt(length);
      out.write(record.bytes(), record.payloadOffset(), length);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
