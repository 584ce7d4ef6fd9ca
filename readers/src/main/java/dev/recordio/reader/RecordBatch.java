// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.reader.PlacedItems.Places;
import java.util.Arrays;
import java.util.Objects;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Records, whose payloads are one after the other in one array. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class RecordBatch extends Batch<Record> {
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  private final Record view = new Record();
  private final Places places = new Places();
  private byte[] bytes = new byte[1 << 10];
  private int[] starts = new int[65]; // of each payload, and after the last one
  private int size;

  /** Creates an empty batch. */
  @InterfaceAudience.Private
  public RecordBatch() {}

  @Override
  public int size() {
    return size;
  }

  @Override
  public Record get(int i) {
    Objects.checkIndex(i, size);
    view.setPayload(bytes, starts[i], starts[i + 1] - starts[i]);
    places.get(i, view);
    return view;
  }

  /** Returns the array with the payloads. */
  public byte[] payloads() {
    return bytes;
  }

  /**
   * Returns where payload {@code i} begins in {@link #payloads}; for {@link #size}, the end of the
   * last one.
   */
  public int start(int i) {
    return starts[Objects.checkIndex(i, size + 1)];
  }

  @InterfaceAudience.Private
  @Override
  public void add(Record item) {
    int length = item.length();
    int from = starts[size];
    int end = from + length;
    if (end < 0 || end > MAX_BYTES) {
      throw new IllegalStateException(
          "a batch holds at most " + MAX_BYTES + " bytes: make batches of fewer records");
    }
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_BYTES, Math.max(end, 2L * bytes.length)));
    }
    System.arraycopy(item.bytes(), item.offset(), bytes, from, length);
    places.set(size, item);
    size++;
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
    }
    starts[size] = end;
  }

  @InterfaceAudience.Private
  @Override
  public long bytes() {
    return starts[size];
  }

  @InterfaceAudience.Private
  @Override
  protected void removeAll() {
    size = 0;
  }
}
