// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.Failure;
import org.junit.jupiter.api.Test;

/** Diagnostics as passed by YARN: printed stack traces. */
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
}
