// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.reader.ReaderConf;
import dev.recordio.reader.ReaderState;
import dev.recordio.testing.LiveThreads;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ImageBatchReaderTest {
  private static final int COUNT = 23;

  @TempDir static Path dir;
  private static String input;

  @BeforeAll
  static void write() throws IOException {
    ImageFiles.write(dir.resolve("in/0.rec"), 0, 9);
    ImageFiles.write(dir.resolve("in/1.rec"), 9, COUNT - 9);
    input = dir.resolve("in").toString() + "/*.rec";
  }

  @AfterEach
  void noThreadIsLeft() {
    for (String own : List.of("recordio-map", "recordio-prefetch", "recordio-rows")) {
      assertEquals("{}", LiveThreads.named(own).toString());
    }
  }

  /** A row of a batch: what a consumer sees of it. */
  private record Row(long epoch, long id, float label, ByteBuffer pixels) {}

  private static ImageBatchOptions options(String... more) {
    ImageBatchOptions.Builder builder =
        ImageBatchOptions.builder()
            .set("shape", "3,6,7")
            .set("batch-size", "5")
            .set("tail", "emit")
            .set("threads", "2")
            .set("seed", "3")
            .set("rand-crop", "true")
            .set("rand-mirror", "true")
            .set("dtype", "uint8");
    for (int i = 0; i < more.length; i += 2) {
      builder.set(more[i], more[i + 1]);
    }
    return builder.build();
  }

  private static Configuration conf() {
    Configuration conf = LocalFiles.raw();
    conf.set("recordio.image.codec", "jdk");
    return conf;
  }

  private static ImageBatchReader open(ImageBatchOptions options) throws IOException {
    return ImageBatchReader.open(conf(), input, options);
  }

  /** Returns the rows of a batch, without those that only fill up. */
  private static void addRows(ImageBatch batch, List<Row> to) {
    addRows(batch, batch.rows() - batch.pad(), to);
  }

  private static void addRows(ImageBatch batch, int rows, List<Row> to) {
    ByteBuffer data = batch.data();
    int each = data.capacity() / batch.rows();
    for (int row = 0; row < rows; row++) {
      ByteBuffer copy = ByteBuffer.allocate(each).put(data.slice(row * each, each)).flip();
      to.add(new Row(batch.epoch(), batch.id(row), batch.label(row, 0), copy));
    }
  }

  private static List<Row> rows(ImageBatchOptions options) throws IOException {
    try (ImageBatchReader reader = open(options)) {
      var rows = new ArrayList<Row>();
      while (reader.next()) {
        addRows(reader.get(), rows);
      }
      return rows;
    }
  }

  private static Map<String, Row> byEpochAndId(List<Row> rows) {
    var map = new HashMap<String, Row>();
    rows.forEach(row -> assertEquals(null, map.put(row.epoch() + " " + row.id(), row)));
    return map;
  }

  @Test
  void rowsAreTheImagesInOrder() throws IOException {
    List<Row> rows = rows(options());
    assertEquals(COUNT, rows.size());
    for (int i = 0; i < COUNT; i++) {
      Row row = rows.get(i);
      assertEquals(ImageFiles.id(i), row.id());
      assertEquals(i / 2f, row.label());
      assertTrue(isPlaced(i, row.pixels()), "image " + i);
    }
  }

  /** Whether pixels are a crop of the image, or a mirrored one, planes of 6 x 7. */
  private static boolean isPlaced(int i, ByteBuffer pixels) {
    var image = ImageFiles.image(i);
    for (int mirror = 0; mirror < 2; mirror++) {
      for (int top = 0; top <= ImageFiles.HEIGHT - 6; top++) {
        for (int left = 0; left <= ImageFiles.WIDTH - 7; left++) {
          boolean same = true;
          for (int k = 0; k < 3 * 6 * 7 && same; k++) {
            int x = mirror == 0 ? k % 7 : 6 - k % 7;
            int rgb = image.getRGB(left + x, top + k / 7 % 6);
            same = (byte) (rgb >> 16 - 8 * (k / 42)) == pixels.get(k);
          }
          if (same) {
            return true;
          }
        }
      }
    }
    return false;
  }

  @Test
  void anEpochIsTheSameHoweverItIsRead() throws IOException {
    Map<String, Row> expected = byEpochAndId(rows(options("epochs", "3")));
    assertEquals(3 * COUNT, expected.size());
    List<ImageBatchOptions> others =
        List.of(
            options("epochs", "3", "threads", "1", "prefetch", "1"),
            options("epochs", "3", "threads", "7", "batch-size", "4"),
            options("epochs", "3", "batch-size", "100", "prefetch", "9"),
            options("epochs", "3", "shuffle", "true"));
    for (ImageBatchOptions other : others) {
      assertEquals(expected, byEpochAndId(rows(other)));
    }
    for (String rule : List.of("equal", "count", "bytes")) {
      var together = new ArrayList<Row>();
      for (int part = 0; part < 3; part++) {
        together.addAll(rows(options("epochs", "3", "part", part + "/3", "part-rule", rule)));
      }
      assertEquals(expected, byEpochAndId(together), rule);
    }
    assertEquals(
        rows(options("shuffle", "true")), rows(options("shuffle", "true", "threads", "7")));
    long moved =
        expected.values().stream()
            .filter(row -> row.epoch() == 0)
            .filter(row -> !expected.get("1 " + row.id()).pixels().equals(row.pixels()))
            .count();
    assertTrue(moved > COUNT / 2, "other crops in other epochs: " + moved);
    assertNotEquals(rows(options()), rows(options("seed", "4")));
  }

  @Test
  void resetBeginsTheEpochsThatRepeatHas() throws IOException {
    List<Row> expected = rows(options("epochs", "3"));
    var rows = new ArrayList<Row>();
    try (ImageBatchReader reader = open(options())) {
      for (int epoch = 0; epoch < 3; epoch++) {
        while (reader.next()) {
          assertEquals(epoch, reader.epoch());
          addRows(reader.get(), rows);
        }
        assertFalse(reader.next());
        assertThrows(NoSuchElementException.class, reader::get);
        reader.reset();
      }
      assertEquals(expected, rows);
      assertTrue(reader.next());
      assertEquals(15, reader.get().number(), "batches are counted over all epochs");
      reader.reset(); // in the middle
      assertTrue(reader.next());
      assertEquals(4, reader.epoch());
    }
  }

  @Test
  void tailsAreFilledUpLeftOutOrShort() throws IOException {
    record Last(int batches, int rows, int pad, List<Long> ids) {}
    Map<String, Last> expected =
        Map.of(
            "emit", new Last(5, 3, 0, List.of(20L, 21L, 22L)),
            "drop", new Last(4, 5, 0, List.of(15L, 16L, 17L, 18L, 19L)),
            "pad", new Last(5, 5, 2, List.of(20L, 21L, 22L, 22L, 22L)),
            "wrap", new Last(5, 5, 2, List.of(20L, 21L, 22L, 0L, 1L)));
    Map<String, Row> all = byEpochAndId(rows(options("epochs", "2")));
    for (String tail : expected.keySet()) {
      try (ImageBatchReader reader = open(options("tail", tail, "epochs", "2"))) {
        for (int epoch = 0; epoch < 2; epoch++) {
          Last last = expected.get(tail);
          for (int i = 0; i < last.batches(); i++) {
            assertTrue(reader.next(), tail);
            ImageBatch batch = reader.get();
            assertEquals(epoch, batch.epoch());
            boolean end = i == last.batches() - 1;
            assertEquals(end ? last.rows() : 5, batch.rows(), tail);
            assertEquals(end ? last.pad() : 0, batch.pad(), tail);
            var rows = new ArrayList<Row>();
            addRows(batch, batch.rows(), rows);
            rows.forEach(row -> assertEquals(all.get(row.epoch() + " " + row.id()), row, tail));
            if (end) {
              assertArrayEquals(
                  last.ids().stream().mapToLong(k -> ImageFiles.id(k.intValue())).toArray(),
                  batch.ids());
            }
          }
        }
        assertFalse(reader.next());
      }
    }
  }

  @Test
  void anEpochMayHaveFewerImagesThanABatch() throws IOException {
    for (String tail : List.of("wrap", "pad", "emit", "drop")) {
      try (ImageBatchReader reader = open(options("tail", tail, "batch-size", "60"))) {
        assertEquals(!tail.equals("drop"), reader.next());
        if (!tail.equals("drop")) {
          ImageBatch batch = reader.get();
          assertEquals(tail.equals("emit") ? COUNT : 60, batch.rows());
          assertEquals(tail.equals("emit") ? 0 : 60 - COUNT, batch.pad());
          if (tail.equals("wrap")) {
            assertEquals(batch.id(3), batch.id(3 + 2 * COUNT));
          }
          assertFalse(reader.next());
        }
      }
    }
  }

  @Test
  void aRunGoesOnAfterEveryBatch() throws IOException {
    ImageBatchOptions wrap = options("tail", "wrap", "shuffle", "true", "epochs", "2");
    var batches = new ArrayList<List<Row>>();
    var states = new ArrayList<String>();
    try (ImageBatchReader reader = open(wrap)) {
      states.add(reader.state().toString());
      while (reader.next()) {
        var rows = new ArrayList<Row>();
        addRows(reader.get(), reader.get().rows(), rows);
        batches.add(rows);
        states.add(reader.state().toString());
      }
    }
    assertEquals(10, batches.size());
    for (int stop = 0; stop < states.size(); stop++) {
      var left = new ArrayList<List<Row>>();
      try (ImageBatchReader reader = open(wrap)) {
        reader.restore(ReaderState.parse(states.get(stop)));
        while (reader.next()) {
          var rows = new ArrayList<Row>();
          addRows(reader.get(), reader.get().rows(), rows);
          left.add(rows);
        }
      }
      assertEquals(batches.subList(stop, 10), left, "after " + stop);
    }
    for (String shuffle : List.of("true", "false")) {
      String state;
      try (ImageBatchReader reader = open(options("shuffle", shuffle))) {
        state = reader.state().toString();
      }
      try (ImageBatchReader reader = open(options("shuffle", shuffle, "seed", "4"))) {
        assertThrows(
            InvalidSettingException.class, () -> reader.restore(ReaderState.parse(state)), shuffle);
      }
    }
  }

  @Test
  void workersShareAnEpochAndWhatIsLeftOfIt() throws IOException {
    Map<String, Row> expected = byEpochAndId(rows(options("shuffle", "true")));
    var rows = new ArrayList<Row>();
    var states = new ArrayList<ReaderState>();
    for (int worker = 0; worker < 2; worker++) {
      Configuration conf = conf();
      ReaderConf.SHARD.set(conf, worker + "/2");
      try (var reader = ImageBatchReader.open(conf, input, options("shuffle", "true"))) {
        for (int i = 0; i <= worker; i++) {
          assertTrue(reader.next());
          addRows(reader.get(), rows);
        }
        states.add(reader.state());
      }
    }
    for (int worker = 0; worker < 3; worker++) {
      Configuration conf = conf();
      ReaderConf.SHARD.set(conf, worker + "/3");
      ImageBatchOptions others = options("shuffle", "true", "batch-size", "2", "threads", "1");
      try (var reader = ImageBatchReader.open(conf, input, others)) {
        reader.restore(ReaderState.of(states));
        while (reader.next()) {
          addRows(reader.get(), rows);
        }
      }
    }
    assertEquals(expected, byEpochAndId(rows));
  }

  @Test
  void buffersAreUsedAgainAndRetainedOnesKept() throws IOException {
    try (ImageBatchReader reader =
        open(options("batch-size", "1", "epochs", "20", "prefetch", "3"))) {
      var kept = new ArrayList<ImageBatch>();
      var before = new ArrayList<Row>();
      for (int i = 0; i < 4; i++) {
        assertTrue(reader.next());
        kept.add(reader.get().retain());
        addRows(reader.get(), before);
      }
      ImageBatch passed = reader.get();
      int most = 0;
      int batches = 4;
      while (reader.next()) {
        most = Math.max(most, reader.allocated());
        batches++;
      }
      assertEquals(20 * COUNT, batches);
      assertTrue(most <= 4 + 3 + 3, "buffers: " + most);
      assertTrue(kept.contains(passed));
      var after = new ArrayList<Row>();
      kept.forEach(batch -> addRows(batch, after));
      assertEquals(before, after, "retained batches do not change");
      kept.forEach(ImageBatch::close);
      kept.forEach(ImageBatch::close);
      assertThrows(IllegalStateException.class, passed::data);
      assertThrows(IllegalStateException.class, () -> passed.id(0));
      assertThrows(IllegalStateException.class, passed::retain);
    }
  }

  @Test
  void aBatchThatIsNotRetainedIsGivenBackByTheNextOne() throws IOException {
    try (ImageBatchReader reader = open(options())) {
      assertTrue(reader.next());
      ImageBatch first = reader.get();
      first.close(); // does nothing
      assertEquals(5, first.rows());
      assertTrue(first.data().isDirect() && first.labels().isDirect());
      assertThrows(IllegalStateException.class, first::floats);
      for (int i = 0; i < 4; i++) {
        assertTrue(reader.next());
      }
      assertFalse(reader.next());
      assertThrows(IllegalStateException.class, first::data);
    }
  }

  @Test
  void shapesAndSchemaFollowTheLayout() throws IOException {
    try (ImageBatchReader reader = open(options("layout", "nhwc", "dtype", "float32"))) {
      assertEquals(
          "data=float32[-1,6,7,3]:NHWC, label=float32[-1,1], id=uint64[-1]",
          reader.schema().toString());
      assertTrue(reader.next());
      assertArrayEquals(new int[] {5, 6, 7, 3}, reader.get().shape());
      assertEquals(5 * 6 * 7 * 3, reader.get().floats().remaining());
      assertEquals(5, reader.get().labels().remaining());
    }
    try (ImageBatchReader reader = open(options())) {
      assertEquals(
          "data=uint8[-1,3,6,7]:NCHW, label=float32[-1,1], id=uint64[-1]",
          reader.schema().toString());
    }
  }

  @Test
  void closingInTheMiddleEndsAllThreads() throws Exception {
    for (int read = 0; read < 4; read++) {
      ImageBatchReader reader = open(options("batch-size", "1", "epochs", "inf", "prefetch", "2"));
      for (int i = 0; i < read; i++) {
        assertTrue(reader.next());
      }
      reader.close();
      reader.close();
      assertThrows(IllegalStateException.class, reader::next);
      noThreadIsLeft();
    }
  }

  @Test
  void anInterruptedConsumerCanGoOn() throws IOException {
    List<Row> expected = rows(options("epochs", "2"));
    var rows = new ArrayList<Row>();
    try (ImageBatchReader reader = open(options("epochs", "2"))) {
      int interrupted = 0;
      while (true) {
        try {
          if (rows.size() % 10 == 0 && interrupted++ % 2 == 0) {
            Thread.currentThread().interrupt();
          }
          if (!reader.next()) {
            break;
          }
          addRows(reader.get(), rows);
        } catch (InterruptedIOException e) {
          assertTrue(Thread.interrupted());
        }
        Thread.interrupted();
      }
    }
    assertEquals(expected, rows);
  }

  @Test
  void idsAreDistinctAndAllThere() throws IOException {
    var ids = new TreeSet<Long>();
    rows(options("shuffle", "true")).forEach(row -> ids.add(row.id()));
    var expected = new TreeMap<Long, Integer>();
    for (int i = 0; i < COUNT; i++) {
      expected.put(ImageFiles.id(i), i);
    }
    assertEquals(expected.keySet(), ids);
    long[] order = rows(options("shuffle", "true")).stream().mapToLong(Row::id).toArray();
    assertFalse(Arrays.equals(order, ids.stream().mapToLong(Long::longValue).toArray()));
  }
}
