// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.IndexType;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.layout.RowBlockDecoder;
import dev.recordio.sparse.layout.RowBlockEncoder;
import dev.recordio.sparse.layout.ShardShape;
import dev.recordio.sparse.text.CsvOptions;
import dev.recordio.sparse.text.LineParser;
import dev.recordio.sparse.text.TextFormats;
import dev.recordio.sparse.text.TextOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rows of text in each format and mode, and blocks of rows. */
class TextByteFuzzTest extends ByteFuzzTest {
  private final CsrBlock block = new CsrBlock();

  @Override
  protected List<ByteTarget> targets() {
    var targets = new ArrayList<ByteTarget>();
    for (ParseMode mode : ParseMode.values()) {
      for (String format : List.of("libsvm", "libfm", "csv")) {
        String name = format + "-" + mode.name().toLowerCase(Locale.ROOT);
        targets.add(
            ByteTarget.of(name, 200_000, bytes -> text(bytes, format, mode)).corpus(format));
      }
    }
    for (IndexType type : IndexType.values()) {
      targets.add(
          ByteTarget.of(
              "row-block-" + type.name().toLowerCase(Locale.ROOT),
              300_000,
              bytes -> rowBlock(bytes, type)));
    }
    return targets;
  }

  /** Text in one piece, and in two that are cut after a line, gives the same. */
  private void text(byte[] bytes, String format, ParseMode mode) throws MalformedRecordException {
    int base = bytes.length % 2;
    LineParser parser = parser(format, mode, base);
    String whole;
    try {
      block.clear();
      parser.parse(bytes, 0, bytes.length, 0, 1, block);
      whole = rows();
    } catch (MalformedRecordException e) {
      assertTrue(e.offset() >= 0 && e.offset() <= bytes.length, e.getMessage());
      rows();
      throw e;
    }
    if (mode == ParseMode.DMLC) {
      return; // what libdmlc reads depends on where its chunks end
    }
    int cut = bytes.length / 2;
    while (cut > 0 && bytes[cut - 1] != '\n') {
      cut--;
    }
    parser = parser(format, mode, base);
    block.clear();
    long lines = parser.parse(bytes, 0, cut, 0, 1, block);
    parser.parse(bytes, cut, bytes.length, cut, 1 + lines, block);
    assertEquals(whole, rows());
  }

  /** Returns a parser without looking for formats in all jars, as their names would. */
  private static LineParser parser(String format, ParseMode mode, int base) {
    var options = new TextOptions(mode, base);
    return switch (format) {
      case "libsvm" -> TextFormats.libSvm(options);
      case "libfm" -> TextFormats.libFm(options);
      default -> TextFormats.csv(new CsvOptions(mode, 0, -1, ',', CsvOptions.Header.AUTO));
    };
  }

  private String rows() {
    var text = new StringBuilder();
    for (int row = 0; row < block.rows(); row++) {
      text.append(Float.floatToRawIntBits(block.labels()[row]));
      for (int i = block.offset(row); i < block.offset(row + 1); i++) {
        text.append(' ').append(block.index(i)).append(':');
        text.append(Float.floatToRawIntBits(block.values()[i]));
      }
      text.append('\n');
    }
    return text.toString();
  }

  /** A block that is read, and written again, is read as the same. */
  private void rowBlock(byte[] bytes, IndexType type) throws IOException {
    var decoder = new RowBlockDecoder(type);
    decoder.begin(bytes, 0, bytes.length);
    while (decoder.next(block)) {
      String rows = rows();
      var out = new ByteArrayOutputStream();
      CsrSource source = CsrSource.of(block);
      new RowBlockEncoder(type).write(source, ShardShape.of(source), false, out::write);
      var again = new RowBlockDecoder(type);
      again.begin(out.toByteArray(), 0, out.size());
      again.next(block);
      assertEquals(rows, rows());
    }
  }
}
