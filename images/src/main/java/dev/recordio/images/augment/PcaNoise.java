// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.images.codec.Pixels;

/**
 * Adds the same random colour to all pixels: a normal distribution along the principal axes of the
 * colours of ImageNet, as AlexNet's authors did.
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
