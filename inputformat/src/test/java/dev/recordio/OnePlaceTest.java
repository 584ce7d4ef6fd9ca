// SPDX-License-Identifier: Apache-2.0
package dev.recordio;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.fs.stream.Files;
import dev.recordio.task.JobTokens;
import dev.recordio.testing.OnePlace;
import org.junit.jupiter.api.Test;

/** What one class of the library does for all. */
class OnePlaceTest {
  private static final JavaClasses LIBRARY = OnePlace.moduleOf(Files.class);

  @Test
  void filesAreOpenedInOnePlace() {
    OnePlace.opensFiles(Files.class).check(LIBRARY);
    breaks(OnePlace.opensFiles(), "Files.rename(");
  }

  @Test
  void damageSettingsAreReadInOnePlace() {
    OnePlace.readsDamageSettings(DamageSettings.class, RecordIOConf.class).check(LIBRARY);
    breaks(OnePlace.readsDamageSettings(RecordIOConf.class), "DamageSettings.of(");
  }

  @Test
  void tokensAreObtainedInOnePlace() {
    OnePlace.obtainsTokens(JobTokens.class).check(LIBRARY);
    breaks(OnePlace.obtainsTokens(), "JobTokens.obtain(");
  }

  /** A rule that nothing can break would prove nothing. */
  private static void breaks(ArchRule rule, String method) {
    var broken = assertThrows(AssertionError.class, () -> rule.check(LIBRARY));
    assertTrue(broken.getMessage().contains(method), broken.getMessage());
  }
}
