// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import static dev.recordio.testing.Faults.Call.CLOSE;
import static dev.recordio.testing.Faults.Call.FINISH;
import static dev.recordio.testing.Faults.Call.READ;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.IndexFiles;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.numbered.RecordGather;
import dev.recordio.fs.numbered.RecordIndex;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.io.SparseRow;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.task.RowFileWriter;
import dev.recordio.task.TaskCounters;
import dev.recordio.testing.Bzip2;
import dev.recordio.testing.Faults;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.LocalFiles;
import dev.recordio.wire.RecordIndexLayout;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.io.compress.Lz4Codec;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.io.compress.ZStandardCodec;
import org.apache.hadoop.util.ReflectionUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Files that are opened are closed after any failure: of each read and write, of closing itself, of
 * the codec, of a setting that is found to be invalid after opening.
 */
class StreamsClosedTest implements FileSystemUnderTest {
  private final Faults faults = new Faults();
  private final Faults.Rule bytes = faults.onBytes();
  private static final byte[] ROWS = "1 1:1 2:2\n0 3:1\n".repeat(500).getBytes(US_ASCII);

  private static final TaskCounters UNCOUNTED =
      new TaskCounters() {
        @Override
        public void add(Enum<?> counter, long amount) {}

        @Override
        public void add(String group, String counter, long amount) {}
      };

  /** Everything that opens files, from opening to closing. */
  private enum Opener {
    TEXT("t.txt"),
    GZIP("t.txt.gz"),
    BZIP2("t.txt.bz2"),
    BZIP2_RANGE("t.txt.bz2"),
    SNAPPY("t.txt.snappy"),
    IS_TEXT("t.txt.gz"),
    RECORDS("r.rec"),
    PACKED_RECORDS("r.rec.gz"),
    HEADERS("r.rec"),
    LENGTH_OF_RECORDS("odd.rec"),
    BINARY_INDEX("r.rec"),
    TEXT_INDEX("r.rec"),
    INDEX_OR_HEADERS("plain.rec"),
    GATHER("r.rec"),
    INDEXER("plain.rec"),
    RECORD_WRITER("new.rec"),
    ROW_WRITER("new.txt"),
    GZIP_ROW_WRITER("new.txt.gz"),
    BZIP2_ROW_WRITER("new.txt.bz2"),
    SIDE_FILE("side");

    private final String name;

    Opener(String name) {
      this.name = name;
    }

    void run(Configuration conf, Path folder) throws IOException {
      var file = new Path(folder, name);
      switch (this) {
        case TEXT, GZIP, BZIP2, SNAPPY -> rows(conf, file, 0);
        case BZIP2_RANGE -> rows(conf, file, 100);
        case IS_TEXT -> RowInputs.isText(conf, file);
        case RECORDS, PACKED_RECORDS -> records(conf, file, false);
        case HEADERS -> records(conf, file, true);
        case LENGTH_OF_RECORDS ->
            assertThrows(
                IOException.class, () -> RecordInputs.list(conf, List.of(file), path -> true));
        case BINARY_INDEX -> RecordIndex.read(conf, file.getFileSystem(conf).getFileStatus(file));
        case TEXT_INDEX -> RecordIndex.readText(conf, file.getFileSystem(conf).getFileStatus(file));
        case INDEX_OR_HEADERS ->
            RecordIndex.load(conf, file.getFileSystem(conf).getFileStatus(file));
        case GATHER -> gather(conf, file);
        case INDEXER -> index(conf, file);
        case RECORD_WRITER -> writeRecords(conf, file);
        case ROW_WRITER -> writeRows(conf, file, null);
        case GZIP_ROW_WRITER -> writeRows(conf, file, new GzipCodec());
        case BZIP2_ROW_WRITER -> writeRows(conf, file, new BZip2Codec());
        case SIDE_FILE -> {
          try (var side = new SideFile(conf, file)) {
            side.line("a line");
          }
        }
        default -> throw new AssertionError(this);
      }
    }

    /** Removes what the one before has written. */
    void clean(Configuration conf, Path folder) throws IOException {
      for (String suffix : List.of("new.rec", "new.idx", "new.ridx", "plain.idx", "plain.ridx")) {
        folder.getFileSystem(conf).delete(new Path(folder, suffix), false);
      }
      if (name.startsWith("new.txt")) {
        folder.getFileSystem(conf).delete(new Path(folder, name), false);
      }
    }
  }

  @TempDir java.nio.file.Path folder;
  private Configuration conf;
  private Path watched;

  @Override
  public Configuration conf() {
    return LocalFiles.raw();
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(folder);
  }

  @BeforeEach
  void files() throws IOException {
    conf = conf();
    write("t.txt", ROWS);
    pack("t.txt.gz", ROWS, new GzipCodec());
    pack("t.txt.snappy", ROWS, new SnappyCodec());
    write("t.txt.bz2", Bzip2.packStreams(ROWS, 1000, 9));
    writeRecords(conf, path("r.rec"));
    writeRecords(conf, path("plain.rec"));
    fs().delete(path("plain.idx"), false);
    fs().delete(path("plain.ridx"), false);
    byte[] records = read(path("r.rec"));
    write("odd.rec", Arrays.copyOf(records, records.length + 1));
    pack("r.rec.gz", records, new GzipCodec());
    watched = faults.over(conf, testDir());
    faults.on(READ).gives(asked -> Math.min(asked, 2000));
  }

  private void pack(String name, byte[] plain, CompressionCodec codec) throws IOException {
    ReflectionUtils.setConf(codec, conf);
    try (OutputStream out = codec.createOutputStream(fs().create(path(name)))) {
      out.write(plain);
    }
  }

