// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import dev.recordio.images.augment.Normalizer;
import dev.recordio.reader.Batch;
import dev.recordio.reader.Decorator;
import dev.recordio.reader.Items;
import dev.recordio.reader.Stage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Makes numbers in direct buffers of batches of decoded images. */
final class BatchFiller extends Decorator<Batch<DecodedImage>, ImageBatch> {
  private final ImageBatches batches;
  private final Normalizer normalizer;
  private final RowThreads threads;
  private final long seed;
  private final List<SkippedImage> skipped; // since the last batch; the stage before adds to it
  private ImageBatch batch;

  /**
   * Creates the stage.
   *
   * @param skipped the images that are left out by the time that a batch is complete
   */
  BatchFiller(
      Stage<Batch<DecodedImage>> upstream,
      ImageBatches batches,
      Normalizer normalizer,
      int threads,
      long seed,
      List<SkippedImage> skipped) {
    super(upstream);
    this.batches = batches;
    this.normalizer = normalizer;
    this.threads = new RowThreads(threads);
    this.seed = seed;
    this.skipped = skipped;
  }

  @Override
  protected boolean advance() throws IOException {
    if (!upstream.next()) {
      return false;
    }
    Batch<DecodedImage> images = upstream.get();
    ImageBatch filled = batches.take(); // not given back when a thread may be at it still
    int bytes = batches.rowBytes();
    threads.run(images.size(), row -> fill(images.get(row), filled.buffer(), row * bytes));
    filled.begin(images.size(), images.fill(), takeSkipped());
    for (int row = 0; row < images.size(); row++) {
      DecodedImage image = images.get(row);
      filled.set(row, image.id(), image.labels(), image.labelCount());
    }
    batch = filled;
    return true;
  }

  private void fill(DecodedImage image, ByteBuffer buffer, int at) {
    if (batches.isOfArrays()) {
      buffer.put(at, image.array());
    } else {
      normalizer.write(image.augmented(), buffer, at);
    }
  }

  /** Returns the images that were left out since this was last asked. */
  List<SkippedImage> takeSkipped() {
    if (skipped.isEmpty()) {
      return List.of();
    }
    var taken = new ArrayList<>(skipped);
    skipped.clear();
    return taken;
  }

  @Override
  protected void rewind() throws IOException {
    super.rewind();
    skipped.clear();
  }

  @Override
  public void resume(long[] from, int at) throws IOException {
    super.resume(from, at);
    skipped.clear(); // what a batch is filled up with was read again
  }

  @Override
  protected ImageBatch item() {
    return batch;
  }

  @Override
  public Items<ImageBatch> items() {
    return batches;
  }

  @Override
  protected void end() throws IOException {
    try (RowThreads closing = threads) {
      super.end();
    }
  }

  @Override
  protected String text() {
    return "images(seed=" + seed + ")";
  }
}
