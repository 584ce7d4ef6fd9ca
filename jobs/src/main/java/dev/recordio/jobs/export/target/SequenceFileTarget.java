// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import dev.recordio.bytes.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;

/**
 * Writes {@code part-00000.seq}: an uncompressed SequenceFile of the key, a LongWritable, and the
 * payload as it is, a BytesWritable. Keys are unsigned: one of 2^63 or more has all its bits, which
 * LongWritable shows as a negative number.
 *
 * <p>Hadoop's own writer draws the marker between its blocks from the clock, so that no two of its
 * files are equal. This one takes it from the shard's number. Numbers are big-endian; a marker
 * comes about every 100 KB, as with Hadoop's writer.
 */
final class SequenceFileTarget implements ExportTarget {
  private static final byte[] VERSION = {'S', 'E', 'Q', 6};
  private static final int SYNC_BYTES = 16;
  private static final int SYNC_INTERVAL = 100 * 1024;
  private static final int SYNC_ESCAPE = -1;

  @Override
  public void check(Configuration conf) {
    ExportSettings.refuse(
        conf,
        Target.SEQUENCEFILE,
        ExportConf.RAW,
        ExportConf.EXT,
        ExportConf.CLASS_NAMES,
        ExportConf.ROW_GROUP_ROWS,
        ExportConf.CODEC);
  }

  /** The keys are the ids of image headers, if there are some; payloads are copied all the same. */
  @Override
  public boolean takesPayloads(Configuration conf) {
    return false;
  }

  /** The lengths of record, key and value. */
  @Override
  public long bytes(Configuration conf, ExportPlan plan, RecordSize record) {
    return 3 * Integer.BYTES + Long.BYTES + record.payload();
  }

  @Override
  public TargetShard open(Configuration conf, ExportPlan plan, ShardFiles files)
      throws IOException {
    return new Shard(files.create(".seq"), marker(files.shard()));
  }

  private static byte[] marker(int shard) {
    byte[] seed = ("recordio-hadoop shard " + shard).getBytes(StandardCharsets.US_ASCII);
    return Arrays.copyOf(Sha256.newDigest().digest(seed), SYNC_BYTES);
  }

  private static final class Shard implements TargetShard {
    private final FSDataOutputStream out;
    private final byte[] marker;
    private long lastMarker;

    Shard(FSDataOutputStream out, byte[] marker) throws IOException {
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
    public void write(ExportRecord record) throws IOException {
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
    public void finish() {}

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
