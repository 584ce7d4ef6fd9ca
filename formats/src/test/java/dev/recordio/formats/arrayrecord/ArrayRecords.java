// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.arrayrecord;

import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.testing.BytesStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Files in memory, and their records. */
final class ArrayRecords {
  private ArrayRecords() {}

  static byte[] file(List<byte[]> records, int groupSize, ChunkCodec codec) throws Exception {
    var out = new ByteArrayOutputStream();
    var writer = new ArrayRecordWriter(out::write, groupSize, codec);
    for (byte[] record : records) {
      writer.record(record, 0, record.length);
    }
    writer.finish();
    return out.toByteArray();
  }

  /** Returns records of up to {@code most} bytes, half of which compress. */
  static List<byte[]> records(int count, int most, long seed) {
    var random = new Random(seed);
    var records = new ArrayList<byte[]>();
    for (int i = 0; i < count; i++) {
      byte[] record = new byte[random.nextInt(most + 1)];
      if (i % 2 == 0) {
        random.nextBytes(record);
      } else {
        Arrays.fill(record, (byte) i);
      }
      records.add(record);
    }
    return records;
  }

  static Chunks chunks(byte[] file, int readBytes) {
    return new Chunks(
        ChunkReader.of(
            BytesStream.open(file, asked -> asked), "a.array_record", file.length, readBytes));
  }

  /** Returns all records, by the footer. */
  static List<byte[]> read(byte[] file, int readBytes) throws Exception {
    var records = new ArrayList<byte[]>();
    try (Chunks chunks = chunks(file, readBytes)) {
      ArrayRecordFooter footer = ArrayRecordFooter.read(chunks);
      for (int i = 0; i < footer.chunks(); i++) {
        footer.read(chunks, i);
        add(chunks, records);
      }
    }
    return records;
  }

  static void add(Chunks chunks, List<byte[]> records) {
    for (int i = 0; i < chunks.count(); i++) {
      records.add(Arrays.copyOfRange(chunks.bytes(), chunks.from(i), chunks.end(i)));
    }
  }
}
