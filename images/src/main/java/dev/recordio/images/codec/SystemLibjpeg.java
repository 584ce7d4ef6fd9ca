// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

/** Which libjpeg the JDK's ImageIO decodes with: on it depends how fast it is. */
final class SystemLibjpeg {
  private SystemLibjpeg() {}

  static String describe() {
    return "JDK " + System.getProperty("java.version") + " ImageIO";
  }
}
