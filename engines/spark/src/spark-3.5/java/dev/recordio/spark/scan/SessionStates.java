// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.scan;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.internal.SessionState;

/** What sessions of Spark 3.5 keep. */
public final class SessionStates {
  private SessionStates() {}

  public static SessionState of(SparkSession session) {
    return session.sessionState();
  }
}
