// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import dev.recordio.images.augment.ImageDtype;
import dev.recordio.images.augment.ImageLayout;
import java.io.Closeable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A batch of images: numbers in a direct buffer, with labels and ids.
 *
 * <p>It is valid until the next call of {@link ImageBatchReader#next}; after {@link #retain} until
 * {@link #close}, which gives its buffers back to the reader, from any thread. Batches that are
 * retained and never closed cost the memory of their buffers.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class ImageBatch implements Closeable {
  /** Who has the buffers. */
  private enum Owner {
    READER,
    CONSUMER_UNTIL_NEXT,
    CONSUMER
  }

  private final ImageBatches pool;
  private final ImageBatchOptions options;
  private final LabelLayout layout;
  private final ByteBuffer data;
  private final FloatBuffer labels;
  private final long[] ids;
  private final int[] labelCounts;
  private final AtomicReference<Owner> owner = new AtomicReference<>(Owner.READER);
  private int rows;
  private int pad;
  private long epoch;
  private long number;
  private List<SkippedImage> skipped = List.of();

  ImageBatch(ImageBatches pool, ImageBatchOptions options, LabelLayout layout, int bytes) {
    this.pool = pool;
    this.options = options;
    this.layout = layout;
    data = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    labels =
        ByteBuffer.allocateDirect(options.batchSize() * layout.width() * Float.BYTES)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    ids = new long[options.batchSize()];
    labelCounts = new int[options.batchSize()];
  }

  /** Returns the number of images, including images that only fill the batch up. */
  public int rows() {
    requireLent();
    return rows;
  }

  /** Returns how many of the last images only fill the batch up. */
  public int pad() {
    requireLent();
    return pad;
  }

  /** Returns the epoch. */
  public long epoch() {
    requireLent();
    return epoch;
  }

  /** Returns the number of the batch, which the reader counts from 0 over all epochs. */
  public long number() {
    requireLent();
    return number;
  }

  /**
   * Returns the shape of the data: rows, channels, height, width; for NHWC with channels last; for
   * arrays rows and the shape of an array.
   */
  public int[] shape() {
    requireLent();
    if (options.array() != null) {
      IntStream lengths = options.array().lengths().stream().mapToInt(Integer::intValue);
      return IntStream.concat(IntStream.of(rows), lengths).toArray();
    }
    int channels = options.augment().channels();
    int height = options.augment().height();
    int width = options.augment().width();
    return layout() == ImageLayout.NCHW
        ? new int[] {rows, channels, height, width}
        : new int[] {rows, height, width, channels};
  }

  /** Returns what the numbers are. */
  public ImageDtype dtype() {
    return options.dtype();
  }

  /** Returns the order of the numbers; of no meaning for arrays. */
  public ImageLayout layout() {
    return options.augment().layout();
  }

  /** Returns the numbers of all rows: a new view of the direct buffer, in native byte order. */
  public ByteBuffer data() {
    requireLent();
    return data.slice(0, rows * (data.capacity() / ids.length)).order(ByteOrder.nativeOrder());
  }

  /**
   * Returns the numbers of all rows as floats: a new view of the direct buffer.
   *
   * @throws IllegalStateException when they are not float32
   */
  public FloatBuffer floats() {
    if (dtype() != ImageDtype.FLOAT32) {
      throw new IllegalStateException("the numbers are " + dtype() + ", not float32");
    }
    return data().asFloatBuffer();
  }

  /** Returns the labels, row after row: a new view of a direct buffer. */
  public FloatBuffer labels() {
    requireLent();
    return labels.slice(0, rows * labelWidth());
  }

  /** Returns a label. */
  public float label(int row, int i) {
    requireLent();
    Objects.checkIndex(row, rows);
    return labels.get(row * labelWidth() + Objects.checkIndex(i, labelWidth()));
  }

  /** Returns how many labels a row has. */
  public int labelWidth() {
    return layout.width();
  }

  /** Returns how many labels of a row come from its record; the others are the pad value. */
  public int labelCount(int row) {
    requireLent();
    return labelCounts[Objects.checkIndex(row, rows)];
  }

  /** Returns what the labels of a row are. */
  public LabelLayout labelLayout() {
    return layout;
  }

  /** Returns an image's id, unsigned. */
  public long id(int row) {
    requireLent();
    return ids[Objects.checkIndex(row, rows)];
  }

  /** Returns a copy of the ids, unsigned. */
  public long[] ids() {
    requireLent();
    return Arrays.copyOf(ids, rows);
  }

  /**
   * Keeps the batch beyond the next call of {@link ImageBatchReader#next}, until {@link #close}.
   */
  public ImageBatch retain() {
    requireLent();
    owner.compareAndSet(Owner.CONSUMER_UNTIL_NEXT, Owner.CONSUMER);
    return this;
  }

  /** Gives the buffers of a retained batch back to the reader; does nothing to other batches. */
  @Override
  public void close() {
    if (owner.compareAndSet(Owner.CONSUMER, Owner.READER)) {
      pool.giveBack(this);
    }
  }

  private void requireLent() {
    if (owner.get() == Owner.READER) {
      throw new IllegalStateException("the batch has been given back");
    }
  }

  /** Returns the buffer to fill. */
  ByteBuffer buffer() {
    return data;
  }

  /** Sets the size, before rows are set. */
  void begin(int ofRows, int ofPad, List<SkippedImage> without) {
    rows = ofRows;
    pad = ofPad;
    skipped = without;
  }

  /** Sets id and labels of a row. */
  void set(int row, long id, float[] of, int count) {
    ids[row] = id;
    labelCounts[row] = count;
    labels.put(row * of.length, of);
  }

  /** Returns the images that were left out before the last one of the batch. */
  List<SkippedImage> skipped() {
    return skipped;
  }

  /** Hands the batch to the consumer. */
  void lend(long ofEpoch, long batch) {
    epoch = ofEpoch;
    number = batch;
    owner.set(Owner.CONSUMER_UNTIL_NEXT);
  }

  /** Takes the batch back, unless the consumer has retained it. */
  void takeBack() {
    if (owner.compareAndSet(Owner.CONSUMER_UNTIL_NEXT, Owner.READER)) {
      pool.giveBack(this);
    }
  }
}
