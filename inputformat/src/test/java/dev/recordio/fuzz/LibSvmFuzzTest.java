// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.text.LineParser;
import dev.recordio.sparse.text.TextFormats;
import dev.recordio.sparse.text.TextOptions;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** LibSVM text gives the rows, counts and errors that a second parser gives. */
class LibSvmFuzzTest {
  private static final int BATCH = 50;
  private static final long[] MOST = {-1, -1, -1, 9, 1000, Integer.MAX_VALUE, 1L << 32};

  private final Fuzz fuzz = Fuzz.of(LibSvmFuzzTest.class);
  private final CsrBlock block = new CsrBlock();

  @Test
  void textsAreReadAsTheSecondParserReadsThem() throws IOException {
    fuzz.until("texts", 806_000, this::batch);
  }

  private void batch(SplittableRandom random) {
    for (int i = 0; i < BATCH; i++) {
      int kind = random.nextInt(5);
      ParseMode mode = kind < 2 ? ParseMode.STRICT : kind < 4 ? ParseMode.LENIENT : ParseMode.DMLC;
      int base = random.nextInt(2);
      long maxIndex = MOST[random.nextInt(MOST.length)];
      ReferenceText reference =
          mode == ParseMode.DMLC
              ? new ReferenceDmlc(base)
              : new ReferenceLibSvm(mode == ParseMode.STRICT, base, maxIndex);
      String text = OddLibSvm.text(random);
      long offset = random.nextInt(3) > 0 ? 0 : random.nextLong(1L << 40);
      long line = offset == 0 ? 1 : random.nextLong(1, 1L << 32);
      reference.parse(text, offset, line);
      LineParser parser = TextFormats.libSvm(new TextOptions(mode, base, maxIndex));
      String error = parse(parser, text, offset, line, random);
      check(reference, parser, error, mode, base, maxIndex, text);
      fuzz.count("texts " + mode.name().toLowerCase(Locale.ROOT), 1);
    }
    fuzz.count("texts", BATCH);
  }

  /** Parses a text with anything around it; returns the error, null if none. */
  private String parse(
      LineParser parser, String text, long offset, long line, SplittableRandom random) {
    int before = random.nextInt(9);
    int after = random.nextInt(40);
    byte[] bytes =
        ("1".repeat(before) + text + "3:4 ".repeat(after)).getBytes(StandardCharsets.ISO_8859_1);
    byte[] copy = bytes.clone();
    block.clear();
    String error = null;
    try {
      parser.parse(bytes, before, before + text.length(), offset, line, block);
    } catch (MalformedRecordException e) {
      error = e.what() + " at " + e.offset() + ", line " + e.line();
    }
    assertEquals(-1, Arrays.mismatch(copy, bytes), "the caller's bytes are as they were");
    return error;
  }

  private void check(
      ReferenceText reference,
      LineParser parser,
      String error,
      ParseMode mode,
      int base,
      long maxIndex,
      String text) {
    Supplier<String> where =
        () -> mode + ", base " + base + ", up to " + maxIndex + ": \"" + shown(text) + '"';
    assertEquals(reference.error, error, where);
    assertEquals(rows(reference), rows(block), where);
    fuzz.count("rows", block.rows());
    fuzz.count("errors", error == null ? 0 : 1);
    if (mode != ParseMode.DMLC) {
      Map<String, Long> counts = counts(parser);
      assertEquals(reference.counts, counts, where);
    }
  }

  private static String shown(String text) {
    return text.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t");
  }

  private static Map<String, Long> counts(LineParser parser) {
    var counts = new TreeMap<String, Long>();
    for (ParseRule rule : ParseRule.values()) {
      if (parser.counters().get(rule) > 0) {
        counts.put(rule.title(), parser.counters().get(rule));
      }
    }
    return counts;
  }

  private static List<String> rows(ReferenceText reference) {
    var rows = new ArrayList<String>();
    int one = Float.floatToRawIntBits(1);
    for (ReferenceText.Row row : reference.rows) {
      BigInteger qid = row.qid == null ? BigInteger.ZERO : row.qid.mod(ReferenceText.TWO_64);
      rows.add(
          describe(
              row.position, row.label, row.weight == null ? one : row.weight, qid, row.entries));
    }
    return rows;
  }

  private static List<String> rows(CsrBlock block) {
    var rows = new ArrayList<String>();
    for (int row = 0; row < block.rows(); row++) {
      var entries = new ArrayList<String>();
      for (int i = block.offset(row); i < block.offset(row + 1); i++) {
        int value = Float.floatToRawIntBits(block.values()[i]);
        entries.add(Long.toUnsignedString(block.index(i)) + ":" + Integer.toHexString(value));
      }
      rows.add(
          describe(
              block.positions()[row],
              Float.floatToRawIntBits(block.labels()[row]),
              Float.floatToRawIntBits(block.weights()[row]),
              new BigInteger(Long.toUnsignedString(block.qids()[row])),
              entries));
    }
    return rows;
  }

  private static String describe(
      long position, int label, int weight, BigInteger qid, List<String> entries) {
    return String.join(
        " ",
        Long.toString(position),
        Integer.toHexString(label),
        Integer.toHexString(weight),
        qid.toString(),
        entries.toString());
  }
}
