// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.insightface;

import dev.recordio.bytes.MalformedRecordException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The places of the images in a verification set, and which pairs show one person.
 *
 * <p>Such a file is {@code pickle.dump((bins, issame_list))} of Python: a list of the bytes of 2 N
 * image files, and a list of N booleans; images 2 k and 2 k + 1 are pair k. Python runs whatever a
 * pickle names. This reader knows tuples, lists, bytes (strings of Python 2 as well), booleans and
 * the numbers 0 and 1, of the protocols 0 to 5, and refuses everything else. Images are passed
 * over, not held.
 */
public final class FacePairs {
  private static final String WHAT = "malformed verification set";

  /** More than any set has; a hostile file of marks fills the memory otherwise. */
  private static final int MAX_VALUES = 1 << 25;

  /** What begins the items of a list or a tuple on the stack. */
  private static final Object MARK = new Object();

  /** What bytes of an image are on the stack, in a list and in the memo. */
  private record Bytes(long offset, long length) {}

  private record Pair(Object images, Object flags) {}

  private final InputStream in;
  private final long length;
  private long position;
  private final ArrayList<Object> stack = new ArrayList<>();
  private final Map<Long, Object> memo = new HashMap<>();

  private long[] offsets;
  private long[] lengths;
  private boolean[] same;

  private FacePairs(InputStream in, long length) {
    this.in = in;
    this.length = length;
  }

  /**
   * Reads a file.
   *
   * @param in its bytes, from the first on; not closed
   * @param length how many there are
   * @throws MalformedRecordException with an offset, without the file, when it is something else or
   *     ends early
   */
  public static FacePairs read(InputStream in, long length) throws IOException {
    var pairs = new FacePairs(in, length);
    try {
      pairs.take(pairs.load());
    } catch (EOFException e) {
      throw pairs.malformed(pairs.position, "more", "the end of the file");
    }
    return pairs;
  }

  /** Returns how many images there are; twice the number of pairs. */
  public int images() {
    return offsets.length;
  }

  /** Returns where the bytes of an image begin in the file. */
  public long offset(int image) {
    return offsets[image];
  }

  /** Returns how many bytes an image has. */
  public long length(int image) {
    return lengths[image];
  }

  /** Whether the pair of an image shows one person. */
  public boolean isSame(int image) {
    return same[image / 2];
  }

  private void take(Object top) throws MalformedRecordException {
    if (!(top instanceof Pair pair
        && pair.images instanceof List<?> images
        && pair.flags instanceof List<?> flags)) {
      throw malformed(0, "a tuple of a list of images and a list of booleans", "something else");
    }
    if (images.size() != 2L * flags.size()) {
      throw malformed(
          0, "two images for each of " + flags.size() + " flags", images.size() + " images");
    }
    offsets = new long[images.size()];
    lengths = new long[images.size()];
    for (int i = 0; i < offsets.length; i++) {
      if (!(images.get(i) instanceof Bytes bytes)) {
        throw malformed(0, "bytes as image " + i, "something else");
      }
      offsets[i] = bytes.offset;
      lengths[i] = bytes.length;
    }
    same = new boolean[flags.size()];
    for (int i = 0; i < same.length; i++) {
      if (!(flags.get(i) instanceof Boolean flag)) {
        throw malformed(0, "a boolean as flag " + i, "something else");
      }
      same[i] = flag;
    }
  }

  private MalformedRecordException malformed(long offset, String expected, String found) {
    return new MalformedRecordException(WHAT, null, offset, -1, expected, found);
  }

