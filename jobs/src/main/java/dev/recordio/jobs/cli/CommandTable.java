// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.conf.ConfKey;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The commands by name, and the keys that they take. The class of a command is loaded only when the
 * command is called, and so are the keys. A family of commands has a table of its own: {@code store
 * create} is {@code create} of {@code store}.
 */
public final class CommandTable {
  private static final String PACKAGE = "dev.recordio.jobs.";

  /**
   * What a name leads to: a class, what makes a command, or a family; the others are null. No class
   * is loaded for a type.
   */
  private record Entry(
      String description, String type, Supplier<Command> maker, CommandTable family) {}

  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Supplier<? extends Collection<ConfKey>> keys;
  private String[] examples = {};

  /**
   * Makes a table without commands.
   *
   * @param keys gives every key of every command: {@code -D} accepts no others, and all are
   *     validated before a command begins
   */
  public CommandTable(Supplier<? extends Collection<ConfKey>> keys) {
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
    return put(name, new Entry(description, null, maker, null));
  }

  /**
   * Adds a command.
   *
   * @param type its class, below this project's package {@code jobs}; the constructor may take the
   *     table of all commands
   */
  public CommandTable add(String name, String description, String type) {
    return put(name, new Entry(description, type, null, null));
  }

  /**
   * Adds a family of commands.
   *
   * @param name the first word of each on the command line
   * @param description one line for the list of commands
   * @param members their table: the names and descriptions of the second words
   */
  public CommandTable addFamily(String name, String description, CommandTable members) {
    return put(name, new Entry(description, null, null, members));
  }

  private CommandTable put(String name, Entry entry) {
    if (entries.put(name, entry) != null) {
      throw new IllegalArgumentException("two commands are named " + name);
    }
    return this;
  }

  /** Specifies lines that end the list of a family's commands, after "Examples:". */
  public CommandTable examples(String... lines) {
    examples = lines.clone();
    return this;
  }

  /** The names, in order. */
  public Set<String> names() {
    return Collections.unmodifiableSet(entries.keySet());
  }

  /** All keys. */
  Collection<ConfKey> keys() {
    return keys.get();
  }

  /** The table of a family; null for a name of none. */
  CommandTable family(String name) {
    Entry entry = entries.get(name);
    return entry == null ? null : entry.family();
  }

  /** The entry of a name, of two words for a member of a family; null if there is none. */
  private Entry entry(String name) {
    int space = name.indexOf(' ');
    CommandTable family = space < 0 ? null : family(name.substring(0, space));
    return family == null ? entries.get(name) : family.entry(name.substring(space + 1));
  }

  String description(String name) {
    return entry(name).description();
  }

  /** A new command, or null for a name that is not in the table. */
  Command create(String name) {
    Entry entry = entry(name);
    if (entry == null || entry.family() != null) {
      return null;
    }
    return entry.type() == null ? entry.maker().get() : load(entry.type(), this);
  }

  private static Command load(String type, CommandTable all) {
    try {
      Constructor<?> constructor = Class.forName(PACKAGE + type).getDeclaredConstructors()[0];
      return (Command)
          (constructor.getParameterCount() == 0
              ? constructor.newInstance()
              : constructor.newInstance(all));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the command's class can't be loaded: " + type, e);
    }
  }

  /** The lines that end the list of commands; none without examples. */
  String[] footer() {
    return examples.length == 0
        ? new String[0]
        : Stream.concat(
                Stream.of("", "Examples:"), Stream.of(examples).map(example -> "  " + example))
            .toArray(String[]::new);
  }

  /**
   * Prints the usage and the commands.
   *
   * @param program what comes before a command's name
   */
  void printTo(PrintStream out, String program) {
    int width = names().stream().mapToInt(String::length).max().orElse(0);
    out.println("Usage: " + program + " COMMAND [generic options] [options] ARGS");
    out.println();
    out.println("Commands:");
    for (String name : names()) {
      out.println("  " + name + " ".repeat(width - name.length() + 2) + description(name));
    }
    out.println();
    out.println(program + " COMMAND --help shows the options of a command, with examples.");
    for (String line : footer()) {
      out.println(line);
    }
  }
}
