// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Random numbers of one image: each is a function of seed, epoch, id and the name of the draw, and
 * of nothing else. So the order of draws does not matter, nor which other draws there are.
 */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class Draws {
  /** What a number is drawn for. Names are part of the function: their numbers never change. */
  public enum Name {
    INTERPOLATION,
    CROP_X,
    CROP_Y,
    MIRROR
  }

  /** Creates the draws of no image. */
  public Draws() {}

  /** Chooses the image. */
  public void set(long seed, long epoch, long id) {
    throw new UnsupportedOperationException();
  }

  /** Returns a number from 0 up to, not including, 1: uniform, 53 bits. */
  public double unit(Name name) {
    return unit(name, 0);
  }

  /** Returns one of several numbers of the same name. */
  public double unit(Name name, int repetition) {
    throw new UnsupportedOperationException();
  }
}
