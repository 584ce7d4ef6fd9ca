// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.testing.BytesStream;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.LocalFiles;
import dev.recordio.wire.RecordEncoder;
import dev.recordio.wire.RecordIOFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A reader of headers finds the records that a reader of everything finds. */
class HeadersReaderTest {
  private static final int BUFFER = 4096;
  private static final byte[] ABCD = {'a', 'b', 'c', 'd'};

  private static RecordRangeReader headers(byte[] file, long start, long end, long skipAbove) {
    ChunkReader chunks = ChunkReader.of(BytesStream.open(file), InMemory.NAME, file.length, BUFFER);
    return RecordRangeReader.ofHeaders(chunks, start, end, 0, DamageTracker.failing(), skipAbove);
  }

  private static void assertSame(byte[] file, long start, long end, long skipAbove)
      throws IOException {
    try (RecordRangeReader whole =
            InMemory.reader(file, start, end, BUFFER, 0, DamageTracker.failing());
        RecordRangeReader headers = headers(file, start, end, skipAbove)) {
      byte[] prefix = new byte[24];
      byte[] expected = new byte[24];
      while (whole.next()) {
        assertTrue(headers.next());
        assertEquals(whole.offset(), headers.offset());
        assertEquals(whole.position(), headers.position());
        assertEquals(whole.parts(), headers.parts());
        assertEquals(whole.payloadLength(), headers.payloadLength());
        int count = headers.prefix(prefix);
        assertEquals(count, whole.prefix(expected));
        assertArrayEquals(Arrays.copyOf(expected, count), Arrays.copyOf(prefix, count));
      }
      assertFalse(headers.next());
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "200", "65536"})
  void fixturesInManyRanges(long skipAbove) throws IOException {
    for (String name : ExpectedRecords.NAMES) {
      byte[] file = ExpectedRecords.bytes(name + ".rec");
      for (int ranges = 1; ranges <= 50; ranges += 7) {
        long size = (file.length + ranges - 1) / ranges;
        for (long start = 0; start < file.length; start += size) {
          assertSame(file, start, start + size, skipAbove);
        }
      }
    }
  }

  private static byte[] file(byte[]... payloads) throws IOException {
    var out = new ByteArrayOutputStream();
    var encoder = new RecordEncoder(64, out::write);
    for (byte[] payload : payloads) {
      encoder.write(payload, 0, payload.length);
    }
    encoder.flush();
    return out.toByteArray();
  }

  @Test
  void longRecordsOfOneAndOfManyParts() throws IOException {
    byte[] magics = new byte[40_000];
    for (int i = 8; i < magics.length; i += 4000) {
      RecordIOFormat.putWord(magics, i, RecordIOFormat.MAGIC);
    }
    byte[] file = file(ABCD, new byte[30_001], magics, ABCD, magics, new byte[9_000], ABCD);
    for (long skipAbove : new long[] {0, 10_000, 1 << 20}) {
      assertSame(file, 0, file.length, skipAbove);
      assertSame(file, 30_000, 41_000, skipAbove);
      assertSame(file, 0, 8, skipAbove);
    }
  }

  @Test
  void aWrongLengthIsDetectedWhereTheNextRecordShouldBe() throws IOException {
    byte[] file = file(ABCD, ABCD, ABCD);
    RecordIOFormat.putWord(file, 16, 8); // was 4
    try (RecordRangeReader reader = headers(file, 0, file.length, 0)) {
      assertTrue(reader.next() && reader.next());
      var error = assertThrows(MalformedRecordException.class, reader::next);
      assertEquals(28, error.offset());
      assertEquals(InMemory.NAME, error.path());
    }
  }

  @ParameterizedTest
  @CsvSource({"100000, 0.1", "1000000, 0.01"})
  void longPayloadsAreNotRead(int payload, double fraction, @TempDir java.nio.file.Path folder)
      throws IOException {
    int count = 20_000_000 / payload;
    java.nio.file.Path rec = folder.resolve("long.rec");
    try (var writer = new RecordFileWriter(Files.newOutputStream(rec), null, 1 << 18)) {
      for (int i = 0; i < count; i++) {
        writer.write(i, new byte[payload], 0, payload);
      }
    }
    Configuration conf = LocalFiles.raw();
    FileSystem.Statistics statistics = FileSystem.getStatistics("file", RawLocalFileSystem.class);
    long before = statistics.getBytesRead();
    var range = new InputRange(new Path(rec.toUri()), 0, Files.size(rec));
    byte[] prefix = new byte[24];
    try (var reader = RecordSplitReader.ofHeaders(conf, List.of(range), DamageTracker.failing())) {
      int found = 0;
      for (; reader.next(); found++) {
        assertEquals(24, reader.record().prefix(prefix));
      }
      assertEquals(count, found);
      long read = statistics.getBytesRead() - before;
      assertTrue(read <= fraction * Files.size(rec), read + " of " + Files.size(rec) + " bytes");
      assertTrue(reader.bytesRead() <= read && reader.bytesRead() > 8L * count);
    }
  }

  @Test
  void smallRecordsAreOneScan() throws IOException {
    byte[][] payloads = new byte[20_000][100];
    byte[] file = file(payloads);
    var reads = new int[1];
    var stream =
        BytesStream.open(
            file,
            asked -> {
              reads[0]++;
              return asked;
            });
    ChunkReader chunks = ChunkReader.of(stream, InMemory.NAME, file.length, 1 << 18);
    try (var reader =
        RecordRangeReader.ofHeaders(chunks, 0, file.length, 0, DamageTracker.failing(), 1 << 16)) {
      int found = 0;
      while (reader.next()) {
        found++;
      }
      assertEquals(payloads.length, found);
      assertTrue(reader.bytesRead() <= file.length);
      int chunkCount = (file.length >> 18) + 1;
      assertTrue(reads[0] <= chunkCount + 8, reads[0] + " reads");
    }
  }
}
