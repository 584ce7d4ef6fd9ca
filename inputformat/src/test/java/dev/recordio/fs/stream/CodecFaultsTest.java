// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import static dev.recordio.testing.Faults.Call.READ;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.testing.Bzip2;
import dev.recordio.testing.Damage;
import dev.recordio.testing.Faults;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.OtherBlocksCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.PassthroughCodec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A file system that fails in the middle of a compressed file, under each of Hadoop's codecs that
 * works without native code: at every read, in whole files and in ranges. A reader gets an error or
 * every row; fewer rows and no error must not happen.
 */
@Tag("deep")
class CodecFaultsTest implements FileSystemUnderTest {
  private final Faults faults = new Faults();
  private final Faults.Rule bytes = faults.onBytes();

  /** A summary of what a reader returned. */
  private record Content(long count, long hash) {}

  /** Bytes that a read gets at most, so that there are many. */
  private static final int MAX_READ = 2048;

  /** Reads ranges of a file. */
  private interface Reading {
    Content read(Configuration conf, List<InputRange> ranges) throws IOException;
  }

  @TempDir java.nio.file.Path folder;

  @Override
  public Configuration conf() {
    return LocalFiles.raw();
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(folder);
  }

  private static byte[] text() {
    var random = new Random(5);
    var text = new StringBuilder();
    for (int row = 0; row < 4_000; row++) {
      text.append(row).append(' ').append(random.nextInt(1 << 20)).append(':');
      text.append(random.nextInt(1 << 20)).append('\n');
    }
    return text.toString().getBytes(US_ASCII);
  }

  private static byte[] records() {
    var random = new Random(6);
    var payloads = new ArrayList<byte[]>();
    for (int record = 0; record < 500; record++) {
      var payload = new byte[100 + record % 50];
      random.nextBytes(payload);
      payloads.add(payload);
    }
    return Damage.file(payloads);
  }

  private byte[] pack(Configuration conf, String name, byte[] plain) throws IOException {
    var packed = new ByteArrayOutputStream();
    if (name.endsWith(".bz2") || name.endsWith(".blocks")) { // several blocks
      packed.writeBytes(Bzip2.packStreams(plain, 15_000, 1));
    } else {
      var codec = new CompressionCodecFactory(conf).getCodec(new Path(name));
      assertFalse(codec == null, name);
      try (OutputStream out =
          codec instanceof PassthroughCodec ? packed : codec.createOutputStream(packed)) {
        out.write(plain);
      }
    }
    return packed.toByteArray();
  }

  private static Content rows(Configuration conf, List<InputRange> ranges) throws IOException {
    var block = new CsrBlock();
    long count = 0;
    long hash = 0;
    try (RowReader reader = RowInputs.open(conf, ranges)) {
      while (reader.next(block)) {
        count += block.rows();
        for (int i = 0; i < block.entries(); i++) {
          hash = 31 * hash + block.index(i);
        }
      }
    }
    return new Content(count, hash);
  }

  private static Content records(Configuration conf, List<InputRange> ranges) throws IOException {
    long count = 0;
    long hash = 0;
    try (var reader = new RecordSplitReader(conf, ranges, DamageTracker.failing())) {
      while (reader.next()) {
        RecordRangeReader record = reader.record();
        int from = record.payloadOffset();
        count++;
        hash = 31 * hash + record.buffer()[from] + record.payloadLength();
      }
    }
    return new Content(count, hash);
  }

  private static List<InputRange> ranges(Path file, long length, int count) {
    var ranges = new ArrayList<InputRange>();
    for (int i = 0; i < count; i++) {
      long start = length * i / count;
      ranges.add(new InputRange(file, start, length * (i + 1) / count - start));
    }
    return ranges;
  }

  @ParameterizedTest
  @CsvSource({
    "text, deflate, 1",
    "text, gz, 1",
    "text, bz2, 1",
    "text, bz2, 3",
    "text, bz2, 7",
    "text, blocks, 1",
    "text, blocks, 3",
    "text, snappy, 1",
    "text, raw, 1",
    "records, deflate, 1",
    "records, gz, 1",
    "records, bz2, 1",
    "records, snappy, 1",
    "records, raw, 1"
  })
  void everyReadThatFailsIsAnErrorOrAllRows(String what, String suffix, int count)
      throws Exception {
    Configuration conf = conf();
    conf.set(
        "io.compression.codecs",
        PassthroughCodec.class.getName() + "," + OtherBlocksCodec.class.getName());
    conf.set("io.compress.passthrough.extension", ".raw");
    conf.set("recordio.input.buffer-size", "16k");
    boolean text = what.equals("text");
    byte[] plain = text ? text() : records();
    byte[] packed = pack(conf, "f." + suffix, plain);
    Path file = faults.over(conf, write("f." + suffix, packed));
    Reading reading = text ? CodecFaultsTest::rows : CodecFaultsTest::records;
    List<InputRange> ranges = ranges(file, packed.length, count);

    faults.on(READ).gives(asked -> Math.min(asked, MAX_READ));
    Content all = reading.read(conf, ranges);
    assertEquals(text ? 4_000 : 500, all.count());
    long reads = bytes.count();
    assertTrue(reads >= packed.length / MAX_READ, reads + " reads");
    long injected = 0;
    long rows = 0;
    var wrong = new ArrayList<String>();
    for (Faults.Kind kind : Faults.Kind.values()) {
      for (long at = 0; at < reads; at++) {
        bytes.breaks(kind, at);
        injected++;
        String where = kind + " at read " + at + " of " + reads;
        try {
          Content got = reading.read(conf, ranges);
          rows += got.count();
          if (!got.equals(all)) {
            wrong.add(where + ": " + got.count() + " of " + all.count() + ", no error");
          }
        } catch (IOException e) {
          boolean foreign = e instanceof MalformedRecordException && kind != Faults.Kind.ENDS_EARLY;
          if (foreign) {
            wrong.add(where + " is taken for damage: " + e.getMessage());
          }
        }
        if (faults.open() != 0) {
          wrong.add(where + ": " + faults.open() + " streams left open");
          faults.recount();
        }
      }
    }
    System.out.printf(
        "%s %s in %d ranges: %d faults injected, %d rows read%n",
        what, suffix, count, injected, rows);
    assertEquals(0, wrong.size(), () -> wrong.size() + " faults went wrong: " + wrong);
  }

  @ParameterizedTest
  @CsvSource({"gz", "deflate", "snappy", "bz2"})
  void packedBytesAfterTheEndAreAnError(String suffix) throws Exception {
    byte[] packed = pack(conf(), "t." + suffix, text());
    byte[] longer = Arrays.copyOf(packed, packed.length + 9);
    longer[packed.length + 8] = 7;
    Path file = write("t." + suffix, longer);
    assertThrows(
        MalformedRecordException.class, () -> rows(conf(), ranges(file, longer.length, 1)));
  }

  @ParameterizedTest
  @CsvSource({"gz", "deflate", "snappy", "bz2"})
  void aFileThatWasCutIsAnError(String suffix) throws Exception {
    byte[] packed = pack(conf(), "c." + suffix, Arrays.copyOf(text(), 10_000));
    for (int length = 1; length < packed.length; length += length < 20 ? 1 : 97) {
      Path file = write("c." + suffix, Arrays.copyOf(packed, length));
      var ranges = ranges(file, length, 1);
      var e =
          assertThrows(
              MalformedRecordException.class,
              () -> rows(conf(), ranges),
              length + " of " + packed.length + " bytes");
      assertEquals(file.toString(), e.path());
    }
  }
}
