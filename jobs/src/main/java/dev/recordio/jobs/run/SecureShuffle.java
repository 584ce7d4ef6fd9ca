// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.jobs.run.error.JobFailedException;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.security.UserGroupInformation;

/** What reducers need where users log in by Kerberos and tasks run in this process. */
final class SecureShuffle {
  /** Reads what map tasks leave; does not load without Hadoop's native library. */
  private static final String READER = "org.apache.hadoop.io.SecureIOUtils";

  private SecureShuffle() {}

  /**
   * Refuses a local job whose reducers would fail, before its map tasks run.
   *
   * @throws JobFailedException when the native library is missing
   */
  static void check(Job job) throws JobFailedException, ClassNotFoundException {
    if (job.getNumReduceTasks() == 0 || !UserGroupInformation.isSecurityEnabled()) {
      return;
    }
    try {
      Class.forName(READER);
    } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
      throw new JobFailedException(
          "with Kerberos, Hadoop runs reducers in one process only if it has its native library"
              + " (libhadoop): run this on YARN (-D mapreduce.framework.name=yarn), or with the"
              + " `hadoop` of an installation that has it (hadoop checknative)");
    }
  }
}
