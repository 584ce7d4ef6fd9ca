// SPDX-License-Identifier: Apache-2.0
package dev.recordio.npy;

import dev.recordio.bytes.MalformedRecordException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the part of Python's literals that headers consist of: dicts with text keys, tuples, lists,
 * texts, whole numbers, True and False. Nothing is evaluated.
 *
 * <p>They become {@link Map}s, {@link Tuple}s, {@link List}s, {@link String}s, {@link Long}s and
 * {@link Boolean}s.
 */
final class PythonLiteral {
  /** A tuple. */
  record Tuple(List<Object> items) {}

  private static final int MAX_DEPTH = 32;
  private static final int SHOWN = 24;

  private final String text;
  private final Charset charset;
  private final long base;
  private int at;

  private PythonLiteral(String text, Charset charset, long base) {
    this.text = text;
    this.charset = charset;
    this.base = base;
  }

  /**
   * Reads a literal.
   *
   * @param base the offset of the first byte in its file, for errors
   * @throws MalformedRecordException when it is none of these, or something follows it
   */
  static Object parse(byte[] text, Charset charset, long base) throws MalformedRecordException {
    String decoded;
    try {
      decoded = charset.newDecoder().decode(ByteBuffer.wrap(text)).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedRecordException(
          "invalid literal", null, base, -1, "text in " + charset, "other bytes");
    }
    return new PythonLiteral(decoded, charset, base).parse();
  }

  private Object parse() throws MalformedRecordException {
    Object value = value(0);
    if (peek() != 0 || at < text.length()) {
      throw malformed("nothing after the value");
    }
    return value;
  }

  private Object value(int depth) throws MalformedRecordException {
    if (depth > MAX_DEPTH) {
      throw malformed("at most " + MAX_DEPTH + " nested values");
    }
    char c = peek();
    if (c == '{') {
      return dict(depth);
    } else if (c == '(') {
      return tuple(depth);
    } else if (c == '[') {
      at++;
      return items(']', depth, new boolean[1]);
    } else if (c == '\'' || c == '"') {
      return new PythonString(text, at).read(this);
    } else if (c >= '0' && c <= '9') {
      return number();
    }
    for (boolean word : new boolean[] {true, false}) {
      String name = word ? "True" : "False";
      if (text.startsWith(name, at)) {
        at += name.length();
        return word;
      }
    }
    throw malformed("a dict, tuple, list, text, number, True or False");
  }

  private Map<String, Object> dict(int depth) throws MalformedRecordException {
    at++;
    var map = new LinkedHashMap<String, Object>();
    while (peek() != '}') {
      int keyAt = at;
      if (!(value(depth + 1) instanceof String key) || map.containsKey(key)) {
        at = keyAt;
        throw malformed("a key of its own, a text");
      }
      require(':');
      map.put(key, value(depth + 1));
      if (peek() != '}') {
        require(',');
      }
    }
    at++;
    return map;
  }

  private Object tuple(int depth) throws MalformedRecordException {
    at++;
    boolean[] comma = {false};
    List<Object> items = items(')', depth, comma);
    // Parentheses around one value without a comma are no tuple.
    return items.size() == 1 && !comma[0] ? items.get(0) : new Tuple(items);
  }

  private List<Object> items(char end, int depth, boolean[] comma) throws MalformedRecordException {
    var items = new ArrayList<Object>();
    while (peek() != end) {
      items.add(value(depth + 1));
      if (peek() != end) {
        require(',');
        comma[0] = true;
      }
    }
    at++;
    return items;
  }

  private Long number() throws MalformedRecordException {
    int begin = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    String digits = text.substring(begin, at);
    if (at < text.length() && text.charAt(at) == 'L') {
      at++; // a long of Python 2
    }
    try {
      if (digits.length() == 1 || digits.charAt(0) != '0') {
        return Long.parseLong(digits);
      }
    } catch (NumberFormatException e) {
      // longer than any length
    }
    at = begin;
    throw malformed("a number from 0 to 2^63-1");
  }

  /** Returns the next character after blanks, which are stepped over; 0 at the end. */
  private char peek() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at < text.length() ? text.charAt(at) : 0;
  }

  private void require(char c) throws MalformedRecordException {
    if (peek() != c) {
      throw malformed("'" + c + "'");
    }
    at++;
  }

  /** Continues at a character. */
  void continueAt(int index) {
    at = index;
  }

  /** Returns an error at the current character. */
  MalformedRecordException malformed(String expected) {
    int end = Math.min(text.length(), at + SHOWN);
    return new MalformedRecordException(
        "invalid literal",
        null,
        base + text.substring(0, at).getBytes(charset).length,
        -1,
        expected,
        at == text.length() ? "the end" : PythonString.repr(text.substring(at, end)));
  }

  /** Returns a value as Python's {@code repr} does. */
  static String repr(Object value) {
    var out = new StringBuilder();
    repr(value, out);
    return out.toString();
  }

  static void repr(Object value, StringBuilder out) {
    if (value instanceof String string) {
      out.append(PythonString.repr(string));
    } else if (value instanceof Boolean bool) {
      out.append(bool ? "True" : "False");
    } else if (value instanceof Tuple tuple) {
      list(tuple.items(), "(", tuple.items().size() == 1 ? ",)" : ")", out);
    } else if (value instanceof List<?> list) {
      list(list, "[", "]", out);
    } else if (value instanceof Map<?, ?> map) {
      String separator = "{";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        repr(entry.getKey(), out.append(separator));
        repr(entry.getValue(), out.append(": "));
        separator = ", ";
      }
      out.append(map.isEmpty() ? "{}" : "}");
    } else {
      out.append(value);
    }
  }

  private static void list(List<?> items, String begin, String end, StringBuilder out) {
    String separator = begin;
    for (Object item : items) {
      repr(item, out.append(separator));
      separator = ", ";
    }
    out.append(items.isEmpty() ? begin : "").append(end);
  }
}