  private static void rows(Configuration conf, Path file, long start) throws IOException {
    long length = file.getFileSystem(conf).getFileStatus(file).getLen();
    var block = new CsrBlock();
    try (RowReader reader =
        RowInputs.open(conf, List.of(new InputRange(file, start, length - start)))) {
      while (reader.next(block)) {
        assertTrue(block.rows() > 0);
      }
    }
  }

  private static void records(Configuration conf, Path file, boolean headers) throws IOException {
    var range = new InputRange(file, 0, Long.MAX_VALUE);
    DamageTracker damage = DamageTracker.failing();
    try (RecordRangeReader reader =
        headers
            ? RecordInputs.openHeaders(conf, range, damage)
            : RecordInputs.open(conf, range, damage)) {
      while (reader.next()) {
        assertTrue(reader.payloadLength() > 0);
      }
    }
  }

  private static void gather(Configuration conf, Path file) throws IOException {
    RecordIndex index = RecordIndex.load(conf, file.getFileSystem(conf).getFileStatus(file));
    try (var gather =
        new RecordGather(
            conf,
            List.of(index),
            LongStream.range(0, index.count()).iterator(),
            DamageTracker.failing())) {
      while (gather.next()) {
        assertTrue(gather.payloadLength() > 0);
      }
    }
  }

  private static void index(Configuration conf, Path file) throws IOException {
    var layout = new RecordIndexLayout(0);
    try (var index = new IndexFiles(conf, file.getFileSystem(conf), file, true, layout, "tag")) {
      index.entry(0, 0, 4, 0);
      index.finish(12, 0);
      index.commit();
    }
  }

  private static void writeRecords(Configuration conf, Path file) throws IOException {
    byte[] payload = new byte[100];
    try (var writer = RecordFileWriter.create(conf, file, RecordFiles.index(file))) {
      for (int i = 0; i < 100; i++) {
        writer.write(i, payload, 0, payload.length);
      }
    }
  }

  private static void writeRows(Configuration conf, Path file, CompressionCodec codec)
      throws IOException {
    if (codec != null) {
      ReflectionUtils.setConf(codec, conf);
    }
    RowFileWriter writer = RowFileWriter.create(conf, file, codec);
    try {
      writer.write(new SparseRow());
    } finally {
      writer.close(UNCOUNTED);
    }
  }

  private void assertClosed(Opener opener, String when) {
    int open = faults.open();
    faults.recount();
    assertEquals(0, open, opener + ": streams left open, " + when);
  }

  @ParameterizedTest
  @EnumSource
  void nothingStaysOpenWhateverFails(Opener opener) throws Exception {
    bytes.never();
    opener.run(conf, watched);
    long steps = bytes.count();
    assertTrue(faults.opened() > 0 && steps > 0, steps + " reads and writes");
    assertClosed(opener, "nothing failed");
    int failed = 0;
    long injected = 0;
    for (Faults.Kind kind : Faults.Kind.values()) {
      for (long step = 0; step < steps; step += 1 + steps / 40) {
        opener.clean(conf, watched);
        bytes.breaks(kind, step);
        failed += fails(opener) ? 1 : 0;
        injected += bytes.injected();
        assertClosed(opener, kind + " at " + step + " of " + steps);
      }
    }
    opener.clean(conf, watched);
    assertTrue(injected > 0);
    bytes.never();
    faults.on(CLOSE, FINISH).fails("injected fault");
    failed += fails(opener) ? 1 : 0;
    assertClosed(opener, "closing fails");
    System.out.println(opener + ": " + steps + " reads and writes, " + failed + " failures");
  }

  private boolean fails(Opener opener) {
    try {
      opener.run(conf, watched);
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "TEXT, recordio.input.buffer-size, 3",
    "GZIP, recordio.input.buffer-size, 3",
    "BZIP2_RANGE, recordio.input.buffer-size, 3",
    "RECORDS, recordio.input.buffer-size, nonsense",
    "RECORDS, recordio.split.verify-records, nonsense",
    "PACKED_RECORDS, recordio.split.verify-records, nonsense",
    "HEADERS, recordio.split.verify-records, nonsense",
    "HEADERS, recordio.input.skip-above, nonsense",
    "GATHER, recordio.gather.max-gap, nonsense",
    "RECORD_WRITER, recordio.output.buffer-size, nonsense",
    "RECORD_WRITER, recordio.output.buffer-size, -5",
    "ROW_WRITER, libsvm.output.index.base, nonsense"
  })
  void nothingStaysOpenForAWrongSetting(Opener opener, String key, String value) throws Exception {
    opener.clean(conf, watched);
    conf.set(key, value);
    try {
      opener.run(conf, watched);
    } catch (RuntimeException e) {
      assertTrue(e.getMessage() != null, "says what is wrong");
    }
    assertClosed(opener, key + " is wrong");
  }

  @Test
  void nothingStaysOpenWithoutACodecsLibrary() throws Exception {
    var codecs = new ArrayList<CompressionCodec>(List.of(new ZStandardCodec(), new Lz4Codec()));
    for (CompressionCodec codec : codecs) {
      ReflectionUtils.setConf(codec, conf);
      String name = "c.txt" + codec.getDefaultExtension();
      write(name, ROWS);
      var file = new Path(watched, name);
      var e = assertThrows(IOException.class, () -> rows(conf, file, 0));
      assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
      assertTrue(e.getMessage().contains(codec.getClass().getSimpleName()), e.getMessage());
      assertTrue(!(e instanceof MalformedRecordException), e.getMessage());
      var made = new Path(watched, "new" + name);
      assertThrows(Throwable.class, () -> writeRows(conf, made, codec));
      assertEquals(0, faults.open(), name);
    }
  }
}
