// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.conf.ConfKey;
import java.io.PrintStream;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The commands by name, and the keys that they take. A command is created only when it is run. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class CommandTable {
  private record Entry(String description, Supplier<Command> maker) {}

  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Collection<ConfKey> keys;

  /**
   * Makes a table without commands.
   *
   * @param keys every key of every command: {@code -D} accepts no others, and all are validated
   *     before a command begins
   */
  public CommandTable(Collection<ConfKey> keys) {
    this.keys = keys;
  }

  /**
   * Adds a command; the list shows commands in the order they were added.
   *
   * @param name the word on the command line
   * @param description one line for the list of commands and the head of the command's help
   * @param maker makes the command, fresh for each run
   */
  public CommandTable add(String name, String description, Supplier<Command> maker) {
    if (entries.put(name, new Entry(description, maker)) != null) {
      throw new IllegalArgumentException("two commands are named " + name);
    }
    return this;
  }

  /** Adds a command that neither the list nor a suggestion shows. */
  public CommandTable addHidden(String name, Supplier<Command> maker) {
    return add(name, null, maker);
  }

  /** The names that users see, in order. */
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>(entries.keySet());
    names.removeIf(name -> description(name) == null);
    return names;
  }

  /** All keys. */
  Collection<ConfKey> keys() {
    return keys;
  }

  String description(String name) {
    return entries.get(name).description();
  }

  /** A new command, or null for a name that is not in the table. */
  Command create(String name) {
    Entry entry = entries.get(name);
    return entry == null ? null : entry.maker().get();
  }

  /** Prints the usage and the commands. */
  void printTo(PrintStream out) {
    int width = names().stream().mapToInt(String::length).max().orElse(0);
    out.println("Usage: recordio COMMAND [generic options] [options] ARGS");
    out.println();
    out.println("Commands:");
    for (String name : names()) {
      out.println("  " + name + " ".repeat(width - name.length() + 2) + description(name));
    }
    out.println();
    out.println("recordio COMMAND --help shows the options of a command, with examples.");
  }
}
