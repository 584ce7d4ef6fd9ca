// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import dev.recordio.images.augment.AugmentOptions;
import dev.recordio.images.augment.ImageLayout;
import dev.recordio.reader.Batch;
import dev.recordio.reader.Items;
import dev.recordio.reader.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The batches of a reader: their direct buffers are used again. Nobody waits for a free one: how
 * many there are is bounded by what is prefetched and what the consumer retains.
 */
final class ImageBatches implements Items<ImageBatch> {
  /** What a batch counts as at least where bytes wait: so each is handed over by itself. */
  private static final long MIN_BYTES = 1 << 20;

  private final Queue<ImageBatch> free = new ConcurrentLinkedQueue<>();
  private final AtomicInteger allocated = new AtomicInteger();
  private final ImageBatchOptions options;
  private final LabelLayout layout;
  private final int rowBytes;
  private final int bytes;

  /**
   * Creates the description, and an empty pool.
   *
   * @param options with what arrays are, if the records are arrays
   */
  ImageBatches(ImageBatchOptions options, LabelLayout layout) {
    this.options = options;
    this.layout = layout;
    rowBytes = Math.toIntExact(options.rowBytes());
    bytes = Math.multiplyExact(options.batchSize(), rowBytes);
  }

  /** Returns the bytes of a row's numbers. */
  int rowBytes() {
    return rowBytes;
  }

  boolean isOfArrays() {
    return options.array() != null;
  }

  /** Returns a batch to be filled. */
  ImageBatch take() {
    ImageBatch batch = free.poll();
    if (batch == null) {
      batch = new ImageBatch(this, options, layout, bytes);
      allocated.incrementAndGet();
    }
    return batch;
  }

  /** Takes a batch back; any thread may give it. */
  void giveBack(ImageBatch batch) {
    free.add(batch);
  }

  /** Returns how many batches there are. */
  int allocated() {
    return allocated.get();
  }

  /** Returns what a batch counts as where bytes wait. */
  long bytesEach() {
    return Math.max(MIN_BYTES, bytes);
  }

  @Override
  public Schema schema() {
    AugmentOptions images = options.augment();
    boolean planes = images.layout() == ImageLayout.NCHW;
    List<Integer> shape =
        planes
            ? List.of(Schema.ANY, images.channels(), images.height(), images.width())
            : List.of(Schema.ANY, images.height(), images.width(), images.channels());
    String type = options.dtype().name();
    if (options.array() != null) {
      shape = new ArrayList<>(options.array().lengths());
      shape.add(0, Schema.ANY);
    }
    return new Schema(
        List.of(
            new Schema.Field(
                "data",
                Schema.Type.valueOf(type),
                shape,
                isOfArrays() ? "" : planes ? "NCHW" : "NHWC"),
            new Schema.Field("label", Schema.Type.FLOAT32, List.of(Schema.ANY, layout.width()), ""),
            new Schema.Field("id", Schema.Type.UINT64, List.of(Schema.ANY), "")));
  }

  @Override
  public String kind() {
    return "images";
  }

  @Override
  public long bytes(ImageBatch item) {
    return bytesEach();
  }

  @Override
  public Batch<ImageBatch> newBatch() {
    return new KeptBatch<>(bytesEach(), batch -> {}, batch -> {}); // they wait for the consumer
  }
}
