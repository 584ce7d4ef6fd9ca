// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.input.InputRange;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.IndexType;
import dev.recordio.sparse.layout.RowBlockEncoder;
import dev.recordio.sparse.layout.ShardShape;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.RowText;
import dev.recordio.testing.Supports;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.bzip2.CBZip2OutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of rows: uncompressed and compressed text, row blocks; cut into ranges and parts. */
@Supports(row = "read LibSVM, LibFM, CSV, row blocks, formats of your own", engine = "MapReduce")
public abstract class AbstractRowInputsTest implements FileSystemUnderTest {
  private Path compress(String name, byte[] plain) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (OutputStream out =
        new CompressionCodecFactory(conf()).getCodec(new Path(name)).createOutputStream(bytes)) {
      out.write(plain);
    }
    return write(name, bytes.toByteArray());
  }

  private long length(Path file) throws IOException {
    return fs().getFileStatus(file).getLen();
  }

  private static List<String> rows(Configuration conf, List<InputRange> ranges) throws IOException {
    var rows = new ArrayList<String>();
    var block = new CsrBlock();
    try (RowReader reader = RowInputs.open(conf, ranges)) {
      float progress = reader.progress();
      while (reader.next(block)) {
        rows.addAll(RowText.of(block));
        assertTrue(reader.progress() >= progress && reader.progress() <= 1);
        progress = reader.progress();
      }
      assertEquals(1, reader.progress());
    }
    return rows;
  }

  private static List<String> rows(Configuration conf, Path file, long start, long end)
      throws IOException {
    return rows(conf, List.of(new InputRange(file, start, end - start)));
  }

  /** Lines whose text does not repeat, so that bzip2 makes several blocks of them. */
  private static byte[] manyBlocks() {
    var random = new Random(5);
    var text = new StringBuilder();
    for (int row = 0; row < 12_000; row++) {
      text.append(row).append(' ').append(random.nextInt(1 << 20)).append(':');
      text.append(random.nextInt(1 << 20)).append(row % 7 == 0 ? "\r\n" : "\n");
      text.append(row % 1000 == 0 ? "\n\n" : "");
    }
    return text.toString().getBytes(US_ASCII);
  }

  @Tag("hdfs")
  @Test
  void bzip2GivesEachLineOnceWhereverItIsCut() throws Exception {
    byte[] plain = manyBlocks();
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(new byte[] {'B', 'Z'}); // which the codec adds to this stream
    try (var out = new CBZip2OutputStream(bytes, 1)) {
      out.write(plain);
    }
    byte[] packed = bytes.toByteArray();
    Path file = write("m.txt.bz2", packed);
    List<String> all = rows(conf(), write("m.txt", plain), 0, plain.length);
    assertEquals(all, rows(conf(), file, 0, packed.length));
    List<Integer> marks = marks(packed);
    assertEquals(3, marks.size());
    for (int mark : marks) {
      for (int cut = Math.max(1, mark - 9); cut <= mark + 9; cut++) {
        var both = new ArrayList<>(rows(conf(), file, 0, cut));
        both.addAll(rows(conf(), file, cut, packed.length));
        assertEquals(all, both, "cut at " + cut);
      }
    }
    List<FileStatus> files = RowInputs.list(conf(), List.of(file), null);
    for (int parts : new int[] {2, 3, 7, 50}) {
      var joined = new ArrayList<String>();
      for (List<InputRange> part : RowInputs.parts(conf(), files, parts)) {
        joined.addAll(rows(conf(), part));
      }
      assertEquals(all, joined, parts + " parts");
    }
  }

  /** Where blocks begin: the byte that holds the first bit of a mark. */
  private static List<Integer> marks(byte[] packed) {
    var marks = new ArrayList<Integer>();
    long word = 0;
    for (long bit = 0; bit < 8L * packed.length; bit++) {
      word = word << 1 & 0xFFFFFFFFFFFFL | packed[(int) (bit >> 3)] >> 7 - (bit & 7) & 1;
      if (word == 0x314159265359L) {
        marks.add((int) (bit - 47 >> 3));
      }
    }
    return marks;
  }

  @Test
  void invalidLineOfALaterRangeIsReportedWithWhatIsCounted() throws Exception {
    Path file = write("w.txt", "1 1:1\n0 2:1\nx 1:1\n".getBytes(US_ASCII));
    var e = assertThrows(MalformedRecordException.class, () -> rows(conf(), file, 3, 18));
    assertEquals("bad-label", e.what());
    assertEquals(file.toString(), e.path());
    assertEquals(12, e.offset());
    assertEquals(2, e.line());
    assertEquals("\"x\" (lines are counted from offset 3 on)", e.found());
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "bz2", "deflate"})
  void wholeCompressedFilesGiveTheRowsAndOffsetsOfTheUncompressedBytes(String suffix)
      throws Exception {
    byte[] plain = "1 1:1\n0 2:1\n".repeat(3000).getBytes(US_ASCII);
    plain[20_004] = 'x';
    Path file = compress("c.txt." + suffix, plain);
    Configuration conf = conf();
    conf.set("recordio.input.buffer-size", "4k");
    var e = assertThrows(MalformedRecordException.class, () -> rows(conf, file, 0, length(file)));
    assertEquals(20_004, e.offset(), e.getMessage());
    conf.set("libsvm.mode", "lenient");
    var ranges = List.of(new InputRange(file, 0, length(file)));
    try (RowReader reader = RowInputs.open(conf, ranges)) {
      var block = new CsrBlock();
      while (reader.next(block)) {
        int at = (int) block.positions()[0];
        assertTrue(at == 0 || plain[at - 1] == '\n', "a line begins there");
        assertEquals(file, reader.path());
        assertTrue(reader.bytesRead() <= length(file), "packed bytes are counted");
      }
      assertEquals(length(file), reader.bytesRead());
      assertEquals(6000, reader.lines());
    }
  }

  private void refusesPacked(String name, byte[] packed, int end) throws Exception {
    Path file = write(name, packed);
    var e = assertThrows(MalformedRecordException.class, () -> rows(conf(), file, 0, end));
    assertEquals("damaged compressed file", e.what(), e.getMessage());
    assertEquals(file.toString(), e.path());
    assertTrue(name.endsWith(".bz2") || e.expected().startsWith("data that "), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "bz2", "deflate"})
  void compressedFilesThatCannotBeUnpackedAreNamed(String suffix) throws Exception {
    Path whole = compress("whole.txt." + suffix, Arrays.copyOf(manyBlocks(), 5000));
    byte[] packed = new byte[(int) length(whole)];
    try (var in = fs().open(whole)) {
      in.readFully(packed);
    }
    int most = packed.length * 3 / 4;
    refusesPacked("cut.txt." + suffix, Arrays.copyOf(packed, most), most);
    refusesPacked("no.txt." + suffix, "1 1:1\n".getBytes(US_ASCII), 6);
    packed[packed.length / 2] ^= 0x55;
    refusesPacked("bits.txt." + suffix, packed, packed.length);
    if (suffix.equals("bz2")) {
      refusesPacked("half.txt.bz2", Arrays.copyOf(packed, most), most - 1);
      refusesPacked("blocks.txt.bz2", packed, packed.length - 1); // a part of the file
    }
  }

  @Tag("hdfs")
  @Test
  void fileThatCannotBeCutGoesToThePartOfItsFirstByte() throws Exception {
    String text = "1 1:1\n".repeat(100);
    Path plain = write("parts/a.txt", text.getBytes(US_ASCII));
    Path packed = compress("parts/b.txt.gz", text.getBytes(US_ASCII));
    List<FileStatus> files = RowInputs.list(conf(), List.of(path("parts")), null);
    int holders = 0;
    int rows = 0;
    for (List<InputRange> part : RowInputs.parts(conf(), files, 40)) {
      rows += rows(conf(), part).size();
      for (InputRange range : part) {
        holders += range.path().equals(packed) ? 1 : 0;
      }
    }
    assertEquals(1, holders);
    assertEquals(200, rows);
    assertEquals(600, length(plain));
  }

  @Tag("hdfs")
  @Test
  void partsOfTextAreLibdmlcs() throws Exception {
    Path file = write("p.txt", Fixtures.bytes("libsvm/ok-partitioned.txt"));
    List<FileStatus> files = RowInputs.list(conf(), List.of(file), null);
    var table = Fixtures.lines("libsvm/ok-partitioned.parts.tsv");
    for (String line : table.subList(1, table.size())) {
      String[] cells = line.split("\t", -1);
      int parts = Integer.parseInt(cells[0]);
      List<InputRange> part = RowInputs.parts(conf(), files, parts).get(Integer.parseInt(cells[1]));
      var labels = new StringBuilder();
      for (String row : rows(conf(), part)) {
        labels
            .append(labels.isEmpty() ? "" : ",")
            .append((int) Float.parseFloat(row.split(" ")[0]));
      }
      String expected = cells.length > 3 && !cells[3].equals("-") ? cells[3] : "";
      assertEquals(expected, labels.toString(), line);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a RecordIO file (row blocks in records are read with the format rowblock, SageMaker's with"
            + " sagemaker) |"
            + " 0A23D7CE08000000",
        "a binary DMatrix (XGBoost itself loads it) | 01ABFFFF00000000",
        "a gzip file (name it .gz and it is read through the codec) | 1F8B0800000000000000",
        "a ZIP archive, or NumPy's .npz (pack reads archives) | 504B030414000000",
        "a NumPy array | 934E554D50590100",
        "a Parquet file | 5041523115041500",
        "UTF-16 text (convert it to UTF-8) | FFFE3100200031003A00"
      })
  void wrongFileSaysWhatItIs(String row) throws Exception {
    String[] cells = row.split(" \\| ");
    Path file = write("wrong.txt", HexFormat.of().parseHex(cells[1]));
    var e = assertThrows(MalformedRecordException.class, () -> rows(conf(), file, 0, length(file)));
    assertEquals("not a text file", e.what());
    assertEquals(0, e.offset());
    assertEquals(file.toString(), e.path());
    assertTrue(e.found().endsWith(", the start of " + cells[0]), e.found());
  }

  @Test
  void wordsThatBeginLikeASignatureAreText() throws Exception {
    Configuration conf = conf();
    conf.set("libsvm.format", "csv");
    Path file = write("h.csv", "ORC,PAR1\n1,2\n".getBytes(US_ASCII));
    assertEquals(List.of("0.0 1.0 0 0:1.0 1:2.0"), rows(conf, file, 0, length(file)));
  }

  /** Records with one or two row blocks each. */
  private Path rowBlocks(IndexType type, int records) throws IOException {
    Path file = path("blocks-" + type + ".rec");
    try (var out = RecordFileWriter.create(conf(), file, null)) {
      for (int record = 0; record < records; record++) {
        var payload = new ByteArrayOutputStream();
        var encoder = new RowBlockEncoder(type);
        for (int i = 0; i <= record % 2; i++) {
          var block = new CsrBlock();
          for (int r = 0; r < 3; r++) {
            block.addRow(record);
            block.setQid(i);
            block.add(r, 0.5f * r);
          }
          encoder.write(
              CsrSource.of(block), ShardShape.of(CsrSource.of(block)), true, payload::write);
        }
        out.write(record, payload.toByteArray(), 0, payload.size());
      }
    }
    return file;
  }

  private Configuration rowBlockConf(String indexType) {
    Configuration conf = conf();
    conf.set("libsvm.format", "rowblock");
    conf.set("libsvm.arguments", "index_type=" + indexType);
    return conf;
  }

  @Test
  void rowBlocksInRecordsAreRowsWhereverTheyAreCut() throws Exception {
    for (IndexType type : IndexType.values()) {
      Configuration conf = rowBlockConf(type.name().toLowerCase(Locale.ROOT));
      Path file = rowBlocks(type, 20);
      List<FileStatus> files = RowInputs.list(conf, List.of(file), null);
      List<String> all = rows(conf, file, 0, length(file));
      assertEquals(90, all.size());
      assertEquals("19.0 1.0 1 2:1.0", all.get(89));
      for (int parts : new int[] {2, 7, 50}) {
        var joined = new ArrayList<String>();
        for (List<InputRange> part : RowInputs.parts(conf, files, parts)) {
          joined.addAll(rows(conf, part));
        }
        assertEquals(all, joined, parts + " parts");
      }
    }
  }

  @Test
  void invalidRowBlockIsReportedByItsOffsetInTheFile() throws Exception {
    Path file = rowBlocks(IndexType.UINT64, 4);
    var e =
        assertThrows(
            MalformedRecordException.class,
            () -> rows(rowBlockConf("uint32"), file, 0, length(file)));
    assertEquals(file.toString(), e.path());
    assertTrue(e.offset() > 8 && e.offset() < length(file), e.getMessage());
    assertTrue(e.getMessage().contains("index type"), e.getMessage());
    Configuration conf = rowBlockConf("uint64");
    conf.set("libsvm.features", "2");
    e = assertThrows(MalformedRecordException.class, () -> rows(conf, file, 0, length(file)));
    assertEquals("index-too-large", e.what());
    assertEquals("2", e.found());
  }
}
