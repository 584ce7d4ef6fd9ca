// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.list;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.bytes.Excerpt;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.Notes;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.error.Printable;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The format of a list of files with labels. Lines of other formats than im2rec's become lines of
 * im2rec's ({@link #line}), which one parser reads; their keys count the entries from 0.
 *
 * <ul>
 *   <li>im2rec: {@code key TAB label[ TAB label...] TAB path}
 *   <li>face2rec: {@code aligned TAB path TAB label}; what follows the label is not read, and a
 *       face that is not aligned is an error
 *   <li>caffe: {@code path label}, cut at the last blank
 *   <li>csv: a header with names of columns, then rows; quotes as in RFC 4180
 *   <li>json: an object a line
 * </ul>
 */
final class ListFormat {
  private enum Kind {
    IM2REC("an im2rec list"),
    FACE2REC("a face2rec list (aligned, path, label)"),
    CAFFE("a Caffe list (path label)"),
    CSV("a CSV table"),
    JSON("JSON lines");

    private final String title;

    Kind(String title) {
      this.title = title;
    }
  }

  /** By how many lines a format is recognised. */
  private static final int LINES = 20;

  /** Names of the column with the path, the first that is there. */
  private static final List<String> PATHS =
      List.of("path", "file", "filename", "file_name", "image", "image_path", "img_path");

  private static final byte[] NO_ENTRY = {};

  private static final String WHAT = "malformed list line";

  private final Kind kind;
  private final String pathField; // empty: one of PATHS
  private final List<String> labelFields = new ArrayList<>();
  private final Map<String, Integer> classes;
  private final ObjectMapper json; // null for other formats
  private List<String> header; // of CSV
  private int pathColumn;
  private int[] labelColumns;
  private long next;

  /**
   * Recognises the format of a list by its first lines, unless the configuration has it.
   *
   * @param head the first bytes of the list
   * @param key of the first entry, where lines have none
   * @param classes the labels that names of classes mean
   */
  ListFormat(Configuration conf, Path list, byte[] head, long key, Map<String, Integer> classes) {
    this.classes = classes;
    String wanted = PackConf.LIST_FORMAT.get(conf);
    boolean auto = wanted.equals("auto");
    kind = auto ? recognised(lines(head)) : Kind.valueOf(wanted.toUpperCase(Locale.ROOT));
    if (auto && kind != Kind.IM2REC) {
      Notes.say(
          Printable.of(list.toString())
              + " is taken for "
              + kind.title
              + ", by its first lines; --list-format im2rec|face2rec|caffe|csv|json says otherwise");
    }
    json = kind == Kind.JSON ? new ObjectMapper() : null;
    next = key;
    String path = "";
    for (String field : PackConf.LIST_FIELD.get(conf).split(",")) {
      if (field.startsWith("path=")) {
        path = field.substring("path=".length());
      } else if (field.startsWith("label=")) {
        labelFields.add(field.substring("label=".length()));
      }
    }
    pathField = path;
  }

  private static List<String> lines(byte[] head) {
    String text = new String(head, StandardCharsets.UTF_8).replace("\uFEFF", "");
    List<String> lines = text.lines().filter(line -> !line.isBlank()).limit(LINES + 1L).toList();
    return lines.size() > 1 ? lines.subList(0, lines.size() - 1) : lines; // the last may be cut
  }

  private static Kind recognised(List<String> lines) {
    if (lines.isEmpty()) {
      return Kind.IM2REC;
    }
    if (lines.get(0).stripLeading().startsWith("{")) {
      return Kind.JSON;
    }
    if (lines.stream().allMatch(ListFormat::isFace)) {
      return Kind.FACE2REC;
    }
    if (lines.stream().anyMatch(line -> line.indexOf('\t') != line.lastIndexOf('\t'))) {
      return Kind.IM2REC;
    }
    List<String> names = cells(lines.get(0));
    boolean header =
        names != null
            && names.size() > 1
            && names.stream().noneMatch(name -> isNumber(name) || name.matches(".*[./\\\\].*"));
    if (header) {
      return Kind.CSV;
    }
    return lines.stream().allMatch(line -> cut(line) > 0) ? Kind.CAFFE : Kind.IM2REC;
  }

  private static boolean isFace(String line) {
    String[] fields = line.split("\t");
    return fields.length >= 3
        && fields[0].matches("[01]")
        && !isNumber(fields[1])
        && fields[2].matches("-?\\d+")
        && isNumber(fields[fields.length - 1]);
  }

  private static boolean isNumber(String text) {
    return text.strip().matches("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");
  }

  /** Returns where the label of a line of Caffe's begins; -1 when it has none. */
  private static int cut(String line) {
    String text = line.stripTrailing();
    int blank = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t'));
    boolean whole = blank > 0 && !text.substring(0, blank).isBlank();
    return whole && isNumber(text.substring(blank + 1)) ? blank + 1 : -1;
  }

  /** Whether lines are im2rec's as they are. */
  boolean isIm2rec() {
    return kind == Kind.IM2REC;
  }

  /** Returns the key of the next entry. */
  long next() {
    return next;
  }

  /**
   * Returns a line as im2rec writes it, without a terminator; no bytes when it is blank or a
   * header.
   *
   * @throws MalformedRecordException for a line that is not an entry
   */
  byte[] line(byte[] bytes, int length, long offset, long number) throws MalformedRecordException {
    String text;
    try {
      ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
      text = StandardCharsets.UTF_8.newDecoder().decode(buffer).toString().stripTrailing();
    } catch (CharacterCodingException e) {
      throw malformed(offset, number, "a line in UTF-8", Excerpt.of(bytes, 0, length));
    }
    text = offset == 0 && text.startsWith("\uFEFF") ? text.substring(1) : text;
    if (text.isBlank()) {
      return NO_ENTRY;
    }
    var entry = new Entry(text, offset, number);
    switch (kind) {
      case FACE2REC -> entry.face();
      case CAFFE -> entry.caffe();
      case CSV -> {
        if (header == null) {
          header(text, offset, number);
          return NO_ENTRY;
        }
        entry.csv();
      }
      default -> entry.json();
    }
    byte[] line = entry.line().getBytes(StandardCharsets.UTF_8);
    next++;
    return line;
  }

