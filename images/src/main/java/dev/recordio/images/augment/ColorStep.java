// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.images.codec.Pixels;

/** A step that changes the colours of an image of three channels in place. */
interface ColorStep {
  /** Changes the samples. */
  void apply(Pixels image, Draws draws);

  /** What becomes of each of the 256 samples. */
  final class SampleTable {
    private static final int SAMPLES = 256;

    private final byte[] table = new byte[SAMPLES];

    /** Makes it {@code factor * sample + addend}, rounded half to even, and saturated. */
    void setLinear(float factor, float addend) {
      for (int sample = 0; sample < SAMPLES; sample++) {
        table[sample] = sample(sample * factor + addend);
      }
    }

    /** Returns a sample: rounded half to even, 0 to 255. */
    static byte sample(float value) {
      int rounded = (int) Math.rint(value);
      return (byte) Math.max(0, Math.min(SAMPLES - 1, rounded));
    }

    /** Changes all samples of an image. */
    void applyTo(Pixels image) {
      byte[] data = image.data();
      for (int i = 0; i < image.bytes(); i++) {
        data[i] = table[data[i] & 0xff];
      }
    }

    /** Changes the samples of one of three channels. */
    void applyTo(Pixels image, int channel) {
      byte[] data = image.data();
      for (int i = channel; i < image.bytes(); i += 3) {
        data[i] = table[data[i] & 0xff];
      }
    }
  }

  /**
   * Adds the same random colour to all pixels: a normal distribution along the principal axes of
   * the colours of ImageNet, as AlexNet's authors did.
   */
  final class PcaNoise implements ColorStep {
    private static final float[] EIGENVALUES = {55.46f, 4.794f, 1.148f};

    /** A row for red, green and blue, a column for each axis. */
    private static final float[][] EIGENVECTORS = {
      {-0.5675f, 0.7192f, 0.4009f}, {-0.5808f, -0.0045f, -0.8140f}, {-0.5836f, -0.6948f, 0.4203f}
    };

    private final float deviation;
    private final SampleTable table = new SampleTable();

    PcaNoise(float deviation) {
      this.deviation = deviation;
    }

    @Override
    public void apply(Pixels image, Draws draws) {
      for (int channel = 0; channel < EIGENVECTORS.length; channel++) {
        float sum = 0;
        for (int axis = 0; axis < EIGENVALUES.length; axis++) {
          float length = (float) (draws.normal(Draws.Name.PCA, axis) * deviation);
          sum += EIGENVECTORS[channel][axis] * (length * EIGENVALUES[axis]);
        }
        table.setLinear(1, sum);
        table.applyTo(image, channel);
      }
    }
  }
}
