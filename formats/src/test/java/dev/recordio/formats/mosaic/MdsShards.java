// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.mosaic;

import dev.recordio.bytes.LittleEndianWriter;
import dev.recordio.bytes.MalformedRecordException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Whole shards in memory, read and written with the classes under test. */
final class MdsShards {
  private MdsShards() {}

  /** Returns a shard of samples. */
  static byte[] write(MdsSchema schema, List<byte[]> samples) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new LittleEndianWriter(bytes::write);
    var head = new MdsShardHead(schema);
    for (byte[] sample : samples) {
      head.add(sample.length);
    }
    head.write(out);
    for (byte[] sample : samples) {
      out.putBytes(sample, 0, sample.length);
    }
    out.flush();
    return bytes.toByteArray();
  }

  /** Returns the samples of a shard, whose columns fill them. */
  static List<byte[]> read(MdsSchema schema, byte[] shard, long listed)
      throws MalformedRecordException {
    if (shard.length < 4) {
      throw new MalformedRecordException("shard", null, 0, -1, "4 bytes", "" + shard.length);
    }
    ByteBuffer in = ByteBuffer.wrap(shard).order(ByteOrder.LITTLE_ENDIAN);
    var offsets = new MdsOffsets(shard.length, in.getInt(), listed);
    var samples = new ArrayList<byte[]>();
    var sample = new MdsSample(schema);
    int before = (int) offsets.take(in.getInt());
    for (long i = 1; i < offsets.size(); i++) {
      int end = (int) offsets.take(in.getInt());
      sample.reset(shard, before, end, before);
      samples.add(Arrays.copyOfRange(shard, before, end));
      before = end;
    }
    return samples;
  }

  static byte[] hex(String hex) {
    return java.util.HexFormat.of().parseHex(hex.replace(" ", ""));
  }
}
