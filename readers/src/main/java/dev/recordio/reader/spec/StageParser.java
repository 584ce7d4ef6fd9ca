// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.spec;

import dev.recordio.conf.InvalidSettingException;
import java.util.ArrayList;
import java.util.List;

/** Reads one stage: a name and, in parentheses, its arguments. */
final class StageParser {
  private final SpecScanner scanner;
  private final List<StageCall.Argument> arguments = new ArrayList<>();
  private final List<SpecPlace> places = new ArrayList<>();

  private StageParser(SpecScanner scanner) {
    this.scanner = scanner;
  }

  /** Takes a stage and the blanks around it; the end or a separator follows. */
  static StageCall read(SpecScanner scanner) {
    return new StageParser(scanner).stage();
  }

  private StageCall stage() {
    scanner.skipBlanks();
    places.add(scanner.place(scanner.at()));
    String name = scanner.name();
    if (name.isEmpty()) {
      throw scanner.expected("a stage");
    }
    scanner.skipBlanks();
    int open = scanner.at();
    if (scanner.skip('(')) {
      arguments(open);
      scanner.skipBlanks();
    }
    if (!scanner.atEnd() && !scanner.atSeparator()) {
      throw scanner.expected("' | ' with blanks on both sides, or the end, after stage " + name);
    }
    return StageCall.read(name, arguments, places);
  }

  private void arguments(int open) {
    scanner.skipBlanks();
    if (scanner.skip(')')) {
      return;
    }
    do {
      scanner.skipBlanks();
      places.add(scanner.place(scanner.at()));
      String name = argumentName();
      arguments.add(new StageCall.Argument(name, value(open)));
      scanner.skipBlanks();
    } while (scanner.skip(','));
    if (scanner.atEnd() || scanner.atSeparator()) {
      throw notClosed(open);
    }
    if (!scanner.skip(')')) {
      throw scanner.expected("',' or ')' (a value with such characters is written in quotes)");
    }
  }

  /** Takes a name and an equals sign; returns null, and takes nothing, when there are none. */
  private String argumentName() {
    int start = scanner.at();
    String name = scanner.name();
    scanner.skipBlanks();
    if (name.isEmpty() || !scanner.skip('=')) {
      scanner.backTo(start);
      return null;
    }
    scanner.skipBlanks();
    return name;
  }

  private String value(int open) {
    if (scanner.at('"')) {
      return scanner.quoted();
    }
    if (scanner.atEnd() || scanner.atSeparator()) {
      throw notClosed(open);
    }
    var value = new StringBuilder();
    while (!scanner.atEnd() && !Quotes.endsValue(scanner.peek())) {
      value.append(scanner.next());
    }
    if (value.isEmpty()) {
      throw scanner.expected("a value");
    }
    return value.toString();
  }

  private InvalidSettingException notClosed(int open) {
    return scanner.place(open).error("the parenthesis that opens here is not closed");
  }
}
