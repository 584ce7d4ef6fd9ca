// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Decoding;
import dev.recordio.images.codec.Pixels;
import org.junit.jupiter.api.Test;

/** Crops without resizing, and mirrors. */
class PlainCropTest {
  private static final int IMAGES = 6000;

  private final AugmentedImage into = new AugmentedImage();

  private static Augmenter augmenter(String... namesAndValues) {
    AugmentOptions.Builder options = AugmentOptions.builder().set("shape", "3,6,4");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      options.set(namesAndValues[i], namesAndValues[i + 1]);
    }
    return new Augmenter(options.build(), Decoding.DEFAULT_MAX_PIXELS);
  }

  @Test
  void withoutChanceItIsTheMiddleRoundedDown() throws MalformedRecordException {
    Augmenter augmenter = augmenter();
    int[][] sizes = {{4, 6}, {5, 7}, {6, 6}, {9, 11}, {12, 6}};
    for (int[] size : sizes) {
      augmenter.augment(Images.places(size[0], size[1], 3), 1, 2, 3, into);
      Pixels crop = into.pixels();
      assertEquals("4x6x3", crop.width() + "x" + crop.height() + "x" + crop.channels());
      for (int y = 0; y < 6; y++) {
        for (int x = 0; x < 4; x++) {
          assertEquals(x + (size[0] - 4) / 2, crop.sample(x, y, 0));
          assertEquals(y + (size[1] - 6) / 2, crop.sample(x, y, 1));
        }
      }
      assertEquals(false, into.isMirrored());
      assertEquals(1f, into.contrast());
      assertEquals(0f, into.illumination());
    }
  }

  @Test
  void randomPlacesAreEvenReachBothEndsAndAreIndependent() throws MalformedRecordException {
    Augmenter augmenter = augmenter("rand-crop", "true", "rand-mirror", "true");
    Pixels image = Images.places(10, 10, 3); // 7 places across, 5 down
    var places = new ChiSquare(7 * 5 * 2);
    var neighbours = new ChiSquare(7 * 7);
    var epochs = new ChiSquare(35);
    var mirrors = new ChiSquare(2 * 2);
    var before = new int[3];
    for (int id = 0; id < IMAGES; id++) {
      int[] drawn = draw(augmenter, image, 4, id);
      int[] later = draw(augmenter, image, 5, id);
      places.count((drawn[0] * 5 + drawn[1]) * 2 + drawn[2]);
      neighbours.count(before[0] * 7 + drawn[0]);
      epochs.count((drawn[0] * 5 + drawn[1] - later[0] * 5 - later[1] + 35) % 35);
      mirrors.count(drawn[2] * 2 + later[2]);
      before = drawn;
    }
    places.assertEven("place and mirror");
    neighbours.assertEven("place of the image before");
    epochs.assertEven("place in the next epoch");
    mirrors.assertEven("mirror in the next epoch");
    for (int cell = 0; cell < 70; cell++) {
      assertTrue(places.at(cell) > 0, "both ends are reached");
    }
  }

  private int[] draw(Augmenter augmenter, Pixels image, long epoch, long id)
      throws MalformedRecordException {
    augmenter.augment(image, 11, epoch, id, into);
    int left = into.pixels().sample(0, 0, 0);
    int top = into.pixels().sample(0, 0, 1);
    assertEquals(left + 3, into.pixels().sample(3, 5, 0));
    assertEquals(top + 5, into.pixels().sample(3, 5, 1));
    return new int[] {left, top, into.isMirrored() ? 1 : 0};
  }

  @Test
  void drawsAreOfSeedEpochAndIdAlone() throws MalformedRecordException {
    Augmenter one = augmenter("rand-crop", "1", "rand-mirror", "1");
    Augmenter other = augmenter("rand-crop", "1", "rand-mirror", "1", "max-random-contrast", "1");
    Pixels image = Images.places(30, 30, 3);
    for (int id = 0; id < 100; id++) {
      int[] first = draw(one, image, 1, id);
      draw(other, image, 1, 7 * id + 1); // another image between
      assertEquals(
          java.util.Arrays.toString(first), java.util.Arrays.toString(draw(other, image, 1, id)));
    }
  }

  @Test
  void mirrorMirrorsAllAlsoWithRandMirror() throws MalformedRecordException {
    Augmenter augmenter = augmenter("mirror", "true", "rand-mirror", "true");
    for (int id = 0; id < 50; id++) {
      augmenter.augment(Images.places(10, 10, 3), 0, 0, id, into);
      assertTrue(into.isMirrored());
    }
  }

  @Test
  void factorsOfTheNumbersStayInTheirBounds() throws MalformedRecordException {
    Augmenter augmenter = augmenter("max-random-contrast", "0.25", "max-random-illumination", "20");
    var cells = new ChiSquare(16);
    for (int id = 0; id < 2000; id++) {
      augmenter.augment(Images.places(4, 6, 3), 0, 0, id, into);
      float factor = into.contrast() - 1;
      assertTrue(Math.abs(factor) <= 0.25 && Math.abs(into.illumination()) <= 20);
      cells.count((int) ((factor + 0.25) * 8) * 4 + (int) ((into.illumination() + 20) / 10));
    }
    cells.assertEven("contrast and illumination");
  }
}
