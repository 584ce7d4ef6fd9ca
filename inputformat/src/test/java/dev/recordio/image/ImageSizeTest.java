// SPDX-License-Identifier: Apache-2.0
package dev.recordio.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImageSizeTest {
  private static byte[] image(String format) throws IOException {
    var out = new ByteArrayOutputStream();
    assertTrue(
        ImageIO.write(new BufferedImage(300, 7, BufferedImage.TYPE_INT_RGB), format, out), format);
    return out.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"jpg", "png"})
  void theSizeIsFoundOrTheHeaderIsCut(String format) throws IOException {
    byte[] image = image(format);
    byte[] moved = new byte[image.length + 5];
    System.arraycopy(image, 0, moved, 5, image.length);
    boolean found = false;
    for (int length = 0; length <= image.length; length++) {
      ImageSize size = ImageSize.of(moved, 5, length);
      assertTrue(size == null ? !found : size.equals(new ImageSize(7, 300)), "" + length);
      assertEquals(size, ImageSize.of(Arrays.copyOf(image, length), 0, length), "bounds");
      found |= size != null;
    }
    assertTrue(found);
  }

  @Test
  void fillBytesAndMarkersWithoutASegmentAreSteppedOver() {
    byte[] jpeg = HexFormat.of().parseHex("ffd8ffffe00004aabbffd0ff01ffc2000b080007012c");
    assertEquals(new ImageSize(7, 300), ImageSize.of(jpeg, 0, jpeg.length));
  }

  @Test
  void bytesBeforeAMarkerArePassedOverAsByDecoders() {
    byte[] jpeg = HexFormat.of().parseHex("ffd8ffe00002aaff00bbffffc0000b080007012c");
    assertEquals(new ImageSize(7, 300), ImageSize.of(jpeg, 0, jpeg.length));
  }

  @Test
  void anythingElseHasNone() throws IOException {
    assertNull(ImageSize.of(image("gif"), 0, 30));
    byte[] tables = HexFormat.of().parseHex("ffd8ffc4000b080007012c000000");
    assertNull(ImageSize.of(tables, 0, tables.length), "DHT is no frame");
    byte[] none = HexFormat.of().parseHex("ffd8ffe00002aaff000b080007012c0000");
    assertNull(ImageSize.of(none, 0, none.length), "no marker of a frame");
    byte[] zero = image("png");
    Arrays.fill(zero, 16, 20, (byte) 0);
    assertNull(ImageSize.of(zero, 0, zero.length), "no width");
  }
}
