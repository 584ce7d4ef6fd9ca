// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.StringWriter;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.WriterAppender;

/**
 * What is logged. Hadoop's runner of local jobs logs the errors of tasks, which on a cluster are
 * the diagnostics of a task that the client prints.
 */
public final class Logged {
  private Logged() {}

  /** The code that logs. */
  public interface Action {
    /** Does it. */
    void run() throws Exception;
  }

  /** Returns what Hadoop logs while {@code action} runs, with causes. */
  public static String of(Action action) throws Exception {
    return of(Logger.getLogger("org.apache.hadoop"), action);
  }

  /** Returns what {@code logging} logs while {@code action} runs, with causes. */
  public static String of(Class<?> logging, Action action) throws Exception {
    return of(Logger.getLogger(logging), action);
  }

  private static String of(Logger log, Action action) throws Exception {
    var text = new StringWriter();
    var appender = new WriterAppender(new PatternLayout("%m%n"), text);
    log.addAppender(appender);
    try {
      action.run();
    } finally {
      log.removeAppender(appender);
    }
    return text.toString();
  }
}
