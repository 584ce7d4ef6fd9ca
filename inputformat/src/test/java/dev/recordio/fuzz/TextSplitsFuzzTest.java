// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.LocalFilesUnderTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.junit.jupiter.api.Test;

/** Text in splits at every offset: the rows of the splits are those of one reader of the whole. */
class TextSplitsFuzzTest implements LocalFilesUnderTest {
  private static final int[] BUFFERS = {16, 19, 33, 64, 200, 4096};

  private final Fuzz fuzz = Fuzz.of(TextSplitsFuzzTest.class);
  private final Configuration conf = LocalFiles.raw();

  @Override
  public Configuration conf() {
    return conf;
  }

  /**
   * A row.
   *
   * @param position where its line begins
   * @param numbers label, weight and query id, then field, index and value of each entry, as bits
   */
  private record Row(long position, List<Long> numbers) {}

  @Test
  void rowsOfSplitsAreThoseOfTheWhole() throws IOException {
    fuzz.until("splits of plain text", 202_000, this::plain);
  }

  @Test
  void rowsOfSplitsOfBzip2AreThoseOfTheWhole() throws IOException {
    fuzz.until("splits of bzip2", 2_000, this::bzip2);
  }

  private RandomText text(SplittableRandom random, int lines) {
    RandomText text = RandomText.of(random, lines);
    LibSvmConf.FORMAT.set(conf, text.format());
    LibSvmConf.ARGUMENTS.set(conf, text.arguments());
    RecordIOConf.INPUT_BUFFER_SIZE.set(conf, BUFFERS[random.nextInt(BUFFERS.length)]);
    fuzz.count("files of " + text.format(), 1);
    return text;
  }

  private void plain(SplittableRandom random) throws IOException {
    RandomText text = text(random, random.nextInt(10) == 0 ? 80 : 10);
    Path file = write("text", text.bytes());
    long length = text.text().length();
    List<Row> all = rows(file, 0, length);
    assertEquals(text.rows(), all.size(), text::toString);
    fuzz.count("rows", all.size());
    if (length < 400) {
      for (long cut = 0; cut <= length; cut++) {
        splits(text, file, all, 0, cut, length);
      }
    }
    for (int i = 0; i < 4; i++) {
      splits(text, file, all, RecordSplitsFuzzTest.cuts(random, length, 2 + random.nextInt(12)));
    }
  }

  private void splits(RandomText text, Path file, List<Row> all, long... cuts) throws IOException {
    for (int i = 1; i < cuts.length; i++) {
      long from = lineCut(text.text(), cuts[i - 1]);
      long to = cuts[i - 1] == cuts[i] ? from : lineCut(text.text(), cuts[i]);
      List<Row> expected =
          all.stream().filter(row -> row.position >= from && row.position < to).toList();
      List<Row> rows = rows(file, cuts[i - 1], cuts[i]);
      if (!rows.equals(expected)) {
        assertEquals(expected, rows, "split " + cuts[i - 1] + " to " + cuts[i] + " of " + text);
      }
      fuzz.count("splits of plain text", 1);
    }
  }

  /** Where an offset cuts a text: after the line ends that begin with the first one from there. */
  private static int lineCut(String text, long offset) {
    int at = (int) offset;
    if (at == 0) {
      return 0;
    }
    while (at < text.length() && "\r\n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    while (at < text.length() && "\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  /** A file of several streams, one after the other, cut where lines begin or anywhere. */
  private void bzip2(SplittableRandom random) throws IOException {
    RandomText text = text(random, 300);
    byte[] plain = text.bytes();
    var packed = new ByteArrayOutputStream();
    var codec = new BZip2Codec();
    codec.setConf(conf);
    long[] streams = RecordSplitsFuzzTest.cuts(random, plain.length, 1 + random.nextInt(6));
    for (int i = 1; i < streams.length; i++) {
      try (OutputStream out = codec.createOutputStream(packed)) {
        out.write(plain, (int) streams[i - 1], (int) (streams[i] - streams[i - 1]));
      }
    }
    Path file = write("text.bz2", packed.toByteArray());
    List<List<Long>> all = numbers(rows(file, 0, packed.size()));
    String streamed = "streams " + LongStream.of(streams).boxed().toList() + " of " + text;
    assertEquals(text.rows(), all.size(), streamed);
    for (int i = 0; i < 3; i++) {
      long[] cuts = RecordSplitsFuzzTest.cuts(random, packed.size(), 2 + random.nextInt(6));
      var joined = new ArrayList<Row>();
      for (int range = 1; range < cuts.length; range++) {
        joined.addAll(rows(file, cuts[range - 1], cuts[range]));
        fuzz.count("splits of bzip2", 1);
      }
      assertEquals(
          all,
          numbers(joined),
          () -> "ranges " + LongStream.of(cuts).boxed().toList() + ", " + streamed);
    }
  }

  private static List<List<Long>> numbers(List<Row> rows) {
    return rows.stream().map(Row::numbers).toList();
  }

  private List<Row> rows(Path file, long start, long end) throws IOException {
    var rows = new ArrayList<Row>();
    var block = new CsrBlock();
    var range = new InputRange(file, start, end - start);
    try (RowReader reader = RowInputs.open(conf, List.of(range))) {
      while (reader.next(block)) {
        for (int row = 0; row < block.rows(); row++) {
          rows.add(row(block, row));
        }
      }
    }
    return rows;
  }

  private static Row row(CsrBlock block, int row) {
    var numbers = new ArrayList<Long>();
    numbers.add((long) Float.floatToRawIntBits(block.labels()[row]));
    numbers.add((long) Float.floatToRawIntBits(block.weights()[row]));
    numbers.add(block.qids()[row]);
    for (int entry = block.offset(row); entry < block.offset(row + 1); entry++) {
      numbers.add(block.hasField() ? (long) block.fields()[entry] : 0L);
      numbers.add(block.index(entry));
      numbers.add((long) Float.floatToRawIntBits(block.values()[entry]));
    }
    return new Row(block.positions()[row], numbers);
  }
}
