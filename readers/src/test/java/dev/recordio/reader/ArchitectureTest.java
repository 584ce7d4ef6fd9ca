// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.beAnnotatedWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import dev.recordio.testing.OnePlace;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.junit.jupiter.api.Test;

/** What pipelines may use of others. */
class ArchitectureTest {
  private static final JavaClasses READERS = OnePlace.moduleOf(Readers.class);

  @Test
  void nothingButHadoopAndJacksonIsNeededToRun() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "java..",
                    "dev.recordio..",
                    "org.apache.hadoop..",
                    "org.slf4j..",
                    "com.fasterxml.jackson..")
                .or(DescribedPredicate.describe("are primitive", JavaClass::isPrimitive)))
        .check(READERS);
  }

  @Test
  void filesAreOpenedByTheLibrary() {
    OnePlace.opensFiles().check(READERS);
  }

  @Test
  void damageSettingsAreReadByTheLibrary() {
    OnePlace.readsDamageSettings().check(READERS);
  }

  @Test
  void tokensAreObtainedByTheLibrary() {
    OnePlace.obtainsTokens().check(READERS);
  }

  @Test
  void nothingIsPrinted() {
    NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(READERS);
  }

  @Test
  void classesForUsersSayHowStableTheyAre() {
    classes()
        .that()
        .areTopLevelClasses()
        .and()
        .areAnnotatedWith(InterfaceAudience.Public.class)
        .should(
            beAnnotatedWith(InterfaceStability.Stable.class)
                .or(beAnnotatedWith(InterfaceStability.Evolving.class))
                .or(beAnnotatedWith(InterfaceStability.Unstable.class)))
        .check(READERS);
  }
}
