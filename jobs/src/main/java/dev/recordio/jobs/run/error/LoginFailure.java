// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.error;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Refusals of a service with Kerberos, in the words of users: Hadoop's name the ways in which a
 * client can log in, and not what the user has to do.
 */
final class LoginFailure {
  private static final Pattern SERVICE = Pattern.compile("DestHost:destPort (\\S+)");

  /** The last cause that Java's Kerberos gives. */
  private static final Pattern REASON = Pattern.compile(".*Mechanism level: ([^)]*)\\).*");

  private LoginFailure() {}

  /** Returns the message for a failure; null if it is none of these. */
  static String describe(Throwable thrown) {
    String service = "this cluster";
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      String message = String.valueOf(t.getMessage());
      Matcher named = SERVICE.matcher(message);
      if (named.find()) {
        service = named.group(1);
      }
      String described = describe(message, service);
      if (described != null) {
        return described;
      }
    }
    return null;
  }

  private static String describe(String message, String service) {
    if (message.contains("Client cannot authenticate via:")) {
      return "no Kerberos ticket, and no token, for "
          + service
          + ": run kinit (klist shows tickets)";
    }
    if (message.contains("GSS initiate failed")) {
      Matcher reason = REASON.matcher(message.replaceAll("\\s+", " "));
      return "Kerberos failed for "
          + service
          + (reason.matches() ? " (" + reason.group(1) + ")" : "")
          + ": if the ticket has expired, run kinit (klist shows tickets)";
    }
    if (message.contains("SIMPLE authentication is not enabled")) {
      return service
          + " requires Kerberos, which is not set here: put the cluster's core-site.xml and"
          + " hdfs-site.xml on the class path (HADOOP_CONF_DIR, or HADOOP_CLASSPATH)";
    }
    return null;
  }
}
