// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Why Parquet's reader failed, for users: its messages name its own classes and objects. */
final class Reason {
  /** What is left out of a message. */
  private static final Pattern CLASSES =
      Pattern.compile(
          "can not read class [\\w.$]+: |! Struct: .*|\\b(?:[a-z]\\w*\\.)+[A-Z][\\w$]*(?:: )?| \\{?\\n.*",
          Pattern.DOTALL);

  /** What Thrift says of the end of an array. */
  private static final String END = "Socket is closed by peer.";

  private static final String UNKNOWN = "data that Parquet's reader can't read";

  private Reason() {}

  /** Returns the messages of an error and its causes, each once, without the names of classes. */
  static String of(Throwable why) {
    List<String> words = new ArrayList<>();
    for (Throwable cause = why; cause != null; cause = cause.getCause()) {
      String said =
          isOfJava(cause)
              ? ""
              : CLASSES
                  .matcher(cause.getMessage())
                  .replaceAll("")
                  .replace(END, "the end of the data");
      if (!said.isBlank() && words.stream().noneMatch(word -> word.contains(said))) {
        words.add(said.strip());
      }
    }
    return words.isEmpty() ? UNKNOWN : String.join(": ", words);
  }

  /** Whether the message is of the JVM, about the reader's own code, or there is none. */
  private static boolean isOfJava(Throwable why) {
    return why.getMessage() == null
        || why instanceof NullPointerException
        || why instanceof ClassCastException
        || why instanceof IndexOutOfBoundsException
        || why instanceof NegativeArraySizeException;
  }
}
