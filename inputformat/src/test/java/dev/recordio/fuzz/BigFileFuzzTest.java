// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.mapreduce.IndexedRecordIOInputFormat;
import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.testing.Damage;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import dev.recordio.wire.NaiveEncoder;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of 6 GB with small records around 2 and 4 GiB, and long ones of zeros between. */
@Tag("fuzz")
class BigFileFuzzTest {
  private static final long LENGTH = 6_000_000_000L;
  private static final int LONG = 48 << 20; // the most bytes of a long record's payload
  private static final int AROUND = 4000; // bytes before and after a border

  /** A record; a payload of zeros is null. */
  private record Placed(long begin, long end, byte[] payload) {}

  @TempDir java.nio.file.Path folder;
  private final Fuzz fuzz = Fuzz.of(BigFileFuzzTest.class);
  private final Configuration conf = LocalFiles.raw();
  private final List<Placed> records = new ArrayList<>();

  private Path write(SplittableRandom random) throws IOException {
    records.clear();
    java.nio.file.Path file = folder.resolve("big.rec");
    Files.deleteIfExists(file);
    try (var out = new RandomAccessFile(file.toFile(), "rw")) {
      for (long border : new long[] {1L << 31, 1L << 32}) {
        zeros(out, border - random.nextInt(AROUND / 2) & -4);
        while (out.getFilePointer() < border + AROUND / 2) {
          small(out, HostileFile.payload(random, random.nextInt(4)));
        }
      }
      zeros(out, LENGTH);
      small(out, new byte[0]);
    }
    var lines = new StringBuilder();
    for (int i = 0; i < records.size(); i++) {
      lines.append(i).append('\t').append(records.get(i).begin).append('\n');
    }
    Files.writeString(folder.resolve("big.idx"), lines, StandardCharsets.US_ASCII);
    return LocalFiles.path(file);
  }

  private void small(RandomAccessFile out, byte[] payload) throws IOException {
    long begin = out.getFilePointer();
    out.write(Damage.file(List.of(payload)));
    records.add(new Placed(begin, out.getFilePointer(), payload));
  }

  /** Writes long records up to an offset; their payloads are holes of the file. */
  private void zeros(RandomAccessFile out, long upTo) throws IOException {
    while (out.getFilePointer() < upTo) {
      long begin = out.getFilePointer();
      long room = upTo - begin - RecordIOFormat.HEADER_BYTES;
      int length = (int) Math.min(room, LONG);
      if (room > length && room - length < RecordIOFormat.HEADER_BYTES) {
        length -= RecordIOFormat.HEADER_BYTES; // room for the next one
      }
      out.write(NaiveEncoder.MAGIC);
      out.write(NaiveEncoder.littleEndian(length));
      long end = begin + RecordIOFormat.HEADER_BYTES + length;
      out.setLength(end);
      out.seek(end);
      records.add(new Placed(begin, end, null));
    }
    assertEquals(upTo, out.getFilePointer());
  }

  @Test
  void recordsAroundTheBordersAreRead() throws IOException {
    fuzz.until("splits", 900, this::file);
  }

  private void file(SplittableRandom random) throws Exception {
    Path file = write(random);
    long length = records.get(records.size() - 1).end;
    assertTrue(length >= LENGTH);
    for (RecordLook look : List.of(RecordLook.HEADERS, RecordLook.VALUE)) {
      check(file, 0, length, look);
    }
    for (int i = 0; i < 20; i++) {
      for (long border : new long[] {1L << 31, 1L << 32}) {
        long[] cuts = RecordSplitsFuzzTest.cuts(random, AROUND, 12);
        RecordIOConf.INPUT_BUFFER_SIZE.set(conf, 16 << random.nextInt(12));
        RecordIOConf.SPLIT_VERIFY_RECORDS.set(conf, random.nextInt(3));
        for (int cut = 1; cut < cuts.length; cut++) {
          long from = border - AROUND / 2 + cuts[cut - 1];
          check(file, from, from + cuts[cut] - cuts[cut - 1], any(random));
        }
      }
    }
    for (int i = 0; i < 20; i++) {
      numbered(file, random);
    }
  }

  private static RecordLook any(SplittableRandom random) {
    return RecordLook.values()[random.nextInt(RecordLook.values().length)];
  }

  /** Reads the records of a range, of which a long one is compared by its length. */
  private void check(Path file, long start, long end, RecordLook look) throws IOException {
    long from = RecordIOFormat.align(start);
    long to = RecordIOFormat.align(end);
    String where = look + " from " + start + " to " + end;
    var range = new InputRange(file, start, end - start);
    try (var reader = look.open(conf, List.of(range), DamageTracker.failing())) {
      for (Placed record : records) {
        if (record.begin >= from && record.begin < to) {
          assertTrue(look.next(reader), where);
          check(reader, record, look, where);
        }
      }
      assertTrue(!look.next(reader), where);
    }
    fuzz.count("splits", 1);
  }

  private void check(RecordSplitReader reader, Placed record, RecordLook look, String where)
      throws IOException {
    assertEquals(record.begin, reader.record().offset(), where);
    assertEquals(record.end, reader.record().position(), where);
    if (record.payload == null) {
      long length = record.end - record.begin - RecordIOFormat.HEADER_BYTES;
      assertEquals(length, reader.record().payloadLength(), where);
    } else {
      assertArrayEquals(record.payload, look.payload(reader), where);
    }
    fuzz.count("records", 1);
  }

  /** Reads small records by number, by an index or by the headers. */
  private void numbered(Path file, SplittableRandom random) throws Exception {
    if (random.nextInt(4) == 0) {
      Files.deleteIfExists(folder.resolve("big.idx"));
    }
    int first = random.nextInt(records.size());
    while (records.get(first).payload == null) {
      first = random.nextInt(records.size());
    }
    int last = first;
    while (last + 1 < records.size() && records.get(last + 1).payload != null) {
      last++;
    }
    Job job = Job.getInstance(conf);
    RecordIOInputFormat.setInput(job, file.toString());
    IndexedRecordIOInputFormat.setRows(job, first, last);
    IndexedRecordIOInputFormat.setEqualParts(job, 1 + random.nextInt(3));
    if (random.nextBoolean()) {
      IndexedRecordIOInputFormat.setShuffle(job, random.nextLong(), 0);
    }
    var expected = new ArrayList<ReadRecord>();
    for (int i = first; i <= last; i++) {
      byte[] payload = records.get(i).payload;
      expected.add(ReadRecord.of("?", i, payload, 0, payload.length));
    }
    List<ReadRecord> read =
        Records.ofAll(new IndexedRecordIOInputFormat(), job).stream()
            .sorted(Comparator.comparing(ReadRecord::offset))
            .toList();
    assertEquals(expected, read);
    fuzz.count("records by number", read.size());
  }
}
