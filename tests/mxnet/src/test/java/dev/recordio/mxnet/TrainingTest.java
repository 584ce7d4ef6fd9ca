// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mxnet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.Device;
import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Blocks;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import dev.recordio.images.batch.ImageBatch;
import dev.recordio.images.batch.ImageBatchOptions;
import dev.recordio.images.batch.ImageBatchReader;
import dev.recordio.reader.ReaderState;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** DJL, with MXNet as its engine, takes the buffers of batches as they are, and learns of them. */
class TrainingTest {
  private static final int IMAGES = 64;
  private static final int BATCH = 8;
  private static final int EPOCHS = 6;

  /** Guessing gives 0.69. */
  private static final double MAX_LOSS = 0.2;

  @TempDir static Path folder;
  private static Path records;

  @BeforeAll
  static void pack() throws IOException {
    MxNet.check(0); // loads it after the native code of ImageIO
    Path images = RandomImages.writeTwoClasses(folder.resolve("two"), IMAGES);
    records = RandomImages.pack(images, folder.resolve("out"));
  }

  private static ImageBatchReader open() throws IOException {
    Map<String, String> options =
        Map.of(
            "shape", "3,16,16",
            "batch-size", BATCH + "",
            "rand-crop", "true",
            "shuffle", "true",
            "seed", "5",
            "epochs", EPOCHS + "",
            "mean-r", "127",
            "mean-g", "127",
            "mean-b", "127",
            "scale", "0.01");
    return ImageBatchReader.open(
        LocalFiles.checked(), records.toString(), ImageBatchOptions.of(options));
  }

  @Test
  void itReadsTheDirectBuffer() throws IOException {
    try (ImageBatchReader reader = open();
        NDManager manager = NDManager.newBaseManager(Device.cpu(), "MXNet")) {
      assertTrue(reader.next());
      FloatBuffer floats = reader.get().floats();
      assertTrue(floats.isDirect());
      float[] expected = new float[floats.remaining()];
      reader.get().floats().get(expected);
      NDArray array = manager.create(floats, new Shape(BATCH, 3, 16, 16));
      assertArrayEquals(expected, array.toFloatArray());
    }
  }

  @Test
  void aNetworkLearnsTwoClasses() throws IOException {
    var whole = new Training();
    try (ImageBatchReader reader = open()) {
      whole.run(reader, Integer.MAX_VALUE);
    }
    assertEquals(EPOCHS * IMAGES / BATCH, whole.batches.size());
    assertTrue(whole.lastLoss() < MAX_LOSS, whole.losses.toString());

    var stopped = new Training();
    String state;
    try (ImageBatchReader reader = open()) {
      stopped.run(reader, 19);
      state = reader.state().toString();
    }
    try (ImageBatchReader reader = open()) {
      reader.restore(ReaderState.parse(state));
      stopped.run(reader, Integer.MAX_VALUE);
    }
    assertEquals(whole.batches, stopped.batches);
    assertTrue(stopped.lastLoss() < MAX_LOSS, stopped.losses.toString());
    whole.close();
    stopped.close();
  }

  /** A network of two layers, and what it has been trained on. */
  private static final class Training implements AutoCloseable {
    private final List<Integer> batches = new ArrayList<>();
    private final List<Float> losses = new ArrayList<>();
    private final Model model = Model.newInstance("two", Device.cpu(), "MXNet");
    private final Trainer trainer;
    private final Loss loss = Loss.softmaxCrossEntropyLoss();

    Training() {
      Engine.getEngine("MXNet").setRandomSeed(1);
      model.setBlock(
          new SequentialBlock()
              .add(Blocks.batchFlattenBlock(3 * 16 * 16))
              .add(Linear.builder().setUnits(16).build())
              .add(Activation::relu)
              .add(Linear.builder().setUnits(2).build()));
      trainer =
          model.newTrainer(
              new DefaultTrainingConfig(loss)
                  .optDevices(new Device[] {Device.cpu()})
                  .optOptimizer(
                      Optimizer.sgd().setLearningRateTracker(Tracker.fixed(0.02f)).build()));
      trainer.initialize(new Shape(BATCH, 3, 16, 16));
    }

    void run(ImageBatchReader reader, int most) throws IOException {
      for (int i = 0; i < most && reader.next(); i++) {
        ImageBatch batch = reader.get();
        batches.add(
            Arrays.hashCode(
                new int[] {
                  batch.data().hashCode(), batch.labels().hashCode(), Arrays.hashCode(batch.ids())
                }));
        step(batch);
      }
    }

    private void step(ImageBatch batch) {
      try (NDManager manager = trainer.getManager().newSubManager()) {
        NDArray data = manager.create(batch.floats(), new Shape(batch.rows(), 3, 16, 16));
        NDArray labels = manager.create(batch.labels(), new Shape(batch.rows(), 1));
        try (GradientCollector gradients = trainer.newGradientCollector()) {
          NDArray value = loss.evaluate(new NDList(labels), trainer.forward(new NDList(data)));
          gradients.backward(value);
          losses.add(value.getFloat());
        }
        trainer.step();
      }
    }

    /** Returns the mean loss of the last epoch. */
    double lastLoss() {
      int batchesOfEpoch = IMAGES / BATCH;
      return losses.subList(losses.size() - batchesOfEpoch, losses.size()).stream()
          .mapToDouble(Float::doubleValue)
          .average()
          .orElseThrow();
    }

    @Override
    public void close() {
      trainer.close();
      model.close();
    }
  }
}
