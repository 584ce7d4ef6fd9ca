// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.insightface;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pickles of Python: what is read, and that nothing else is. */
class FacePairsTest {
  /** {@code ([b'ab', b'c', b'ab', b''], [True, False])} in protocol 3, by Python 3.11. */
  private static final String PROTOCOL_3 =
      "80035d7100284302616271014301637102680143007103655d7104288889658671052e";

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  private static FacePairs read(byte[] pickle) throws IOException {
    return FacePairs.read(new ByteArrayInputStream(pickle), pickle.length);
  }

  private static String text(byte[] pickle) throws IOException {
    FacePairs pairs = read(pickle);
    var text = new StringBuilder();
    for (int i = 0; i < pairs.images(); i++) {
      int from = (int) pairs.offset(i);
      byte[] image = Arrays.copyOfRange(pickle, from, from + (int) pairs.length(i));
      text.append(new String(image, StandardCharsets.ISO_8859_1));
      text.append(i % 2 == 1 ? pairs.isSame(i) ? "+ " : "- " : "|");
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        PROTOCOL_3,
        "8004951b000000000000005d94284302616294430163946801430094655d942888896586942e",
        "8005951b000000000000005d94284302616294430163946801430094655d942888896586942e",
      })
  void pythonsProtocolsAreRead(String hex) throws IOException {
    assertEquals("ab|c+ ab|- ", text(bytes(hex)));
  }

  @Test
  void oneImageTwiceIsRememberedByPython() throws IOException {
    assertEquals(
        "ab|ab- ", text(bytes("80049512000000000000005d942843026162946801655d94896186942e")));
  }

  /** Protocol 2 of Python 2: strings are bytes; protocol 0: numbers and marks are text. */
  @Test
  void python2IsRead() throws IOException {
    byte[] two =
        "\u0080\2]q\0(U\2abq\1T\1\0\0\0cq\2e]q\3\u0088a\u0086q\4."
            .getBytes(StandardCharsets.ISO_8859_1);
    assertEquals("ab|c+ ", text(two));
    byte[] tuple = "((lp0\nC\2abaC\1ca(lp1\nI01\natp2\n.".getBytes(StandardCharsets.ISO_8859_1);
    assertEquals("ab|c+ ", text(tuple));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          80 02 5d 71 00 63 | 5 | the opcode 0x63, which is not read: it may run code
          80 03 5d 28 43 01 61 65 5d 28 88 65 86 2e | 0 | two images for each of 1 flags
          80 03 5d 28 88 88 65 5d 28 88 65 86 2e | 0 | bytes as image 0
          80 03 5d 28 43 01 61 43 01 61 65 5d 28 43 01 61 65 86 2e | 0 | a boolean as flag 0
          80 03 5d 2e | 0 | a tuple of a list of images
          80 03 4b 02 | 2 | a boolean, 0 or 1
          80 03 42 ff ff ff 7f 00 | 2 | found 2147483647 bytes
          80 03 8e 00 00 00 00 00 00 00 80 00 | 2 | found 9223372036854775808 bytes
          80 03 65 | 2 | a mark on the stack
          80 03 86 | 2 | a value on the stack
          80 03 28 86 | 3 | found a mark
          80 03 88 88 61 | 4 | a list to append to
          80 03 68 07 | 2 | none with the number 7
          80 03 5d | 3 | found the end of the file
          """)
  void everythingElseIsRefusedWithItsPlace(String hex, long offset, String words) {
    byte[] pickle = bytes(hex.replace(" ", ""));
    var e = assertThrows(MalformedRecordException.class, () -> read(pickle));
    assertTrue(e.getMessage().contains(words), e.getMessage());
    assertEquals(offset, e.offset());
  }

  @Test
  void everyCutAndEveryOtherByteEndsWellOrWithAnOffset() throws IOException {
    byte[] whole = bytes(PROTOCOL_3);
    for (int cut = 0; cut < whole.length; cut++) {
      byte[] less = Arrays.copyOf(whole, cut);
      assertThrows(MalformedRecordException.class, () -> read(less));
    }
    for (int at = 0; at < whole.length; at++) {
      byte right = whole[at];
      for (int value = 0; value < 256; value++) {
        whole[at] = (byte) value;
        try {
          FacePairs pairs = read(whole);
          for (int i = 0; i < pairs.images(); i++) {
            assertTrue(pairs.offset(i) + pairs.length(i) <= whole.length);
          }
        } catch (MalformedRecordException e) {
          assertTrue(e.offset() <= whole.length, e.getMessage());
        }
      }
      whole[at] = right;
    }
  }
}
