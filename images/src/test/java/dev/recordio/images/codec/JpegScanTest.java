// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import static dev.recordio.images.codec.OpenCvImages.jpeg;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JpegScanTest {
  private final JpegScan scan = new JpegScan();

  @ParameterizedTest
  @ValueSource(ints = {0x411111, 0x211111, 0x221111, 0x121111, 0x111111})
  void everySamplingIsWhole(int sampling) {
    for (int size : new int[] {1, 7, 8, 9, 16, 17, 33, 65}) {
      byte[] image = jpeg(size, 70 - size, 3, OpenCvImages.SAMPLING, sampling);
      assertTrue(isWhole(image), size + "");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 30, 60, 80, 95, 100})
  void everyQualityIsWhole(int quality) {
    assertTrue(isWhole(jpeg(61, 47, 3, OpenCvImages.QUALITY, quality)));
    assertTrue(isWhole(jpeg(61, 47, 1, OpenCvImages.QUALITY, quality)));
    // Tables of its own, in place of the usual ones of the image before.
    byte[] own = jpeg(61, 47, 3, OpenCvImages.QUALITY, quality, OpenCvImages.OPTIMIZE, 1);
    assertTrue(isWhole(own));
    assertTrue(isWhole(jpeg(61, 47, 3, OpenCvImages.QUALITY, quality)));
  }

  @Test
  void restartsAreInOrder() {
    for (int interval : new int[] {1, 2, 3, 7}) {
      byte[] image = jpeg(81, 47, 3, OpenCvImages.RESTART, interval);
      assertTrue(isWhole(image), interval + "");
      int restarts = 0;
      for (int i = 0; i + 1 < image.length; i++) {
        if (image[i] == (byte) 0xff && (image[i + 1] & 0xf8) == 0xd0) {
          restarts++;
          image[i + 1] ^= 1;
          assertFalse(isWhole(image), "at " + i);
          image[i + 1] ^= 1;
        }
      }
      assertTrue(restarts >= 18 / interval - 1, restarts + "");
    }
  }

  @Test
  void whatIsAfterTheEndDoesNotCount() {
    byte[] image = jpeg(40, 30, 3);
    assertTrue(isWhole(Arrays.copyOf(image, image.length + 9)));
    byte[] shifted = new byte[image.length + 20];
    System.arraycopy(image, 0, shifted, 13, image.length);
    assertTrue(isWhole(shifted, 13, image.length));
    assertFalse(isWhole(shifted, 13, image.length - 1));
  }

  @Test
  void aCutImageIsNotWhole() {
    byte[] image = jpeg(40, 30, 3);
    for (int length = 0; length < image.length; length++) {
      assertFalse(isWhole(Arrays.copyOf(image, length)), length + "");
    }
  }

  /** What is left over of the codes, in whole bytes, or lacking. */
  @Test
  void aByteMoreOrLessIsNotWhole() {
    byte[] image = jpeg(40, 30, 3);
    int end = image.length - 2;
    for (int value : new int[] {0, 1, 0x7f, 0xfe}) {
      byte[] more = Arrays.copyOf(image, image.length + 1);
      more[end] = (byte) value;
      more[end + 1] = (byte) 0xff;
      more[end + 2] = (byte) 0xd9;
      assertFalse(isWhole(more), value + "");
    }
    byte[] less = Arrays.copyOf(image, image.length - 1);
    less[end - 1] = (byte) 0xff;
    less[end] = (byte) 0xd9;
    assertFalse(isWhole(less));
  }

  /** Tables that earlier images had are not those of this one. */
  @Test
  void aMissingTableIsNotWhole() {
    byte[] image = jpeg(40, 30, 3);
    assertTrue(isWhole(image));
    int tables = 0;
    for (int at = 2; (image[at + 1] & 0xff) != 0xda; ) {
      int length = 2 + ((image[at + 2] & 0xff) << 8 | image[at + 3] & 0xff);
      int marker = image[at + 1] & 0xff;
      if (marker == 0xdb || marker == 0xc4) {
        tables++;
        image[at + 1] = (byte) 0xfe; // a comment
        assertFalse(isWhole(image), "without the table at " + at);
        image[at + 1] = (byte) marker;
      }
      at += length;
    }
    assertTrue(tables >= 3, tables + "");
  }

  /** What a scan says of coefficients and bits: an image of one pass has all in each. */
  @Test
  void aScanOfAPartIsNotWhole() {
    byte[] image = jpeg(40, 30, 3);
    int scan = 2;
    while ((image[scan + 1] & 0xff) != 0xda) {
      scan += 2 + ((image[scan + 2] & 0xff) << 8 | image[scan + 3] & 0xff);
    }
    for (int i = scan + 11; i < scan + 14; i++) {
      image[i] ^= 1;
      assertFalse(isWhole(image), "at " + i);
      image[i] ^= 1;
    }
    assertTrue(isWhole(image));
  }

  @Test
  void ofProgressiveImagesItCannotTell() {
    assertFalse(isWhole(jpeg(40, 30, 3, OpenCvImages.PROGRESSIVE, 1)));
  }

  private boolean isWhole(byte[] image) {
    return isWhole(image, 0, image.length);
  }

  private boolean isWhole(byte[] image, int offset, int length) {
    var layout = new JpegLayout();
    try {
      layout.read(image, offset, length);
    } catch (MalformedRecordException e) {
      return false;
    }
    return scan.isWhole(layout);
  }
}
