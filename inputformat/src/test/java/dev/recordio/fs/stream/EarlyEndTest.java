// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import static dev.recordio.testing.Faults.Call.STATUS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.numbered.RecordGather;
import dev.recordio.fs.numbered.RecordIndex;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.IndexType;
import dev.recordio.sparse.layout.RowBlockEncoder;
import dev.recordio.sparse.layout.ShardShape;
import dev.recordio.testing.Damage;
import dev.recordio.testing.Faults;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.RowText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A file that ends early, at every length it can have: cut after its ranges were planned, after its
 * status was read, and while it is read. Each reader gives all rows or an error, whatever is done
 * with damaged records.
 */
@Tag("deep")
class EarlyEndTest implements FileSystemUnderTest {
  private static final int RECORDS = 5;

  @TempDir java.nio.file.Path temp;

  @Override
  public Configuration conf() {
    Configuration conf = LocalFiles.raw();
    conf.set("recordio.input.buffer-size", "16");
    conf.set("recordio.input.skip-above", "8");
    conf.set("recordio.input.corrupt-record.policy", "skip");
    conf.set("recordio.input.corrupt-record.max-fraction", "1");
    conf.set("libsvm.mode", "lenient");
    conf.setBoolean("fs.file.impl.disable.cache", false);
    return conf;
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(temp);
  }

  /** A way to read a file. */
  private enum Reader {
    RECORDS {
      @Override
      void read(Configuration conf, List<InputRange> ranges, Consumer<String> rows)
          throws IOException {
        var key = new LongWritable();
        var value = new BytesWritable();
        try (var reader = new RecordSplitReader(conf, ranges, DamageTracker.of(conf, null))) {
          while (reader.next(key, value)) {
            rows.accept(key + " " + value);
          }
        }
      }
    },
    FRAMED_RECORDS {
      @Override
      void read(Configuration conf, List<InputRange> ranges, Consumer<String> rows)
          throws IOException {
        var key = new LongWritable();
        var value = new BytesWritable();
        try (var reader = new RecordSplitReader(conf, ranges, DamageTracker.of(conf, null))) {
          while (reader.nextFramed(key, value)) {
            rows.accept(key + " " + value);
          }
        }
      }
    },
    VERIFIED_RECORDS {
      @Override
      Configuration prepare(Configuration conf) {
        conf.setInt("recordio.split.verify-records", 3);
        return conf;
      }

      @Override
      void read(Configuration conf, List<InputRange> ranges, Consumer<String> rows)
          throws IOException {
        RECORDS.read(conf, ranges, rows);
      }
    },
    HEADERS {
      @Override
      void read(Configuration conf, List<InputRange> ranges, Consumer<String> rows)
          throws IOException {
        try (var reader = RecordSplitReader.ofHeaders(conf, ranges, DamageTracker.of(conf, null))) {
          while (reader.next()) {
            RecordRangeReader record = reader.record();
            rows.accept(record.offset() + " " + record.payloadLength());
          }
        }
      }
    },
    LINES {
      @Override
      void read(Configuration conf, List<InputRange> ranges, Consumer<String> rows)
          throws IOException {
        var block = new CsrBlock();
        try (RowReader reader = RowInputs.open(conf, ranges)) {
          while (reader.next(block)) {
            RowText.of(block).forEach(rows);
          }
        }
      }

      @Override
      byte[] file() {
        var text = new StringBuilder();
        for (int row = 0; row < EarlyEndTest.RECORDS; row++) {
          text.append(row).append(" 1:").append(row * 7).append(row % 5 == 0 ? "\r\n" : "\n");
        }
        return text.append("\n9 3:4").toString().getBytes(StandardCharsets.US_ASCII);
      }
    },
    ROW_BLOCKS {
      @Override
      Configuration prepare(Configuration conf) {
        conf.set("libsvm.format", "rowblock");
        return conf;
      }

      @Override
      void read(Configuration conf, List<InputRange> ranges, Consumer<String> rows)
          throws IOException {
        LINES.read(conf, ranges, rows);
      }

      @Override
      byte[] file() throws IOException {
        var payloads = new ArrayList<byte[]>();
        for (int record = 0; record < 2; record++) {
          var payload = new ByteArrayOutputStream();
          var block = new CsrBlock();
          block.addRow(record);
          block.add(record, 0.5f);
          var encoder = new RowBlockEncoder(IndexType.UINT32);
          var rows = CsrSource.of(block);
          encoder.write(rows, ShardShape.of(rows), true, payload::write);
          payloads.add(payload.toByteArray());
        }
        return Damage.file(payloads);
      }
    };

    /** Returns {@code conf} with the settings that it needs. */
    Configuration prepare(Configuration conf) {
      return conf;
    }

    /** Passes each row that it reads to {@code rows}. */
    abstract void read(Configuration conf, List<InputRange> ranges, Consumer<String> rows)
        throws IOException;

    /** Returns a sound file for it. */
    byte[] file() throws IOException {
      return Damage.file(payloads());
    }

    private List<String> rows(Configuration conf, List<InputRange> ranges) throws IOException {
      var rows = new ArrayList<String>();
      read(conf, ranges, rows::add);
      return rows;
    }
  }

  private static List<byte[]> payloads() {
    return IntStream.range(0, RECORDS).mapToObj(i -> Damage.payload(i, 7 * i % 20)).toList();
  }

  private static List<InputRange> planned(Path file, int length, int count) {
    int size = (length + count - 1) / count;
    return IntStream.range(0, count)
        .filter(i -> i * size < length)
        .mapToObj(i -> new InputRange(file, i * size, Math.min(size, length - i * size)))
        .toList();
  }

