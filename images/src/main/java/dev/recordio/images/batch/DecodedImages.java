// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import dev.recordio.reader.Batch;
import dev.recordio.reader.Items;
import dev.recordio.reader.Schema;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Decoded images, kept as they are: batches share them, and one that no batch has any more is used
 * again.
 */
final class DecodedImages implements Items<DecodedImage> {
  private final Queue<DecodedImage> free = new ConcurrentLinkedQueue<>();
  private final int labelWidth;
  private final long imageBytes;

  /**
   * Creates the description, and an empty pool.
   *
   * @param imageBytes the bytes of an image's pixels
   */
  DecodedImages(int labelWidth, long imageBytes) {
    this.labelWidth = labelWidth;
    this.imageBytes = imageBytes;
  }

  /** Returns an image to be filled; any thread may ask for it. */
  DecodedImage take() {
    DecodedImage image = free.poll();
    return image == null ? new DecodedImage(this, labelWidth) : image;
  }

  /** Takes an image back. */
  void giveBack(DecodedImage image) {
    free.add(image);
  }

  @Override
  public Schema schema() {
    return new Schema(List.of());
  }

  @Override
  public String kind() {
    return "image";
  }

  @Override
  public long bytes(DecodedImage item) {
    return imageBytes;
  }

  @Override
  public Batch<DecodedImage> newBatch() {
    return new KeptBatch<>(imageBytes, DecodedImage::hold, DecodedImage::release);
  }
}
