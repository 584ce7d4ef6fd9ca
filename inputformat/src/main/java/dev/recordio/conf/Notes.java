// SPDX-License-Identifier: Apache-2.0
package dev.recordio.conf;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what was assumed about an input where two readings were possible: the only place that does.
 * A command prints its notes on standard error and adds them to its JSON; elsewhere, as in an
 * engine, a note is one line in the log of the process, once.
 *
 * <p>docs/troubleshooting.md lists the notes.
 */
public final class Notes {
  private static final Logger LOG = LoggerFactory.getLogger(Notes.class);

  /** So many different notes are remembered, to be logged once. */
  private static final int MAX_LOGGED = 1000;

  private static final Set<String> LOGGED =
      Collections.newSetFromMap(
          Collections.synchronizedMap(
              new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                  return size() > MAX_LOGGED;
                }
              }));

  /** The listener of a command is also the one of the threads that the command starts. */
  private static final ThreadLocal<Consumer<String>> LISTENER = new InheritableThreadLocal<>();

  private Notes() {}

  /** Ends the listening. */
  public interface Listening extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Passes the notes of this thread, and of the threads that it starts from now on, to a listener.
   *
   * @param listener gets each note as often as it is said, from any of these threads
   */
  public static Listening listen(Consumer<String> listener) {
    Consumer<String> before = LISTENER.get();
    LISTENER.set(listener);
    return () -> LISTENER.set(before);
  }

  /**
   * Says what was assumed.
   *
   * @param note one line: what was found, what it was taken for, and what to type for the other
   *     reading
   */
  public static void say(String note) {
    say(note, note);
  }

  /**
   * Says what was assumed.
   *
   * @param note as above
   * @param logged what is logged where no command listens: the same without counts and places, so
   *     that the tasks of a process log it once
   */
  public static void say(String note, String logged) {
    Consumer<String> listener = LISTENER.get();
    if (listener != null) {
      listener.accept(note);
    } else if (LOGGED.add(logged)) {
      LOG.warn("{}", logged);
    }
  }
}
