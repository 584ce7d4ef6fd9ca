// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.jobs.testing.LocalJobs;
import org.junit.jupiter.api.BeforeEach;

/** The jobs of {@link LocalJobTest} with Hadoop's local runner. */
class RunnerJobTest extends LocalJobTest {
  @Override
  @BeforeEach
  protected void configure() {
    super.configure();
    LocalJobs.useRunner(conf);
  }
}
