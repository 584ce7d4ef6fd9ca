// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.internal.SessionState;

/** What sessions of Spark 3.5 keep. */
final class SessionStates {
  private SessionStates() {}

  static SessionState of(SparkSession session) {
    return session.sessionState();
  }
}
