// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.report;

/** Text in HTML and SVG. */
final class Html {
  private Html() {}

  /** Returns the text with what has a meaning in HTML escaped. */
  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
