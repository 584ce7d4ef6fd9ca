// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.jobs.RecordIO;
import java.util.LinkedHashSet;
import java.util.Set;

/** The names of the program's commands. */
final class CommandNames {
  private CommandNames() {}

  /** Returns the names of all commands, with both words for the commands of families. */
  static Set<String> all() {
    CommandTable table = RecordIO.commands();
    Set<String> commands = new LinkedHashSet<>();
    for (String name : table.names()) {
      CommandTable family = table.family(name);
      if (family == null) {
        commands.add(name);
      } else {
        family.names().forEach(member -> commands.add(name + " " + member));
      }
    }
    return commands;
  }
}
