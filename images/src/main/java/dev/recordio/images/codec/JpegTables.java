// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import javax.imageio.plugins.jpeg.JPEGQTable;

/**
 * Quantisation tables of a quality, by the integer rule of IJG's libjpeg. ImageIO's own qualities
 * give others, since it scales by floating point.
 */
final class JpegTables {
  private JpegTables() {}

  /** Returns the table of luminance. */
  static JPEGQTable luminance(int quality) {
    return scaled(JPEGQTable.K1Luminance, quality);
  }

  /** Returns the table of chrominance. */
  static JPEGQTable chrominance(int quality) {
    return scaled(JPEGQTable.K2Chrominance, quality);
  }

  /**
   * Scales a table: to 5000 / quality percent below 50, 200 - 2 * quality from there, rounded,
   * within 1 and 255. Quality 0 counts as 1.
   */
  private static JPEGQTable scaled(JPEGQTable base, int quality) {
    int valid = Math.max(1, quality);
    int percent = valid < 50 ? 5000 / valid : 200 - 2 * valid;
    int[] table = base.getTable();
    for (int i = 0; i < table.length; i++) {
      table[i] = Math.max(1, Math.min(255, (table[i] * percent + 50) / 100));
    }
    return new JPEGQTable(table);
  }
}
