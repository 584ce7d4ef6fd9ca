// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.images.codec.Pixels;

/** An image of a batch before it becomes numbers: its pixels, and what was drawn for the rest. */
public final class AugmentedImage {
  private final Pixels pixels = new Pixels();
  private boolean mirrored;
  private float contrast = 1;
  private float illumination;

  /** Creates an image of no pixels. */
  public AugmentedImage() {}

  /** Returns the pixels. */
  public Pixels pixels() {
    return pixels;
  }

  /** Whether columns come in reverse. */
  public boolean isMirrored() {
    return mirrored;
  }

  /** Returns the factor of the numbers. */
  public float contrast() {
    return contrast;
  }

  /** Returns what is added to the numbers, before it is scaled as they are. */
  public float illumination() {
    return illumination;
  }

  /** Sets what was drawn. */
  public void set(boolean isMirrored, float factor, float addend) {
    mirrored = isMirrored;
    contrast = factor;
    illumination = addend;
  }
}
