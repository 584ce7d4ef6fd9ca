// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.recordio.jobs.run.local.OwnLocalFileSystem;
import dev.recordio.jobs.run.local.OwnRawFileSystem;
import dev.recordio.testing.OnePlace;
import org.junit.jupiter.api.Test;

/** What the library does for the jobs, in one place. */
class OnePlaceTest {
  private static final JavaClasses JOBS = OnePlace.moduleOf(RecordIO.class);

  @Test
  void filesAreOpenedByTheLibrary() {
    // These pass calls on.
    OnePlace.opensFiles(OwnLocalFileSystem.class, OwnRawFileSystem.class).check(JOBS);
  }

  @Test
  void damageSettingsAreReadByTheLibrary() {
    OnePlace.readsDamageSettings().check(JOBS);
  }

  @Test
  void tokensAreObtainedByTheLibrary() {
    OnePlace.obtainsTokens().check(JOBS);
  }
}
