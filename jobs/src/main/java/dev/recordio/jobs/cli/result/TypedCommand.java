// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli.result;

/** A command of this program as a user can type it, or paste it into a shell. */
public final class TypedCommand {
  private TypedCommand() {}

  /**
   * Returns the line, which begins with the name that the program was called by; arguments are
   * quoted for a shell if necessary.
   *
   * @param args the words after the program's name
   */
  public static String of(String... args) {
    String program = System.getenv("RECORDIO_PROGRAM");
    var line = new StringBuilder("recordio");
    if (program != null && !program.isEmpty()) {
      line = new StringBuilder(quote(program));
    }
    for (String arg : args) {
      line.append(' ').append(quote(arg));
    }
    return line.toString();
  }

  /** Returns a word as a shell takes it. */
  public static String quote(String arg) {
    return arg.matches("[\\w@%+=:,./-]+") ? arg : "'" + arg.replace("'", "'\\''") + "'";
  }
}
