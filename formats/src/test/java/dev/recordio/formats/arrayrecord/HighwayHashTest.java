// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.arrayrecord;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.bytes.LittleEndian;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Against the vectors of google/highwayhash (highwayhash_test.cc), and headers of Riegeli. */
class HighwayHashTest {
  /** Hashes of no byte, of 0, of 0 and 1, and so on, under a key of the bytes 0 to 31. */
  private static final long[] EXPECTED = {
    0x907A56DE22C26E53L, 0x7EAB43AAC7CDDD78L, 0xB8D0569AB0B53D62L, 0x5C6BEFAB8A463D80L,
    0xF205A46893007EDAL, 0x2B8A1668E4A94541L, 0xBD4CCC325BEFCA6FL, 0x4D02AE1738F59482L,
    0xE1205108E55F3171L, 0x32D2644EC77A1584L, 0xF6E10ACDB103A90BL, 0xC3BBF4615B415C15L,
    0x243CC2040063FA9CL, 0xA89A58CE65E641FFL, 0x24B031A348455A23L, 0x40793F86A449F33BL,
    0xCFAB3489F97EB832L, 0x19FE67D2C8C5C0E2L, 0x04DD90A69C565CC2L, 0x75D9518E2371C504L,
    0x38AD9B1141D3DD16L, 0x0264432CCD8A70E0L, 0xA9DB5A6288683390L, 0xD7B05492003F028CL,
    0x205F615AEA59E51EL, 0xEEE0C89621052884L, 0x1BFC1A93A7284F4FL, 0x512175B5B70DA91DL,
    0xF71F8976A0A2C639L, 0xAE093FEF1F84E3E7L, 0x22CA92B01161860FL, 0x9FC7007CCF035A68L,
    0xA0C964D9ECD580FCL, 0x2C90F73CA03181FCL, 0x185CF84E5691EB9EL, 0x4FC1F5EF2752AA9BL
  };

  @Test
  void theVectorsOfItsAuthorsAreMet() {
    var hash =
        new HighwayHash(
            0x0706050403020100L, 0x0F0E0D0C0B0A0908L, 0x1716151413121110L, 0x1F1E1D1C1B1A1918L);
    byte[] bytes = new byte[80];
    for (int i = 0; i < EXPECTED.length; i++) {
      bytes[7 + i] = (byte) i;
      assertEquals(EXPECTED[i], hash.of(bytes, 7, i), "of " + i + " bytes");
    }
    byte[] high = new byte[33];
    for (int i = 0; i < high.length; i++) {
      high[i] = (byte) (128 + i);
    }
    assertEquals(0x53C516CCE478CAD7L, new HighwayHash(1, 2, 3, 4).of(high, 0, high.length));
    assertEquals(0x7858F24D2D79B2B2L, new HighwayHash(1, 2, 3, 4).of(new byte[] {-1}, 0, 1));
  }

  /** The first 64 bytes of each file of google/array_record. */
  @Test
  void theHeadersOfAFileHaveItsHashes() {
    byte[] head =
        HexFormat.of()
            .parseHex(
                "83af70d10d884a3f"
                    + "0".repeat(16)
                    + "4000000000000000"
                    + "91bac23c9287e1a9"
                    + "0".repeat(16)
                    + "e19f13c0e9b1c372"
                    + "7300000000000000"
                    + "0".repeat(16));
    assertEquals(LittleEndian.getLong(head, 0), Blocks.newHash().of(head, 8, 16));
    var header = new ChunkHeader();
    assertEquals(true, header.read(head, Blocks.HEADER_BYTES));
    assertEquals(ChunkHeader.SIGNATURE, header.type());
    assertEquals(true, header.isHashOf(head, 0));
  }
}
