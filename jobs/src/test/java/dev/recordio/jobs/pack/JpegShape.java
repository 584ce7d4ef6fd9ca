// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a JPEG's encoder has chosen: a second, plain reader of the segments before the scan.
 *
 * @param tables the quantisation tables by number, in the order of the file
 * @param sampling of each component: its number, the sampling factors, the number of its table
 */
record JpegShape(Map<Integer, String> tables, String sampling) {
  private static final int DQT = 0xdb;
  private static final int SOF0 = 0xc0;
  private static final int SOF2 = 0xc2;
  private static final int SOS = 0xda;

  static JpegShape of(byte[] jpeg) {
    var tables = new TreeMap<Integer, String>();
    String sampling = "";
    int at = 2;
    while ((jpeg[at + 1] & 0xff) != SOS) {
      int marker = jpeg[at + 1] & 0xff;
      int end = at + 2 + uint16(jpeg, at + 2);
      if (marker == DQT) {
        for (int table = at + 4; table < end; table += 65) {
          tables.put(
              (int) jpeg[table], Arrays.toString(Arrays.copyOfRange(jpeg, table + 1, table + 65)));
        }
      } else if (marker >= SOF0 && marker <= SOF2) {
        sampling = marker + ": " + Arrays.toString(Arrays.copyOfRange(jpeg, at + 10, end));
      }
      at = end;
    }
    return new JpegShape(tables, sampling);
  }

  private static int uint16(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
  }
}
