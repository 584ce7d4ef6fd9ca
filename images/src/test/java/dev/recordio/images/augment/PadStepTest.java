// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;
import org.junit.jupiter.api.Test;

class PadStepTest {
  /** Of four channels what is added is transparent, as libmxnet 1.9.1 has it. */
  @Test
  void pixelsOfTheFillValueAreAddedOnAllSides() throws MalformedRecordException {
    for (int channels : new int[] {1, 3, 4}) {
      Pixels image = Images.places(5, 3, channels);
      Pixels padded = Images.places(5, 3, channels);
      var spare = new Pixels();
      spare.set(Images.plain(20, 20, 4, 7)); // not clean
      new SizeStep.Pad(2, 201, new Resize.Limit(63)).apply(padded, spare, new Draws());
      assertEquals("9x7x" + channels, padded.width() + "x7x" + padded.channels());
      assertEquals(7, padded.height());
      for (int y = 0; y < 7; y++) {
        for (int x = 0; x < 9; x++) {
          for (int channel = 0; channel < channels; channel++) {
            boolean inside = x >= 2 && x < 7 && y >= 2 && y < 5;
            int outside = channel == 3 ? 0 : 201;
            int expected = inside ? image.sample(x - 2, y - 2, channel) : outside;
            assertEquals(expected, padded.sample(x, y, channel), x + "," + y + "," + channel);
          }
        }
      }
    }
  }

  @Test
  void aSizeBeyondTheLimitIsAnError() {
    var step = new SizeStep.Pad(2, 201, new Resize.Limit(62));
    Pixels image = Images.places(5, 3, 1);
    var error =
        assertThrows(
            MalformedRecordException.class, () -> step.apply(image, new Pixels(), new Draws()));
    assertEquals("at most 62 pixels after pad 2", error.expected());
    assertEquals("9x7, from an image of 5x3", error.found());
  }
}
