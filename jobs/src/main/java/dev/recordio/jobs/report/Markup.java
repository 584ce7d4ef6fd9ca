// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.jobs.run.error.Printable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/** Writes HTML and SVG: elements that are closed in their order, and text that is escaped. */
final class Markup {
  /** Elements whose end also ends a line of the source. */
  private static final Set<String> LINES = Set.of("section", "figure", "table", "tr", "div", "li");

  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * Begins an element.
   *
   * @param attributes names and values by turns; one whose value is null is left out
   */
  Markup open(String tag, Object... attributes) {
    begin(tag, attributes);
    open.push(tag);
    return this;
  }

  /** Writes an element without content, and without an end of its own. */
  Markup begin(String tag, Object... attributes) {
    out.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      if (attributes[i + 1] != null) {
        out.append(' ').append(attributes[i]).append("=\"");
        escape(value(attributes[i + 1])).append('"');
      }
    }
    out.append('>');
    return this;
  }

  /** Coordinates have a digit after the point at most. */
  private static String value(Object attribute) {
    if (attribute instanceof Double number) {
      long tenths = Math.round(number * 10);
      return tenths % 10 == 0 ? Long.toString(tenths / 10) : Double.toString(tenths / 10.0);
    }
    return attribute.toString();
  }

  /** Ends the element that was begun last. */
  Markup close() {
    String tag = open.pop();
    out.append("</").append(tag).append('>');
    if (LINES.contains(tag)) {
      out.append('\n');
    }
    return this;
  }

  /** Writes an element that has text only. */
  Markup element(String tag, String text, Object... attributes) {
    return open(tag, attributes).text(text).close();
  }

  /** Writes text. */
  Markup text(String text) {
    escape(text);
    return this;
  }

  /** Returns a text as markup. */
  static String escaped(String text) {
    return new Markup().text(text).toString();
  }

  /** Addresses are written so that nothing takes them for a link. */
  private StringBuilder escape(String text) {
    String shown = Printable.of(text);
    for (int i = 0; i < shown.length(); i++) {
      char c = shown.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        case ':' -> out.append(shown.startsWith("://", i) ? "&#58;" : ":");
        default -> out.append(c);
      }
    }
    return out;
  }

  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("not closed: " + open);
    }
    return out.toString();
  }
}
