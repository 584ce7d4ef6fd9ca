// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.conf.ConfKey;
import dev.recordio.jobs.run.error.UsageException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/**
 * A parsed command line: {@code [generic options] COMMAND [generic options] REST}.
 *
 * <p>Options of the command may precede its name, if their value, if any, is joined to them: {@code
 * -q info}, {@code --part=0/4 cat}.
 *
 * <p>Hadoop's own parser gets only the generic options: it would split the rest at every word that
 * begins like one of its options.
 *
 * @param generic Hadoop's options, in order, wherever they were
 * @param command the command's name, or null when there is none; of a member of a family both
 *     words, with a space between
 * @param rest the words for the command
 */
record Arguments(List<String> generic, String command, List<String> rest) {
  /** The options of Hadoop's GenericOptionsParser; each takes one value. */
  private static final Set<String> GENERIC =
      Set.of("-D", "-conf", "-fs", "-jt", "-files", "-libjars", "-archives", "-tokenCacheFile");

  /** What our keys begin with. */
  private static final List<String> PREFIXES = List.of("recordio.", "libsvm.");

  /** Words that may be a command's name. */
  private static final Set<String> NO_OPTIONS = Set.of("-h", "--help", "-V", "--version");

  /**
   * Parses a command line.
   *
   * @param table the commands, and the keys that {@code -D} may define
   * @throws UsageException when a generic option lacks its value, or defines an unknown key
   */
  static Arguments parse(CommandTable table, String... args) {
    List<String> generic = new ArrayList<>();
    List<String> rest = new ArrayList<>();
    int at = takeOptions(table, args, takeGeneric(table, args, 0, generic), generic, rest);
    if (at == args.length) {
      return new Arguments(generic, null, rest);
    }
    String command = args[at];
    at = takeGeneric(table, args, at + 1, generic);
    if (table.family(command) != null) {
      at = takeOptions(table, args, at, generic, rest);
      if (at < args.length && !NO_OPTIONS.contains(args[at]) && !args[at].equals("help")) {
        command += " " + args[at];
        at = takeGeneric(table, args, at + 1, generic);
      }
    }
    rest.addAll(List.of(args).subList(at, args.length));
    return new Arguments(generic, command, rest);
  }

  /** Takes the options before a command's name. */
  private static int takeOptions(
      CommandTable table, String[] args, int start, List<String> generic, List<String> rest) {
    int at = start;
    while (at < args.length && args[at].startsWith("-") && !NO_OPTIONS.contains(args[at])) {
      rest.add(args[at]);
      at = takeGeneric(table, args, at + 1, generic);
    }
    return at;
  }

  private static int takeGeneric(
      CommandTable table, String[] args, int start, List<String> generic) {
    int at = start;
    while (at < args.length) {
      String arg = args[at];
      boolean joined = arg.startsWith("-D") && arg.length() > 2;
      if (!joined && !GENERIC.contains(arg)) {
        break;
      }
      if (!joined && at + 1 == args.length) {
        throw new UsageException("option " + arg + " needs a value after it");
      }
      String value = joined ? arg.substring(2) : args[++at];
      boolean definition = arg.startsWith("-D");
      if (definition && value.indexOf('=') < 1) {
        throw new UsageException("-D takes KEY=VALUE, not '" + value + "'");
      }
      if (definition) {
        checkKey(table.keys(), value.substring(0, value.indexOf('=')).strip());
      }
      generic.add(definition ? "-D" : arg);
      generic.add(value);
      at++;
    }
    return at;
  }

  /** Whether a configuration has a value for any key of this project. */
  static boolean setsKeys(Configuration conf) {
    return PREFIXES.stream().anyMatch(prefix -> !conf.getPropsWithPrefix(prefix).isEmpty());
  }

  /**
   * Rejects an unknown key, or a known one without its prefix: it would otherwise be ignored
   * silently.
   *
   * @throws UsageException when a key of this project's form is not in its list
   */
  static void checkKey(Collection<ConfKey> keys, String key) {
    List<String> known = keys.stream().map(ConfKey::key).toList();
    String whole =
        PREFIXES.stream().map(p -> p + key).filter(known::contains).findFirst().orElse(null);
    boolean ours = PREFIXES.stream().anyMatch(key::startsWith);
    if (whole != null || ours && !known.contains(key)) {
      throw new UsageException(
          "there is no key " + key + "; docs/settings.md lists them",
          whole == null ? DidYouMean.hint(key, known) : "Did you mean " + whole + "?");
    }
  }
}
