// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.LocalJobs;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the file of a claim says, and when its owner is known to have ended. */
class ClaimOwnerTest {
  private final Configuration conf = LocalJobs.conf();
  private final ClaimOwner own = ClaimOwner.now(conf, "pack");

  @Test
  void itsTextIsReadAsItWasWritten() {
    assertEquals(own, ClaimOwner.parse(own.text()));
    assertTrue(own.text().startsWith("# A command of recordio writes"), own.text());
  }

  @Test
  void aTextThatIsNotWholeIsNone() {
    for (int length = 0; length < own.text().length(); length++) {
      assertNull(ClaimOwner.parse(own.text().substring(0, length)));
    }
    assertNull(ClaimOwner.parse("a file of mine\nend\n"));
    assertNull(ClaimOwner.parse(own.text().replace("id: ", "id: x")));
    assertNull(ClaimOwner.parse(own.text().replace("process: ", "process: x")));
  }

  private ClaimOwner with(String key, String value) {
    return ClaimOwner.parse(own.text().replaceFirst("(?m)^" + key + ": .*$", key + ": " + value));
  }

  @Test
  void thisProcessRuns() throws Exception {
    assertEquals(ClaimOwner.State.RUNS, own.state(conf));
  }

  @Test
  void aProcessOfTheSameNumberThatBeganAtAnotherTimeIsAnother() throws Exception {
    assertEquals(ClaimOwner.State.ENDED, with("started", "1").state(conf));
  }

  @Test
  void aProcessThatHasEndedIsKnown() throws Exception {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    assertEquals(ClaimOwner.State.ENDED, with("process", Long.toString(process.pid())).state(conf));
  }

  @ParameterizedTest
  @CsvSource({
    "host, elsewhere",
    "machine, started again",
    "user, somebody",
    "started, ''",
    "job, cluster",
    "job, job_1700000000000_0001"
  })
  void whatCannotBeSeenIsNotTakenForEnded(String key, String value) throws Exception {
    ClaimOwner gone = with("started", "1");
    ClaimOwner other =
        ClaimOwner.parse(gone.text().replaceFirst("(?m)^" + key + ": .*$", key + ": " + value));
    assertEquals(ClaimOwner.State.UNKNOWN, other.state(conf));
  }

  @Test
  void aProcessOfAnotherUserThatIsSeenRuns() throws Exception {
    assertEquals(ClaimOwner.State.RUNS, with("user", "somebody").state(conf));
  }
}
