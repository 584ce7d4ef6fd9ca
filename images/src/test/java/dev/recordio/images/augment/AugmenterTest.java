// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Decoding;
import dev.recordio.images.codec.Pixels;
import org.junit.jupiter.api.Test;

class AugmenterTest {
  private static final String[] ALL_IN_PLACE = {
    "rand-crop", "1", "pad", "2", "fill-value", "9", "brightness", "0.4", "contrast", "0.3",
    "saturation", "0.2", "random-h", "20", "random-s", "30", "random-l", "40", "pca-noise", "0.3",
    "rand-mirror", "1", "max-random-contrast", "0.1", "max-random-illumination", "4"
  };

  private final AugmentedImage into = new AugmentedImage();

  private static Augmenter augmenter(String shape, String... namesAndValues) {
    return new Augmenter(Images.options(shape, namesAndValues), Decoding.DEFAULT_MAX_PIXELS);
  }

  @Test
  void otherChannelsThanThoseOfTheShapeAreAnError() {
    Augmenter augmenter = augmenter("4,4,4");
    var error =
        assertThrows(
            MalformedRecordException.class,
            () -> augmenter.augment(Images.plain(8, 8, 3, 0), 0, 0, 0, into));
    assertEquals("4 channels, as shape has", error.expected());
    assertEquals("3 channels", error.found());
    assertEquals(null, error.path());
  }

  @Test
  void ofSixteenBitsTheHighOnesAreTaken() throws MalformedRecordException {
    var deep = new Pixels();
    deep.reshape(6, 5, 4, 16);
    for (int i = 0; i < 6 * 5 * 4; i++) {
      deep.data()[2 * i] = (byte) (i + 100);
      deep.data()[2 * i + 1] = (byte) 0xff;
    }
    augmenter("4,5,6").augment(deep, 0, 0, 0, into);
    assertEquals(8, into.pixels().depth());
    for (int i = 0; i < 6 * 5 * 4; i++) {
      assertEquals((byte) (i + 100), into.pixels().data()[i]);
    }
  }

  /** The pad comes before the crop, which comes before the colours. */
  @Test
  void stepsComeInTheirOrder() throws MalformedRecordException {
    AugmentOptions options =
        Images.options("3,7,9", "pad", "2", "fill-value", "9", "contrast", "1");
    Pixels image = Images.plain(5, 3, 3, 200);
    new Augmenter(options, Decoding.DEFAULT_MAX_PIXELS).augment(image, 17, 0, 4, into);
    Pixels expected = Images.plain(9, 7, 3, 9);
    for (int y = 2; y < 5; y++) {
      for (int i = 2 * 3; i < 7 * 3; i++) {
        expected.data()[y * 27 + i] = (byte) 200;
      }
    }
    new ColorJitter(options).apply(expected, Images.draws(0, 4));
    assertArrayEquals(Images.bytes(expected), Images.bytes(into.pixels()));
  }

  @Test
  void anImageIsTheSameWhateverCameBefore() throws MalformedRecordException {
    Augmenter used = augmenter("3,20,24", ALL_IN_PLACE);
    var other = new AugmentedImage();
    for (int id = 0; id < 30; id++) {
      used.augment(Images.random(40 - id % 7, 31, 3, id), 5, id, 1000 - id, into);
      Augmenter fresh = augmenter("3,20,24", ALL_IN_PLACE);
      Pixels image = Images.random(35, 25, 3, 99);
      used.augment(Images.random(35, 25, 3, 99), 5, 2, id, into);
      fresh.augment(image, 5, 2, id, other);
      assertArrayEquals(Images.bytes(into.pixels()), Images.bytes(other.pixels()));
      assertEquals(into.isMirrored(), other.isMirrored());
      assertEquals(into.contrast(), other.contrast());
      assertEquals(into.illumination(), other.illumination());
    }
  }

  /** The draws of an option are the same whichever others there are. */
  @Test
  void oneOptionMovesNoDrawOfAnother() throws MalformedRecordException {
    Augmenter plain = augmenter("3,4,4", "rand-crop", "1", "rand-mirror", "1");
    Augmenter more =
        augmenter(
            "3,4,4",
            "rand-crop",
            "1",
            "rand-mirror",
            "1",
            "max-random-contrast",
            "0.5",
            "pad",
            "0",
            "max-random-illumination",
            "3",
            "inter",
            "10");
    var other = new AugmentedImage();
    for (int id = 0; id < 200; id++) {
      plain.augment(Images.places(50, 50, 3), 1, 2, id, into);
      more.augment(Images.places(50, 50, 3), 1, 2, id, other);
      assertArrayEquals(Images.bytes(into.pixels()), Images.bytes(other.pixels()));
      assertEquals(into.isMirrored(), other.isMirrored());
    }
  }

  /** Frozen: what a release draws, the next one draws too. */
  @Test
  void resultsNeverChange() throws MalformedRecordException {
    Pixels image = Images.colors();
    augmenter("3,20,24", ALL_IN_PLACE).augment(image, 1, 2, 3, into);
    assertEquals(-1409083926, Images.crc(into.pixels()));
    assertTrue(into.isMirrored());
    assertEquals(1.0202359f, into.contrast());
    assertEquals(-1.0649198f, into.illumination());
  }

  @Test
  void channelsOfOneAndFourAreCutAndPaddedToo() throws MalformedRecordException {
    for (int channels : new int[] {1, 4}) {
      Augmenter augmenter = augmenter(channels + ",6,6", "pad", "1", "rand-mirror", "1");
      augmenter.augment(Images.places(4, 4, channels), 0, 0, 0, into);
      assertEquals(channels, into.pixels().channels());
      assertEquals(255, into.pixels().sample(0, 0, 0));
      assertEquals(0, into.pixels().sample(1, 1, 0));
      assertEquals(3, into.pixels().sample(4, 1, 0));
    }
  }
}
