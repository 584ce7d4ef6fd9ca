// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.beAnnotatedWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.junit.jupiter.api.Test;

/** What a module on the library may use of others: the library does the rest in one place. */
public abstract class AbstractArchitectureTest {
  private final JavaClasses module;

  /** Creates the test of the module that has a class. */
  protected AbstractArchitectureTest(Class<?> member) {
    module = OnePlace.moduleOf(member);
  }

  @Test
  protected final void nothingButHadoopAndJacksonIsNeededToRun() {
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
        .check(module);
  }

  @Test
  protected final void filesAreOpenedByTheLibrary() {
    OnePlace.opensFiles().check(module);
  }

  @Test
  protected final void damageSettingsAreReadByTheLibrary() {
    OnePlace.readsDamageSettings().check(module);
  }

  @Test
  protected final void tokensAreObtainedByTheLibrary() {
    OnePlace.obtainsTokens().check(module);
  }

  @Test
  protected final void nothingIsPrinted() {
    NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(module);
  }

  @Test
  protected final void classesForUsersSayHowStableTheyAre() {
    classes()
        .that()
        .areTopLevelClasses()
        .and()
        .areAnnotatedWith(InterfaceAudience.Public.class)
        .should(
            beAnnotatedWith(InterfaceStability.Stable.class)
                .or(beAnnotatedWith(InterfaceStability.Evolving.class))
                .or(beAnnotatedWith(InterfaceStability.Unstable.class)))
        .check(module);
  }
}
