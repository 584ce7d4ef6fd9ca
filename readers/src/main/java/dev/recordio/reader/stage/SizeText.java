// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

/** Numbers of bytes as texts of pipelines have them. */
final class SizeText {
  private static final String SUFFIXES = "kmgt";

  private SizeText() {}

  /** Returns the shortest text that means exactly so many bytes, such as 64m. */
  static String of(long bytes) {
    long number = bytes;
    int suffix = -1;
    while (number != 0 && number % 1024 == 0 && suffix + 1 < SUFFIXES.length()) {
      number /= 1024;
      suffix++;
    }
    return suffix < 0 ? Long.toString(number) : number + SUFFIXES.substring(suffix, suffix + 1);
  }
}
