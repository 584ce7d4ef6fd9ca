// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.IdxReader;
import dev.recordio.fs.index.RidxReader;
import dev.recordio.testing.LocalFiles;
import dev.recordio.wire.MagicSearch;
import dev.recordio.wire.RecordCursor;
import dev.recordio.wire.RecordCursor.Step;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.io.TempDir;

/** Records and their indexes, of bytes that may be anything. */
class RecordByteFuzzTest extends ByteFuzzTest {
  private static final Pattern IDX_LINE =
      Pattern.compile("[ \t\r]*([0-9]++)[ \t\r]*([0-9]++)[ \t\r]*");
  private static final BigInteger TWO_64 = BigInteger.ONE.shiftLeft(64);

  @TempDir java.nio.file.Path folder;
  private final Configuration conf = LocalFiles.raw();

  @Override
  protected List<ByteTarget> targets() throws IOException {
    Files.copy(Corpus.file("records", "two-indexed.rec"), folder.resolve("a.rec"));
    Path indexed = new Path(folder.resolve("a.rec").toUri());
    FileStatus records = indexed.getFileSystem(conf).getFileStatus(indexed);
    return List.of(
        ByteTarget.of("records", 2_000_000, RecordByteFuzzTest::records),
        ByteTarget.of("headers", 1_000_000, RecordByteFuzzTest::headers).corpus("records"),
        ByteTarget.of("idx", 1_000_000, RecordByteFuzzTest::idx),
        ByteTarget.ofFile("ridx", 5_000, folder.resolve("a.ridx"), file -> ridx(file, records))
            .mend(RecordByteFuzzTest::mendRidx));
  }

  /** One window of everything, and windows that grow by what the bytes say. */
  private static void records(byte[] bytes) throws MalformedRecordException {
    NaiveRecords expected = NaiveRecords.of(bytes);
    int step = bytes.length == 0 ? 1 : 1 + (bytes[bytes.length / 2] & 63);
    for (int more : new int[] {Math.max(1, bytes.length), step}) {
      var cursor = new RecordCursor();
      List<NaiveRecords.Found> found = walk(bytes, cursor, more);
      assertEquals(expected.records().size(), found.size());
      for (int i = 0; i < found.size(); i++) {
        NaiveRecords.Found record = expected.records().get(i);
        assertEquals(record.begin(), found.get(i).begin());
        assertEquals(record.end(), found.get(i).end());
        assertArrayEquals(record.payload(), found.get(i).payload());
      }
      boolean damaged = expected.damage() >= 0;
      assertEquals(damaged ? Step.MALFORMED : Step.END, cursor.next());
      if (damaged) {
        assertEquals(expected.damage(), cursor.malformedOffset());
        assertTrue(cursor.malformed().getMessage().contains("expected "));
      }
    }
    if (expected.damage() >= 0) {
      MagicSearch.firstRecordStart(bytes, expected.damage() + 4 & ~3, bytes.length);
      throw new MalformedRecordException("damage", null, expected.damage(), -1, "records", "none");
    }
  }

  /** Reads the records before the damage or the end. */
  private static List<NaiveRecords.Found> walk(byte[] bytes, RecordCursor cursor, int more) {
    var found = new ArrayList<NaiveRecords.Found>();
    cursor.start(0, bytes.length);
    long shown = 0;
    while (true) {
      switch (cursor.next()) {
        case RECORD -> {
          int from = cursor.payloadOffset();
          byte[] payload = Arrays.copyOfRange(cursor.bytes(), from, from + cursor.payloadLength());
          found.add(new NaiveRecords.Found((int) cursor.begin(), (int) cursor.end(), payload));
        }
        case UNDERFLOW -> {
          assertTrue(cursor.needUpTo() > shown, "it asks for what it was shown");
          shown = Math.min(bytes.length, Math.max(shown + more, cursor.keepFrom()));
          byte[] window = Arrays.copyOfRange(bytes, (int) cursor.keepFrom(), (int) shown);
          cursor.window(window, 0, window.length, cursor.keepFrom());
        }
        case MALFORMED -> {
          // The next step tells the same again.
          cursor.start(cursor.malformedOffset(), bytes.length);
          cursor.window(bytes, 0, bytes.length, 0);
          return found;
        }
        default -> {
          return found;
        }
      }
    }
  }

  /** What a walk over headers steps over has the bounds that the records have. */
  private static void headers(byte[] bytes) throws MalformedRecordException {
    NaiveRecords expected = NaiveRecords.of(bytes);
    var cursor = new RecordCursor(true);
    cursor.start(0, bytes.length);
    cursor.window(bytes, 0, bytes.length, 0);
    Step step = cursor.next();
    for (NaiveRecords.Found record : expected.records()) {
      assertEquals(Step.RECORD, step);
      assertEquals(record.begin(), cursor.begin());
      assertEquals(record.end(), cursor.end());
      assertEquals(record.payload().length, cursor.payloadLength());
      step = cursor.next();
    }
    long last = -1;
    for (; step == Step.RECORD; step = cursor.next()) { // those that only their data belie
      assertTrue(cursor.begin() > last && cursor.end() <= bytes.length);
      last = cursor.begin();
    }
    if (step == Step.MALFORMED) {
      throw cursor.malformed();
    }
    assertEquals(Step.END, step);
  }

  private static void idx(byte[] bytes) throws IOException {
    var expected = new ArrayList<String>();
    boolean sound = true;
    for (String line : new String(bytes, StandardCharsets.ISO_8859_1).split("\n", -1)) {
      if (sound && !line.matches("[ \t\r]*")) {
        var matcher = IDX_LINE.matcher(line);
        sound = matcher.matches() && digits(matcher.group(1)) && digits(matcher.group(2));
        if (sound) {
          expected.add(new BigInteger(matcher.group(1)) + " " + new BigInteger(matcher.group(2)));
        }
      }
    }
    var found = new ArrayList<String>();
    try (var reader = new IdxReader(new ByteArrayInputStream(bytes), "a.idx")) {
      while (reader.next()) {
        found.add(
            Long.toUnsignedString(reader.key()) + " " + Long.toUnsignedString(reader.offset()));
      }
      assertTrue(sound, "nothing is wrong");
    } catch (MalformedRecordException e) {
      assertTrue(!sound && e.offset() <= bytes.length, e.getMessage());
      throw e;
    } finally {
      assertEquals(expected, found);
    }
  }

  private static boolean digits(String number) {
    return new BigInteger(number).compareTo(TWO_64) < 0;
  }

  private static byte[] mendRidx(byte[] bytes) {
    int footer = bytes.length - 32;
    Mend.crc32c(bytes, 0, footer, footer + 20);
    Mend.crc32c(bytes, footer, footer + 24, footer + 24);
    return bytes;
  }

  private void ridx(Path file, FileStatus records) throws IOException {
    try (RidxReader reader = RidxReader.open(conf, file)) {
      reader.misfit(conf, records);
      long last = -1;
      for (long i = 0; reader.next(); i++) {
        last = reader.offset();
      }
      if (reader.count() > 0) {
        reader.read(reader.count() - 1);
        assertEquals(last, reader.offset());
        reader.firstFrom(last);
      }
      reader.misfitOfEnds(records);
    }
  }
}