  private List<String> all(Reader reader, Configuration conf) throws IOException {
    byte[] whole = reader.file();
    return reader.rows(conf, planned(write("data", whole), whole.length, 1));
  }

  /** The read must not succeed. */
  private void assertLoud(Reader reader, Configuration conf) throws IOException {
    byte[] whole = reader.file();
    int all = all(reader, reader.prepare(conf())).size();
    for (int cut = 0; cut < whole.length; cut++) {
      Path file = write("data", Arrays.copyOf(whole, cut));
      for (int ranges : new int[] {1, 3}) {
        try {
          int rows = reader.rows(conf, planned(file, whole.length, ranges)).size();
          fail(rows + " of " + all + " rows, cut at " + cut + ", " + ranges + " ranges");
        } catch (IOException e) {
          assertTrue(String.valueOf(e.getMessage()).contains(file.toString()), e::getMessage);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void fileThatWasCutAfterPlanningIsAnError(Reader reader) throws IOException {
    assertLoud(reader, reader.prepare(conf()));
  }

  @ParameterizedTest
  @EnumSource
  void fileThatIsShorterThanItsStatusIsAnError(Reader reader) throws IOException {
    var faults = new Faults();
    int before = reader.file().length;
    Faults.Rule stale = faults.on(STATUS).gives(length -> before);
    assertLoud(reader, faults.replaceLocal(reader.prepare(conf()), false));
    assertTrue(stale.injected() > 0);
  }

  @ParameterizedTest
  @EnumSource
  void fileThatIsCutWhileItIsReadGivesAllRowsOrAnError(Reader reader) throws IOException {
    byte[] whole = reader.file();
    Configuration conf = reader.prepare(conf());
    List<String> all = all(reader, conf);
    Path file = path("data");
    int errors = 0;
    for (int after = 1; after < all.size(); after += 3) {
      for (int cut = 0; cut < whole.length; cut++) {
        write("data", whole);
        int rowsBefore = after;
        int end = cut;
        var rows = new ArrayList<String>();
        try {
          reader.read(
              conf,
              planned(file, whole.length, 2),
              row -> {
                rows.add(row);
                if (rows.size() == rowsBefore) {
                  truncate(end);
                }
              });
          assertEquals(all, rows, "cut at " + cut + " after " + after + " rows");
        } catch (IOException e) {
          assertTrue(String.valueOf(e.getMessage()).contains(file.toString()), e::getMessage);
          errors++;
        }
      }
    }
    assertTrue(errors > whole.length / 2, errors + " errors");
  }

  private void truncate(int length) {
    try (var file = new RandomAccessFile(temp.resolve("data").toFile(), "rw")) {
      file.setLength(length);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void fileThatGrewGivesTheRowsOfThePlannedRanges(Reader reader) throws IOException {
    Configuration conf = reader.prepare(conf());
    List<String> all = all(reader, conf);
    int planned = reader == Reader.LINES ? 16 : 4 * (reader.file().length / 8);
    List<String> rows = reader.rows(conf, planned(path("data"), planned, 3));
    assertTrue(!rows.isEmpty() && rows.size() < all.size());
    assertEquals(all.subList(0, rows.size()), rows);
  }

  private Path indexed(String name) throws IOException {
    Path rec = path(name + ".rec");
    try (var out = RecordFileWriter.create(conf(), rec, path(name + ".idx"))) {
      for (byte[] payload : payloads()) {
        out.write(3 * out.count() + 5, payload, 0, payload.length);
      }
    }
    return rec;
  }

  @Test
  void gatherFromAFileThatWasCutIsAnError() throws IOException {
    Path rec = indexed("data");
    byte[] whole = read(rec);
    Configuration conf = conf();
    RecordIndex index = RecordIndex.read(conf, fs().getFileStatus(rec));
    for (int cut = 0; cut < whole.length; cut++) {
      write("data.rec", Arrays.copyOf(whole, cut));
      var places = LongStream.range(0, index.count()).iterator();
      int rows = 0;
      try (var gather =
          new RecordGather(conf, List.of(index), places, DamageTracker.of(conf, null))) {
        while (gather.next()) {
          rows++;
        }
        fail(rows + " of " + RECORDS + " records, cut at " + cut);
      } catch (IOException e) {
        assertNotNull(e.getMessage());
      }
    }
  }

  @Test
  void indexThatWasCutIsAnErrorOrIsWhole() throws IOException {
    Path rec = indexed("data");
    List<String> all = entries(RecordIndex.read(conf(), fs().getFileStatus(rec)));
    byte[] binary = read(path("data.ridx"));
    byte[] text = read(path("data.idx"));
    fs().delete(path("data.idx"), false);
    for (int cut = 0; cut < binary.length; cut++) {
      write("data.ridx", Arrays.copyOf(binary, cut));
      assertIndex(rec, all, cut);
    }
    fs().delete(path("data.ridx"), false);
    for (int cut = 0; cut < text.length; cut++) {
      write("data.idx", Arrays.copyOf(text, cut));
      assertIndex(rec, all, cut);
    }
  }

  private void assertIndex(Path rec, List<String> all, int cut) throws IOException {
    try {
      assertEquals(
          all, entries(RecordIndex.read(conf(), fs().getFileStatus(rec))), "cut at " + cut);
    } catch (IOException e) {
      assertTrue(e.getMessage().contains("data."), e::getMessage);
    }
  }

  private static List<String> entries(RecordIndex index) {
    return IntStream.range(0, index.count())
        .mapToObj(i -> index.key(i) + " " + index.offset(i) + " " + index.end(i))
        .toList();
  }
}