  private static MalformedRecordException malformed(
      long offset, long number, String expected, String found) {
    return new MalformedRecordException(WHAT, null, offset, number, expected, found);
  }

  private void header(String text, long offset, long number) throws MalformedRecordException {
    header = cells(text);
    if (header == null) {
      throw malformed(offset, number, "a header with closed quotes", Excerpt.of(text));
    }
    String path = pathField.isEmpty() ? firstOf(PATHS, header) : pathField;
    pathColumn = path.isEmpty() ? 0 : header.indexOf(path);
    var labels = new ArrayList<Integer>();
    boolean plain = labelFields.isEmpty() && header.stream().noneMatch(ListFormat::isLabel);
    for (int column = 0; column < header.size(); column++) {
      String name = header.get(column);
      boolean wanted = labelFields.isEmpty() ? plain || isLabel(name) : labelFields.contains(name);
      if (wanted && column != pathColumn) {
        labels.add(column);
      }
    }
    if (pathColumn < 0 || labels.isEmpty() || labels.size() < labelFields.size()) {
      throw malformed(
          offset,
          number,
          "columns of path and label" + (labels.isEmpty() ? "" : " as in --field"),
          Excerpt.of(text) + "; --field path=NAME,label=NAME names them");
    }
    labelColumns = labels.stream().mapToInt(Integer::intValue).toArray();
  }

  private static boolean isLabel(String name) {
    return name.toLowerCase(Locale.ROOT).startsWith("label");
  }

  private static String firstOf(List<String> wanted, List<String> names) {
    return wanted.stream().filter(names::contains).findFirst().orElse("");
  }

  /** Returns the cells of a line, quotes as in RFC 4180; null when one is not closed. */
  private static List<String> cells(String line) {
    var cells = new ArrayList<String>();
    var cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
        cell.append(line.charAt(++i));
      } else if (c == '"' && (quoted || cell.isEmpty())) {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString());
    return quoted ? null : cells;
  }

  /** One line that becomes im2rec's. */
  private final class Entry {
    private final String text;
    private final long offset;
    private final long number;
    private final StringBuilder labels = new StringBuilder();
    private String path;

    Entry(String text, long offset, long number) {
      this.text = text;
      this.offset = offset;
      this.number = number;
    }

    private MalformedRecordException malformed(String expected) {
      return ListFormat.malformed(offset, number, expected, Excerpt.of(text));
    }

    private void label(String label) throws MalformedRecordException {
      Integer known = classes.get(label);
      if (known == null && !isNumber(label)) {
        throw malformed(
            classes.isEmpty()
                ? "a number as label, or --class-map with the names of classes"
                : "a number as label, or a name of the class map");
      }
      labels.append(known == null ? label.strip() : known.toString()).append('\t');
    }

    void face() throws MalformedRecordException {
      String[] fields = text.split("\t");
      if (fields.length < 3) {
        throw malformed("aligned TAB path TAB label");
      }
      if (!fields[0].strip().equals("1")) {
        throw malformed("a face that is aligned (1 in the first field): pack does not align faces");
      }
      path = fields[1];
      label(fields[2]);
    }

    void caffe() throws MalformedRecordException {
      int at = cut(text);
      if (at < 0) {
        throw malformed("path, a blank and a number as label");
      }
      path = text.substring(0, at - 1);
      label(text.substring(at));
    }

    void csv() throws MalformedRecordException {
      List<String> cells = cells(text);
      if (cells == null || cells.size() != header.size()) {
        throw malformed(header.size() + " cells, as the header has");
      }
      path = cells.get(pathColumn);
      for (int column : labelColumns) {
        label(cells.get(column));
      }
    }

    void json() throws MalformedRecordException {
      JsonNode root;
      try {
        root = json.readTree(text);
      } catch (JsonProcessingException e) {
        throw malformed("an object of JSON");
      }
      var names = new ArrayList<String>();
      root.fieldNames().forEachRemaining(names::add);
      JsonNode file = find(root, pathField.isEmpty() ? firstOf(PATHS, names) : pathField);
      if (!file.isTextual()) {
        throw malformed("a text as path; --field path=NAME,label=NAME names the fields");
      }
      path = file.asText();
      for (String name : labelFields.isEmpty() ? List.of("label") : labelFields) {
        JsonNode found = find(root, name);
        if (found.isMissingNode() || found.isObject() || found.isNull()) {
          throw malformed(
              "a label in the field " + name + "; --field path=NAME,label=NAME names the fields");
        }
        for (JsonNode one : found.isArray() ? found : List.of(found)) {
          label(one.asText());
        }
      }
    }

    private JsonNode find(JsonNode root, String name) {
      JsonNode node = root;
      for (String part : name.split("\\.")) {
        node = node.path(part);
      }
      return node;
    }

    String line() throws MalformedRecordException {
      if (labels.isEmpty()) {
        throw malformed("at least one label");
      }
      if (Stream.of("\t", "\n", "\r").anyMatch(path::contains) || path.isBlank()) {
        throw malformed("a path without TAB and line break");
      }
      return Long.toUnsignedString(next) + '\t' + labels + path;
    }
  }
}
