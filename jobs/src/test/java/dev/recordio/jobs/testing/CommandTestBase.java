// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Fixtures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.io.TempDir;

/**
 * Base of the tests of commands: files in a temporary folder, and the program run on them.
 *
 * <p>A command line is written as a user types it: {@code run("csr -q {} {}", file, path("out"))}.
 * Words are separated by blanks, and {@code {}} is replaced by the next argument, which may contain
 * blanks itself. In a word such as {@code ./out} the dot is the folder of the test.
 */
public abstract class CommandTestBase {
  @TempDir protected Path dir;

  /** Returns a new configuration that keeps all scratch files below the folder of the test. */
  protected Configuration conf() {
    return LocalJobs.conf(dir);
  }

  /** Returns a path below the folder. */
  protected final Path path(String name) {
    return dir.resolve(name);
  }

  /** Writes a file, and the folders above it. */
  protected final Path write(String name, byte[] bytes) throws IOException {
    Files.createDirectories(path(name).getParent());
    return Files.write(path(name), bytes);
  }

  protected final Path write(String name, String text) throws IOException {
    return write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Copies a fixture, or a resource by its path, into the folder; it keeps its name. */
  protected final Path fixture(String name) throws IOException {
    return write(name.substring(name.lastIndexOf('/') + 1), Fixtures.bytes(name));
  }

  /** Returns the text of a file below the folder. */
  protected final String text(String name) throws IOException {
    return Files.readString(path(name));
  }

  /** Returns the bytes of a file below the folder. */
  protected final byte[] bytes(String name) throws IOException {
    return Files.readAllBytes(path(name));
  }

  /** Runs a command line. */
  protected final Recordio run(String line, Object... arguments) {
    return Recordio.run(conf(), wordsIn(dir, line, arguments));
  }

  /** Runs a command line that reads {@code stdin}. */
  protected final Recordio withInput(byte[] stdin, String line, Object... arguments) {
    return Recordio.withInput(conf(), stdin, wordsIn(dir, line, arguments));
  }

  /** Runs a command line that must succeed. */
  protected final Recordio ok(String line, Object... arguments) {
    return run(line, arguments).ended(0);
  }

  /** Runs a command line that must fail without a stack trace; returns standard error. */
  protected final String fails(int code, String line, Object... arguments) {
    String err = run(line, arguments).ended(code).err();
    assertTrue(!err.contains("\tat "), err);
    return err;
  }

  /** Runs a command line that must fail; returns the one line of standard error that says why. */
  protected final String error(int code, String line, Object... arguments) {
    String err = fails(code, line, arguments);
    List<String> errors = err.lines().filter(l -> l.startsWith("recordio: ")).toList();
    assertEquals(1, errors.size(), err);
    return errors.get(0);
  }

  /** Returns the words of a command line that is typed in a folder. */
  public static String[] wordsIn(Object folder, String line, Object... arguments) {
    String[] words = words(line, arguments);
    for (int i = 0; i < words.length; i++) {
      if (words[i].startsWith("./")) {
        words[i] = folder + words[i].substring(1);
      }
    }
    return words;
  }

  /** Returns the words of a command line, with its arguments in place of {@code {}}. */
  public static String[] words(String line, Object... arguments) {
    String[] words = line.isEmpty() ? new String[0] : line.split(" +");
    int next = 0;
    for (int i = 0; i < words.length; i++) {
      for (int at; (at = words[i].indexOf("{}")) >= 0; next++) {
        String argument = arguments[next].toString();
        if (argument.contains("{}")) {
          throw new IllegalArgumentException(argument);
        }
        words[i] = words[i].substring(0, at) + argument + words[i].substring(at + 2);
      }
    }
    assertEquals(arguments.length, next, "arguments of " + line);
    return words;
  }

  /** Asserts that a text has all of the parts. */
  public static void assertHas(String text, String... parts) {
    for (String part : parts) {
      assertTrue(text.contains(part), () -> "expected '" + part + "' in: " + text);
    }
  }
}
