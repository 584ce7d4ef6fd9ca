// SPDX-License-Identifier: Apache-2.0
package dev.recordio.npy;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.npy.PythonLiteral.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A type of named members: a list of tuples of name, type and perhaps shape, as a {@code descr} of
 * NumPy has them. A type is a text, or another list; gaps are members without a name, of kind V.
 */
final class StructuredType {
  private static final String EXPECTED =
      ": expected a list such as [('a', '<f4'), ('b', '<i8', (3,))]";

  private final StringBuilder text = new StringBuilder();

  private StructuredType() {}

  /**
   * Reads a list as users write it.
   *
   * @throws IllegalArgumentException when it is none, or one of Python objects
   */
  static NpyType parse(String list) {
    Object value;
    try {
      value = PythonLiteral.parse(list.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8, 0);
    } catch (MalformedRecordException e) {
      throw new IllegalArgumentException(
          "'"
              + list
              + "' is no type of NumPy's: expected at "
              + e.offset()
              + " "
              + e.expected()
              + ", found "
              + e.found());
    }
    return of(value);
  }

  static NpyType of(Object literal) {
    var type = new StructuredType();
    long bytes = type.list(literal);
    if (bytes < 1 || bytes > NpyType.MAX_BYTES) {
      throw new IllegalArgumentException(
          type.text
              + " has "
              + (bytes < 1 ? "no bytes" : "too many bytes")
              + ": expected 1 to "
              + NpyType.MAX_BYTES);
    }
    return new NpyType(type.text.toString(), (int) bytes);
  }

  /** Appends a list of members; returns their bytes. */
  private long list(Object literal) {
    if (!(literal instanceof List<?> members)) {
      throw invalid(literal);
    }
    Set<String> names = new HashSet<>();
    long bytes = 0;
    text.append('[');
    for (Object member : members) {
      text.append(text.charAt(text.length() - 1) == '[' ? "" : ", ");
      if (!(member instanceof Tuple tuple)) {
        throw invalid(member);
      }
      bytes = limited(bytes + member(tuple.items(), names));
    }
    text.append(']');
    return bytes;
  }

  private long member(List<Object> parts, Set<String> names) {
    if (parts.size() < 2 || parts.size() > 3) {
      throw invalid(new Tuple(parts));
    }
    name(parts.get(0), names);
    text.append('(');
    PythonLiteral.repr(parts.get(0), text);
    text.append(", ");
    long bytes = type(parts.get(1));
    if (parts.size() == 3) {
      bytes = limited(shape(parts.get(2)) * bytes);
    }
    text.append(')');
    return bytes;
  }

  /** A name, or a title and a name. */
  private static void name(Object name, Set<String> names) {
    boolean titled = name instanceof Tuple tuple && tuple.items().size() == 2;
    for (Object part : titled ? ((Tuple) name).items() : List.of(name)) {
      if (!(part instanceof String known) || !known.isEmpty() && !names.add(known)) {
        throw invalid(name);
      }
    }
  }

  private long type(Object literal) {
    if (literal instanceof String simple) {
      NpyType type = NpyType.parseSimple(simple);
      text.append(type.literal());
      return type.bytes();
    }
    if (literal instanceof Tuple pair && pair.items().size() == 2) {
      text.append('(');
      long bytes = type(pair.items().get(0));
      bytes = limited(shape(pair.items().get(1)) * bytes);
      text.append(')');
      return bytes;
    }
    return list(literal);
  }

  /** Appends the shape of a member; returns how many items it has. */
  private long shape(Object literal) {
    List<?> lengths = literal instanceof Tuple tuple ? tuple.items() : List.of(literal);
    long items = 1;
    for (Object length : lengths) {
      if (!(length instanceof Long number)) {
        throw invalid(literal);
      }
      items = limited(items * Math.min(number, limited(number)));
    }
    text.append(", ");
    PythonLiteral.repr(new Tuple(List.copyOf(lengths)), text);
    return items;
  }

  /** Keeps products of two such numbers below 2^63. */
  private static long limited(long number) {
    return Math.min(number, NpyType.MAX_BYTES + 1L);
  }

  private static IllegalArgumentException invalid(Object literal) {
    return new IllegalArgumentException(
        PythonLiteral.repr(literal) + " is no part of a structured type" + EXPECTED);
  }
}
