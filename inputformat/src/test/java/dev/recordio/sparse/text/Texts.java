// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.ParseRule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;

/** Text fixtures, and rows in a form to compare. Names are relative to the folder of fixtures. */
public final class Texts {
  private Texts() {}

  /** Returns the bytes of a fixture. */
  public static byte[] bytes(String name) {
    try (InputStream in = Texts.class.getResourceAsStream("/fixtures/" + name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the names of a folder's texts with a prefix, sorted. */
  public static List<String> names(String folder, String prefix) {
    try {
      URI uri = Texts.class.getResource("/fixtures/" + folder).toURI();
      try (FileSystem jar = uri.getScheme().equals("jar") ? jar(uri) : null;
          Stream<Path> files = Files.list(Path.of(uri))) {
        return files
            .map(file -> file.getFileName().toString())
            .filter(name -> name.startsWith(prefix) && name.matches(".*\\.(txt|csv|libsvm)"))
            .map(name -> folder + "/" + name)
            .sorted()
            .toList();
      }
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static FileSystem jar(URI uri) throws IOException {
    return FileSystems.newFileSystem(uri, Map.of());
  }

  /** Parses a whole fixture of LibSVM text, strictly, with indices from 0. */
  public static CsrBlock parse(String name) throws MalformedRecordException {
    return parse(libSvm(ParseMode.STRICT), bytes(name));
  }

  /** Parses a whole file. */
  static CsrBlock parse(LineParser parser, byte[] text) throws MalformedRecordException {
    CsrBlock block = new CsrBlock();
    parser.parse(Arrays.copyOf(text, text.length + 16), 0, text.length, 0, 1, block);
    return block;
  }

  static CsrBlock parse(LineParser parser, String text) throws MalformedRecordException {
    return parse(parser, text.getBytes(StandardCharsets.ISO_8859_1));
  }

  static LineParser libSvm(ParseMode mode) {
    return TextFormats.libSvm(new TextOptions(mode, 0));
  }

  static LineParser libFm(ParseMode mode) {
    return TextFormats.libFm(new TextOptions(mode, 0));
  }

  /**
   * A row for comparison.
   *
   * @param entries {@code [field:]index}
   */
  record Row(float label, float weight, long qid, List<String> entries, List<Float> values) {
    /** Whether all numbers differ by at most some units in the last place. */
    boolean near(Row other, int ulps) {
      boolean near =
          qid == other.qid
              && entries.equals(other.entries)
              && near(label, other.label, ulps)
              && near(weight, other.weight, ulps);
      for (int i = 0; near && i < values.size(); i++) {
        near = near(values.get(i), other.values.get(i), ulps);
      }
      return near;
    }

    private static boolean near(float a, float b, int ulps) {
      int difference = Math.abs(Float.floatToIntBits(a) - Float.floatToIntBits(b));
      return a == b || difference >= 0 && difference <= ulps;
    }
  }

  /** Returns the rows of a block. */
  static List<Row> rows(CsrBlock block) {
    List<Row> rows = new ArrayList<>();
    for (int r = 0; r < block.rows(); r++) {
      List<String> entries = new ArrayList<>();
      List<Float> values = new ArrayList<>();
      for (int i = block.offset(r); i < block.offset(r + 1); i++) {
        String field = block.hasField() ? Integer.toUnsignedString(block.fields()[i]) + ":" : "";
        entries.add(field + Long.toUnsignedString(block.index(i)));
        values.add(block.values()[i]);
      }
      rows.add(new Row(block.labels()[r], block.weights()[r], block.qids()[r], entries, values));
    }
    return rows;
  }

  /** Returns the rows of a {@code .csr} table; a last line that begins with ERROR is none. */
  static List<Row> expected(String csr) {
    return lines(csr).filter(line -> !line.startsWith("ERROR")).map(Texts::row).toList();
  }

  /** Whether a {@code .csr} table ends with an error. */
  static boolean isError(String csr) {
    return lines(csr).anyMatch(line -> line.startsWith("ERROR"));
  }

  private static Stream<String> lines(String csr) {
    return new String(bytes(csr), StandardCharsets.UTF_8).lines();
  }

  private static Row row(String line) {
    String[] cells = line.split("\t", -1);
    List<String> entries = new ArrayList<>();
    List<Float> values = new ArrayList<>();
    for (String entry : cells[4].isEmpty() ? new String[0] : cells[4].split(" ")) {
      int colon = entry.lastIndexOf(':');
      entries.add(entry.substring(0, colon));
      values.add(number(entry.substring(colon + 1)));
    }
    long qid = cells[2].equals("-") ? 0 : Long.parseUnsignedLong(cells[2]);
    return new Row(number(cells[0]), number(cells[1]), qid, entries, values);
  }

  private static float number(String hex) {
    return hex.equals("-") ? 1 : Float.intBitsToFloat(Integer.parseUnsignedInt(hex, 16));
  }

  /** Returns numbers as 64-bit little-endian bytes. */
  static byte[] longs(int count, IntToLongFunction number) {
    ByteBuffer out = ByteBuffer.allocate(8 * count).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      out.putLong(number.applyAsLong(i));
    }
    return out.array();
  }

  /** Returns the first numbers as 32-bit little-endian bytes. */
  static byte[] floats(int count, float[] numbers) {
    ByteBuffer out = ByteBuffer.allocate(4 * count).order(ByteOrder.LITTLE_ENDIAN);
    out.asFloatBuffer().put(numbers, 0, count);
    return out.array();
  }

  /** Returns the counts of rules as {@code name=count}, without zeros and notes. */
  static String faults(LineParser parser) {
    StringBuilder out = new StringBuilder();
    for (ParseRule rule : ParseRule.values()) {
      long count = parser.counters().get(rule);
      if (count != 0 && !rule.isNote()) {
        out.append(out.length() == 0 ? "" : " ").append(rule.title()).append('=').append(count);
      }
    }
    return out.toString().toLowerCase(Locale.ROOT);
  }
}
