// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The hex dumps of FORMAT.md. A dump is a fenced block of one of six kinds; its lines are {@code
 * name: value} or {@code OFFSET bytes}, both with an optional {@code # comment}.
 */
public final class DocumentDumps {
  static final List<String> KINDS = List.of("recordio", "image", "idx", "ridx", "damaged", "store");

  private static final HexFormat HEX = HexFormat.of();

  private DocumentDumps() {}

  /** A line {@code name: value}. */
  public record Field(String name, String value) {}

  /**
   * A block.
   *
   * @param line the number of its first line in the document
   * @param bytes what the hex lines show
   */
  public record Dump(String kind, int line, List<Field> fields, byte[] bytes) {
    /** Returns the values of all lines {@code name: value}, in order. */
    public List<String> all(String name) {
      return fields.stream().filter(f -> f.name.equals(name)).map(Field::value).toList();
    }

    /** Returns the value of the only line {@code name: value}. */
    public String one(String name) {
      List<String> values = all(name);
      if (values.size() != 1) {
        throw new IllegalStateException(this + ": " + values.size() + " lines of " + name);
      }
      return values.get(0);
    }

    @Override
    public String toString() {
      return "FORMAT.md, line " + line;
    }
  }

  /** Returns all dumps of the document. */
  public static List<Dump> read() throws IOException {
    Path document = Path.of(System.getProperty("basedir", "."), "..", "docs", "FORMAT.md");
    List<String> lines = Files.readAllLines(document);
    var dumps = new ArrayList<Dump>();
    for (int i = 0; i < lines.size(); i++) {
      String kind = lines.get(i).startsWith("```") ? lines.get(i).substring(3).strip() : "";
      if (KINDS.contains(kind)) {
        int first = i + 1;
        do {
          i++;
        } while (!lines.get(i).startsWith("```"));
        dumps.add(parse(kind, first, lines.subList(first, i)));
      }
    }
    return dumps;
  }

  private static Dump parse(String kind, int first, List<String> lines) {
    var fields = new ArrayList<Field>();
    var bytes = new ByteArrayOutputStream();
    for (String commented : lines) {
      String line = commented.split("#", 2)[0].strip();
      int colon = line.indexOf(':');
      if (line.matches("[a-z0-9]+:.*")) {
        fields.add(new Field(line.substring(0, colon), line.substring(colon + 1).strip()));
      } else if (!line.isEmpty()) {
        String[] halves = line.split("  ", 2);
        if (HexFormat.fromHexDigits(halves[0]) != bytes.size()) {
          throw new IllegalStateException(
              "FORMAT.md, block at line " + first + ": " + line + " is at " + bytes.size());
        }
        bytes.writeBytes(hex(halves[1]));
      }
    }
    return new Dump(kind, first, fields, bytes.toByteArray());
  }

  /** Returns the bytes of hex digits with any blanks between them. */
  static byte[] hex(String text) {
    return HEX.parseHex(text.replaceAll("\\s+", ""));
  }
}
