// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.recordio.testing.OnePlace;
import org.junit.jupiter.api.Test;

/** What the library does for the sources, in one place. */
class OnePlaceTest {
  private static final JavaClasses SOURCES = OnePlace.moduleOf(RecordIOSource.class);

  @Test
  void filesAreOpenedByTheLibrary() {
    OnePlace.opensFiles().check(SOURCES);
  }

  /** The source only lists the keys that it takes as options. */
  @Test
  void damageSettingsAreReadByTheLibrary() {
    OnePlace.readsDamageSettings(RecordIOSource.class).check(SOURCES);
  }
}
