// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.report;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Text in HTML and SVG. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
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