  private Object load() throws IOException {
    while (true) {
      long at = position;
      if (stack.size() + memo.size() > MAX_VALUES) {
        throw malformed(at, "at most " + MAX_VALUES + " values", "more");
      }
      int opcode = next();
      switch (opcode) {
        case 0x80 -> next(); // PROTO
        case 0x95 -> number(8); // FRAME
        case '(' -> stack.add(MARK);
        case ']' -> stack.add(new ArrayList<>());
        case 'l' -> stack.add(itemsFromMark(at)); // LIST
        case 'a' -> append(at, List.of(pop(at)));
        case 'e' -> append(at, itemsFromMark(at));
        case 't' -> tuple(at, itemsFromMark(at));
        case 0x86 -> { // TUPLE2
          Object second = pop(at);
          stack.add(new Pair(pop(at), second));
        }
        case 0x88 -> stack.add(true);
        case 0x89 -> stack.add(false);
        case 'I' -> stack.add(flag(at, line(at)));
        case 'K' -> stack.add(flag(at, Long.toString(number(1))));
        case 'M' -> stack.add(flag(at, Long.toString(number(2))));
        case 'J' -> stack.add(flag(at, Long.toString(number(4))));
        case 'C', 'U' -> bytes(at, 1);
        case 'B', 'T' -> bytes(at, 4);
        case 0x8E, 0x96 -> bytes(at, 8); // BINBYTES8, BYTEARRAY8
        case 'p' -> memo.put(reference(at, line(at)), top(at));
        case 'q' -> memo.put(number(1), top(at));
        case 'r' -> memo.put(number(4), top(at));
        case 0x94 -> memo.put((long) memo.size(), top(at)); // MEMOIZE
        case 'g' -> stack.add(remembered(at, reference(at, line(at))));
        case 'h' -> stack.add(remembered(at, number(1)));
        case 'j' -> stack.add(remembered(at, number(4)));
        case '.' -> {
          return pop(at);
        }
        default ->
            throw malformed(
                at,
                "a pickle of lists, bytes and booleans",
                String.format("the opcode 0x%02x, which is not read: it may run code", opcode));
      }
    }
  }

  private int next() throws IOException {
    int value = in.read();
    if (value < 0) {
      throw new EOFException();
    }
    position++;
    return value;
  }

  /** Reads a number, little-endian. */
  private long number(int bytes) throws IOException {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (long) next() << 8 * i;
    }
    return value;
  }

  private String line(long at) throws IOException {
    var text = new StringBuilder();
    for (int c = next(); c != '\n'; c = next()) {
      if (text.length() > 20) {
        throw malformed(at, "a short number", "a line of more than 20 characters");
      }
      text.append((char) c);
    }
    return text.toString().strip();
  }

  private long reference(long at, String text) throws MalformedRecordException {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw malformed(at, "a number", text);
    }
  }

  private boolean flag(long at, String text) throws MalformedRecordException {
    return switch (text) {
      case "1", "01" -> true;
      case "0", "00" -> false;
      default -> throw malformed(at, "a boolean, 0 or 1", text);
    };
  }

  private void bytes(long at, int sizeBytes) throws IOException {
    long size = number(sizeBytes);
    if (size < 0 || size > length - position) {
      throw malformed(
          at, "at most " + (length - position) + " bytes", Long.toUnsignedString(size) + " bytes");
    }
    stack.add(new Bytes(position, size));
    in.skipNBytes(size);
    position += size;
  }

  private Object top(long at) throws MalformedRecordException {
    if (stack.isEmpty()) {
      throw malformed(at, "a value on the stack", "none");
    }
    return stack.get(stack.size() - 1);
  }

  private Object pop(long at) throws MalformedRecordException {
    Object value = top(at);
    if (value == MARK) {
      throw malformed(at, "a value on the stack", "a mark");
    }
    stack.remove(stack.size() - 1);
    return value;
  }

  private List<Object> itemsFromMark(long at) throws MalformedRecordException {
    int mark = stack.lastIndexOf(MARK);
    if (mark < 0) {
      throw malformed(at, "a mark on the stack", "none");
    }
    var items = new ArrayList<>(stack.subList(mark + 1, stack.size()));
    stack.subList(mark, stack.size()).clear();
    return items;
  }

  private void append(long at, List<Object> items) throws MalformedRecordException {
    if (!(top(at) instanceof ArrayList<?>)) {
      throw malformed(at, "a list to append to", "something else");
    }
    @SuppressWarnings("unchecked") // all lists here are made here
    var list = (ArrayList<Object>) top(at);
    list.addAll(items);
  }

  private void tuple(long at, List<Object> items) throws MalformedRecordException {
    if (items.size() != 2) {
      throw malformed(at, "a tuple of two", "one of " + items.size());
    }
    stack.add(new Pair(items.get(0), items.get(1)));
  }

  private Object remembered(long at, long reference) throws MalformedRecordException {
    Object value = memo.get(reference);
    if (value == null || value == MARK) {
      throw malformed(at, "a value that came before", "none with the number " + reference);
    }
    return value;
  }
}
