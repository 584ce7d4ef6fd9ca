// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.spec;

/**
 * The source of a pipeline: {@code prefix:INPUT} or INPUT. All characters but quotes and separators
 * are the input's own; separators of the list of inputs that are located in quotes get its escape.
 *
 * @param prefix the name of the kind of source, or null
 * @param input a list of inputs, as {@code InputSpec} reads it
 */
record SourceText(String prefix, String input) {
  /** Takes the source, up to the first separator. */
  static SourceText read(SpecScanner scanner, Prefixes prefixes) {
    scanner.skipBlanks();
    int start = scanner.at();
    String prefix = prefixes.of(scanner.rest());
    if (prefix == null) {
      String complaint = prefixes.complaint(scanner.rest());
      if (complaint != null) {
        throw scanner.place(start).error(complaint);
      }
    } else {
      scanner.backTo(start + prefix.length() + 1);
      scanner.skipBlanks();
    }
    String input = input(scanner);
    if (input.isEmpty()) {
      throw scanner
          .place(start)
          .error(prefix == null ? "the source is missing" : "no input after " + prefix + ":");
    }
    return new SourceText(prefix, input);
  }

  private static String input(SpecScanner scanner) {
    var input = new StringBuilder();
    int end = 0; // without the blanks after it
    int backslash = -1; // the end of a quoted text that ends in one
    while (!scanner.atEnd() && !scanner.atSeparator()) {
      int at = scanner.at();
      if (scanner.at('"')) {
        String quoted = scanner.quoted();
        input.append(quoted.replace(";", "\\;").replace(",", "\\,"));
        end = input.length();
        backslash = quoted.endsWith("\\") ? end : backslash;
        continue;
      }
      char c = scanner.next();
      if (isListSeparator(c) && backslash == input.length()) {
        throw scanner.place(at).error("a path that ends in a backslash has to be the last one");
      }
      input.append(c);
      end = SpecScanner.isBlank(c) ? end : input.length();
    }
    return input.substring(0, end);
  }

  private static boolean isListSeparator(char c) {
    return c == ';' || c == ',';
  }

  /** Appends the text that {@link #read} reads so; entries of the list are quoted if need be. */
  void appendTo(StringBuilder text, Prefixes prefixes) {
    if (prefix != null) {
      text.append(prefix).append(':');
    }
    for (int from = 0, to; from <= input.length(); from = to + 1) {
      to = endOfEntry(from);
      if (from > 0) {
        text.append(input.charAt(from - 1));
      }
      boolean begins = from == 0 && prefix == null && prefixes.isTakenFrom(input);
      appendEntry(text, from, to, begins || isOdd(from, to));
    }
  }

  private int endOfEntry(int from) {
    int to = from;
    while (to < input.length() && !isListSeparator(input.charAt(to))) {
      to += isEscape(to) ? 2 : 1;
    }
    return to;
  }

  /** Whether a backslash before a separator of the list is located here. */
  private boolean isEscape(int index) {
    return input.charAt(index) == '\\'
        && index + 1 < input.length()
        && isListSeparator(input.charAt(index + 1));
  }

  private boolean isOdd(int from, int to) {
    for (int i = from; i < to; i++) {
      boolean blankAtEnd =
          (i == 0 || i == input.length() - 1) && SpecScanner.isBlank(input.charAt(i));
      if (input.charAt(i) == '"' || blankAtEnd || SpecScanner.isSeparator(input, i)) {
        return true;
      }
    }
    return false;
  }

  private void appendEntry(StringBuilder text, int from, int to, boolean inQuotes) {
    if (!inQuotes) {
      text.append(input, from, to);
      return;
    }
    text.append('"');
    for (int i = from; i < to; i++) {
      i += isEscape(i) ? 1 : 0;
      Quotes.append(text, input.charAt(i));
    }
    text.append('"');
  }
}
