// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.Failure;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;

/** Failures from elsewhere: printed stack traces, as passed by YARN, and exceptions of servers. */
class FailureTraceTest {
  @Test
  void theKnownCauseIsFound() {
    assertEquals(
        new Failure(ExitCode.BAD_INPUT, "bad: hdfs://h:1/a at offset 4: expected a, found b"),
        Failure.ofTrace(
            "Error: java.io.IOException: outer\n\tat a.B.c(D.java:1)\n"
                + "Caused by: dev.recordio.bytes.MalformedRecordException: "
                + "bad: hdfs://h:1/a at offset 4: expected a, found b\n\tat a.B.c(D.java:1)\n"));
  }

  @Test
  void anUnknownErrorKeepsItsMessage() {
    assertEquals(
        new Failure(ExitCode.JOB_FAILED, "odd line"),
        Failure.ofTrace("Error: com.other.OddException: odd line\n\tat a.B.c(D.java:1)\n"));
  }

  @Test
  void textWithoutATraceIsReportedAsIs() {
    assertEquals(
        new Failure(ExitCode.JOB_FAILED, "Container killed; Exit code is 137"),
        Failure.ofTrace("Container killed\nExit code is 137\n"));
  }

  /** Unwrapped, it has the exception as its cause that it was unwrapped from. */
  @Test
  void anExceptionOfAServerKeepsItsMessage() {
    String message = "The DiskSpace quota of /data is exceeded";
    assertEquals(
        new Failure(ExitCode.JOB_FAILED, message),
        Failure.of(new RemoteException(DSQuotaExceededException.class.getName(), message)));
    assertEquals(
        new Failure(ExitCode.BAD_INPUT, "Permission denied"),
        Failure.of(
            new RemoteException(AccessControlException.class.getName(), "Permission denied")));
  }
}
