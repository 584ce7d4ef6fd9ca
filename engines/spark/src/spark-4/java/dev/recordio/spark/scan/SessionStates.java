// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.scan;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.internal.SessionState;

/** What sessions of Spark 4 keep: only those that are not Spark Connect's have it. */
public final class SessionStates {
  private SessionStates() {}

  public static SessionState of(SparkSession session) {
    return ((org.apache.spark.sql.classic.SparkSession) session).sessionState();
  }
}
