// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.sagemaker;

import dev.recordio.bytes.Excerpt;
import dev.recordio.bytes.MalformedRecordException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A row as a record of SageMaker's RecordIO-protobuf holds it: the message {@code
 * aialgs.data.Record}. It has one feature and one label, both named {@code values}; the label is
 * one number. A feature with keys is sparse; one without keys is dense, and its zeros are entries.
 * {@code uid}, {@code metadata} and {@code configuration} are passed over.
 *
 * <p>Rules: record.proto and amazon/common.py of aws/sagemaker-python-sdk. One object reads any
 * number of messages, without allocation once its arrays are long enough.
 */
public final class SageMakerRow {
  private static final int FEATURES = 1;
  private static final int LABEL = 2;
  private static final int NAME = 1;
  private static final int VALUE = 2;

  /** What an entry named {@code values} begins with, as eight bytes little-endian. */
  private static final long NAMED = 0x7365756c6176060aL;

  /** The last two bytes of that, and what comes up to the number of a label of one float32. */
  private static final long PLAIN_LABEL = 0x040a061208127365L;

  private static final int PLAIN_LABEL_BYTES = 18; // of an entry
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle FLOAT =
      MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);

  private static final byte[] VALUES = "values".getBytes(StandardCharsets.US_ASCII);

  private final ProtoReader record = new ProtoReader();
  private final ProtoReader entry = new ProtoReader();
  private final SageMakerTensor features = new SageMakerTensor();
  private final SageMakerTensor label = new SageMakerTensor();
  private long columns;
  private float labelNumber;

  /**
   * Reads a message.
   *
   * @param bytes the array that holds it
   * @param from index of its first byte
   * @param to index after its last byte
   * @throws MalformedRecordException when it is no row; with the offset in the message
   */
  public void read(byte[] bytes, int from, int to) throws MalformedRecordException {
    boolean hasFeatures = false;
    boolean hasLabel = false;
    record.reset(bytes, from, to, from);
    while (record.next()) {
      if (record.field() == FEATURES) {
        readEntry("feature", hasFeatures, features);
        hasFeatures = true;
      } else if (record.field() == LABEL) {
        if (hasLabel || !isPlainLabel()) {
          readEntry("label", hasLabel, label);
          checkLabel();
          labelNumber = label.values[0];
        }
        hasLabel = true;
      }
    }
    if (!hasFeatures || !hasLabel) {
      throw SageMakerTensor.refused(
          record,
          to,
          "a feature and a label named values",
          hasFeatures ? "no label" : "no feature");
    }
    checkFeatures();
  }

  /** Takes the label if its entry is as most writers make it: nearly half of a short row's time. */
  private boolean isPlainLabel() {
    byte[] bytes = record.array();
    int from = record.from();
    if (record.type() != ProtoReader.BYTES
        || record.end() - from != PLAIN_LABEL_BYTES
        || (long) LONG.get(bytes, from) != NAMED
        || (long) LONG.get(bytes, from + 6) != PLAIN_LABEL) {
      return false;
    }
    labelNumber = (float) FLOAT.get(bytes, from + 14);
    return true;
  }

  /** Reads an entry of a map, whose fields may come in any order. */
  private void readEntry(String what, boolean again, SageMakerTensor into)
      throws MalformedRecordException {
    boolean named = false;
    boolean valued = false;
    entry.enter(record);
    if (!again && startsWithName()) {
      entry.skip(Long.BYTES);
      named = true;
    }
    while (entry.next()) {
      if (entry.field() == NAME) {
        entry.require(ProtoReader.BYTES);
        requireName(what, again);
        named = true;
      } else if (entry.field() == VALUE && !again) {
        if (valued) {
          throw SageMakerTensor.refused(
              entry, entry.start(), "one value in the " + what, "another one after it");
        }
        into.read(entry);
        valued = true;
      }
    }
    if (again || !named || !valued) {
      throw SageMakerTensor.refused(
          entry,
          record.start(),
          "one " + what + ", named values",
          again ? "another one after it" : !named ? "one without a name" : "one without a value");
    }
  }

  private boolean startsWithName() {
    int from = record.from();
    return record.end() - from >= Long.BYTES && (long) LONG.get(record.array(), from) == NAMED;
  }

  private void requireName(String what, boolean again) throws MalformedRecordException {
    byte[] bytes = entry.array();
    if (!Arrays.equals(bytes, entry.from(), entry.end(), VALUES, 0, VALUES.length)) {
      throw SageMakerTensor.refused(
          entry,
          entry.start(),
          "one " + what + ", named values",
          (again ? "another one, named " : "one named ")
              + Excerpt.of(bytes, entry.from(), entry.end()));
    }
  }

  private void checkFeatures() throws MalformedRecordException {
    SageMakerTensor row = features;
    if (row.dimensions > 1) {
      throw SageMakerTensor.refused(
          record,
          row.shapeAt,
          "a shape of one dimension: the columns",
          row.dimensions + " dimensions");
    }
    if (row.dimensions == 1 && row.columns < 0) {
      throw SageMakerTensor.refused(
          record, row.shapeAt, "at most 2^63 - 1 columns", Long.toUnsignedString(row.columns));
    }
    if (row.keyCount == 0) {
      checkDense(row);
      return;
    }
    if (row.keyCount != row.valueCount) {
      throw SageMakerTensor.refused(
          record,
          row.tensorAt,
          "as many keys as values",
          row.keyCount + " keys and " + row.valueCount + " values");
    }
    if (row.dimensions == 0) {
      throw SageMakerTensor.refused(record, row.tensorAt, "a shape, since there are keys", "none");
    }
    long last = row.keys[row.keyCount - 1]; // the largest, since they ascend
    if (Long.compareUnsigned(last, row.columns) >= 0) {
      throw SageMakerTensor.refused(
          record,
          row.lastKeyAt,
          "a key below the shape, which is " + row.columns,
          Long.toUnsignedString(last));
    }
    columns = row.columns;
  }

  /** Without keys a row is dense, or sparse and empty: protobuf writes neither's empty list. */
  private void checkDense(SageMakerTensor row) throws MalformedRecordException {
    if (row.dimensions == 1 && row.valueCount > 0 && row.columns != row.valueCount) {
      throw SageMakerTensor.refused(
          record,
          row.tensorAt,
          "as many values as the shape, which is " + row.columns + ", since there are no keys",
          row.valueCount + " values");
    }
    columns = row.dimensions == 1 ? row.columns : row.valueCount;
  }

  private void checkLabel() throws MalformedRecordException {
    if (label.valueCount != 1 || label.keyCount > 0) {
      throw SageMakerTensor.refused(
          record,
          label.tensorAt,
          "a label of one number",
          label.keyCount > 0 ? "one with keys" : label.valueCount + " numbers");
    }
  }

  /** Returns the label. */
  public float label() {
    return labelNumber;
  }

  /** Returns the number of columns: the shape, or where there is none, the number of values. */
  public long columns() {
    return columns;
  }

  /** Returns the number of entries. */
  public int entries() {
    return features.valueCount;
  }

  /** Whether the row has no keys: entry {@code i} is of column {@code i} then. */
  public boolean isDense() {
    return features.keyCount == 0;
  }

  /** Returns the values of the entries, in an array that is longer; good until the next message. */
  public float[] values() {
    return features.values;
  }

  /** Returns the columns of the entries unless {@link #isDense}; as {@link #values}. */
  public long[] keys() {
    return features.keys;
  }
}
