// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.loop;

import dev.recordio.bench.data.RowSums;
import dev.recordio.bench.data.RowText;
import dev.recordio.bench.peer.MlUtilsLine;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.text.LineParser;
import dev.recordio.sparse.text.TextFormats;
import dev.recordio.sparse.text.TextOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Parsing a chunk of LibSVM text in memory, compared with {@code String.split}. */
@State(Scope.Thread)
public class ParserLoop {
  /** The shape of the text. */
  @Param({"AGARICUS", "RCV1", "RANKING"})
  public RowText text;

  private final CsrBlock block = new CsrBlock();
  private byte[] chunk;
  private int length;
  private String[] lines;

  /** Makes the text. */
  @Setup
  public void setUp() throws IOException {
    var out = new ByteArrayOutputStream();
    text.write(out, Chunks.BYTES, 1);
    length = out.size();
    chunk = Arrays.copyOf(out.toByteArray(), length + LineParser.SLACK);
    lines = out.toString(StandardCharsets.US_ASCII).split("\n");
  }

  /** Parses the bytes. */
  @Benchmark
  public CsrBlock parser() throws MalformedRecordException {
    block.clear();
    TextFormats.libSvm(new TextOptions(ParseMode.STRICT, 0)).parse(chunk, 0, length, 0, 1, block);
    return block;
  }

  /** Splits lines that are Strings already. */
  @Benchmark
  public RowSums split() {
    var sums = new long[RowSums.COUNT];
    for (String line : lines) {
      MlUtilsLine.of(line).addTo(sums);
    }
    return RowSums.of(sums);
  }
}
