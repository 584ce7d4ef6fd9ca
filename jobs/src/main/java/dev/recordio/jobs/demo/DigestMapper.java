// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.demo;

import dev.recordio.bytes.Sha256;
import dev.recordio.image.ImageRecordHeader;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Emits the key and the SHA-256 of the image in each record. */
final class DigestMapper extends Mapper<LongWritable, BytesWritable, LongWritable, Text> {
  private final ImageRecordHeader header = new ImageRecordHeader();
  private final LongWritable key = new LongWritable();
  private final Text digest = new Text();

  @Override
  protected void map(LongWritable offset, BytesWritable record, Context context)
      throws IOException, InterruptedException {
    byte[] bytes = record.getBytes();
    header.read(bytes, 0, record.getLength(), offset.get());
    key.set(header.id());
    digest.set(sha256(bytes, header.imageOffset(), header.imageLength()));
    context.write(key, digest);
  }

  /** Returns the SHA-256 of a slice, in hex. */
  static String sha256(byte[] bytes, int offset, int length) {
    MessageDigest sha = Sha256.newDigest();
    sha.update(bytes, offset, length);
    return HexFormat.of().formatHex(sha.digest());
  }
}
