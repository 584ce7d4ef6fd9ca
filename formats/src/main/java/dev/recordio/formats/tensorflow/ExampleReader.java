// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.tensorflow;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.sagemaker.ProtoReader;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * A view of a message {@code tf.train.Example}: finds a feature by name. An instance is used for
 * one message after the other.
 *
 * <p>As protobuf reads them: features in any order; of a name that is there several times, the last
 * one; numbers packed or not; the lists of one feature joined if they are of one kind, else the
 * last kind; fields that Example does not have are passed over. Fields of other types than
 * Example's are errors.
 */
public final class ExampleReader {
  private final ProtoReader message = new ProtoReader();
  private final ProtoReader features = new ProtoReader();
  private final ProtoReader entry = new ProtoReader();
  private final ProtoReader feature = new ProtoReader();
  private final ProtoReader list = new ProtoReader();
  private final ProtoReader packed = new ProtoReader();

  private byte[] bytes;
  private int begin;
  private int stop;
  private int zero;

  // Of the current entry of the map.
  private int keyFrom;
  private int keyEnd;

  // Of the feature that was found: numbers, bits of floats, or index and end of bytes.
  private FeatureKind kind;
  private long[] items = new long[4];
  private int count;

  /**
   * Begins a message.
   *
   * @param array that holds it
   * @param from index of its first byte
   * @param end index after its last byte
   * @param base index that offsets in errors count from
   */
  public void reset(byte[] array, int from, int end, int base) {
    bytes = array;
    begin = from;
    stop = end;
    zero = base;
    kind = FeatureKind.NONE;
    count = 0;
  }

  /**
   * Finds a feature, and reads its list.
   *
   * @param name in UTF-8
   * @return whether the message has it
   * @throws MalformedRecordException when the message is malformed; without a path
   */
  public boolean find(byte[] name) throws MalformedRecordException {
    kind = FeatureKind.NONE;
    count = 0;
    int from = -1;
    int end = -1;
    message.reset(bytes, begin, stop, zero);
    features.reset(bytes, begin, begin, zero);
    while (nextEntry()) {
      if (Arrays.equals(bytes, keyFrom, keyEnd, name, 0, name.length)) {
        from = features.from();
        end = features.end();
      }
    }
    if (from >= 0) {
      entry.reset(bytes, from, end, zero);
      readValue();
    }
    return from >= 0;
  }

  /** Advances to the next entry of the map, and finds its key. */
  private boolean nextEntry() throws MalformedRecordException {
    while (true) {
      while (features.next()) {
        if (features.field() == ExampleWriter.ENTRY) {
          entry.enter(features);
          keyFrom = 0;
          keyEnd = 0;
          while (entry.next()) {
            if (entry.field() == ExampleWriter.KEY) {
              entry.require(ProtoReader.BYTES);
              keyFrom = entry.from();
              keyEnd = entry.end();
            }
          }
          return true;
        }
      }
      do {
        if (!message.next()) {
          return false;
        }
      } while (message.field() != ExampleWriter.FEATURES);
      features.enter(message);
    }
  }

  private void readValue() throws MalformedRecordException {
    while (entry.next()) {
      if (entry.field() == ExampleWriter.VALUE) {
        feature.enter(entry);
        while (feature.next()) {
          FeatureKind next = FeatureKind.ofField(feature.field());
          if (next != null) {
            count = next == kind ? count : 0;
            kind = next;
            list.enter(feature);
            readList();
          }
        }
      }
    }
  }

  private void readList() throws MalformedRecordException {
    while (list.next()) {
      if (list.field() != ExampleWriter.ITEMS) {
        continue;
      }
      if (kind == FeatureKind.BYTES) {
        list.require(ProtoReader.BYTES);
        add((long) list.from() << Integer.SIZE | list.end());
      } else if (list.type() == ProtoReader.BYTES) {
        packed.enter(list);
        while (!packed.isAtEnd()) {
          add(kind == FeatureKind.FLOAT ? packed.packedFixed32() : packed.packedVarint());
        }
      } else {
        list.require(kind == FeatureKind.FLOAT ? ProtoReader.FIXED32 : ProtoReader.VARINT);
        add(list.number());
      }
    }
  }

  private void add(long item) {
    if (count == items.length) {
      items = Arrays.copyOf(items, count + (count >> 1) + 4);
    }
    items[count++] = item;
  }

  /** Returns what the list of the feature holds. */
  public FeatureKind kind() {
    return kind;
  }

  public int count() {
    return count;
  }

  public long int64(int item) {
    return items[item];
  }

  public float floatAt(int item) {
    return Float.intBitsToFloat((int) items[item]);
  }

  /** Returns the index of the first byte of an item of a BYTES list. */
  public int from(int item) {
    return (int) (items[item] >>> Integer.SIZE);
  }

  /** Returns the index after the last byte of an item of a BYTES list. */
  public int end(int item) {
    return (int) items[item];
  }

  /** Returns the names of all features, sorted, for messages. */
  public List<String> names() throws MalformedRecordException {
    var names = new TreeSet<String>();
    message.reset(bytes, begin, stop, zero);
    features.reset(bytes, begin, begin, zero);
    while (nextEntry()) {
      names.add(new String(bytes, keyFrom, keyEnd - keyFrom, UTF_8));
    }
    return List.copyOf(names);
  }
}
