// SPDX-License-Identifier: Apache-2.0
package dev.recordio.image;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageContentTest {
  @ParameterizedTest
  @CsvSource({
    "ffd8ffe000104a46, jpg, jpeg",
    "89504e470d0a1a0a, png, png",
    "474946383961, gif, gif",
    "524946461a000000574542505650, webp, webp",
    "49492a0008000000, tiff, tiff",
    "4d4d002a00000008, tiff, tiff",
    "0000000c6a5020200d0a870a, jp2, jp2",
    "0000002066747970617669660000, avif, avif",
    "424d3e000000, bmp, bmp",
    "00112233445566778899, bin, ''",
    "'', bin, ''",
  })
  void aFormatIsKnownByItsFirstBytes(String hex, String suffix, String format) {
    byte[] head = HexFormat.of().parseHex(hex);
    var shifted = new byte[head.length + 3];
    System.arraycopy(head, 0, shifted, 3, head.length);

    assertEquals(suffix, ImageContent.of(head, 0, head.length).suffix());
    assertEquals(suffix, ImageContent.of(shifted, 3, head.length).suffix());
    assertEquals(format, ImageContent.of(head, 0, head.length).format());
  }

  @Test
  void aCutSignatureIsNone() {
    byte[] png = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    for (int length = 0; length < png.length; length++) {
      assertEquals(ImageContent.OTHER, ImageContent.of(Arrays.copyOf(png, length), 0, length));
    }
    byte[] wave = "RIFF....WAVEfmt ".getBytes(StandardCharsets.US_ASCII);
    assertEquals(ImageContent.OTHER, ImageContent.of(wave, 0, wave.length));
    byte[] noRiff = "FFIR....WEBPVP8 ".getBytes(StandardCharsets.US_ASCII);
    assertEquals(ImageContent.OTHER, ImageContent.of(noRiff, 0, noRiff.length));
  }
}
