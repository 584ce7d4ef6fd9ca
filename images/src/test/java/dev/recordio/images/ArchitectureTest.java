// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.beAnnotatedWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import dev.recordio.testing.OnePlace;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.junit.jupiter.api.Test;

/** What the packages of the images may use of others. */
class ArchitectureTest {
  private static final String[] MEMORY = {
    "dev.recordio.images.codec..",
    "dev.recordio.images.format..",
    "dev.recordio.images.resample..",
    "dev.recordio.images.augment..",
    "dev.recordio.images.mean..",
    "dev.recordio.images.transcode.."
  };

  private static final JavaClasses IMAGES = OnePlace.moduleOf(ImageConf.class);

  @Test
  void pixelsInMemoryKnowOfHadoopOnlyItsAnnotations() {
    noClasses()
        .that()
        .resideInAnyPackage(MEMORY)
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.apache.hadoop..")
                .and(
                    DescribedPredicate.not(resideInAPackage("org.apache.hadoop.classification.."))))
        .check(IMAGES);
  }

  @Test
  void onlyTheClassesOfItsCodecNameOpenCv() {
    noClasses()
        .that()
        .haveSimpleNameNotStartingWith("OpenCv")
        .should()
        .dependOnClassesThat(resideInAnyPackage("org.bytedeco.."))
        .check(IMAGES);
  }

  @Test
  void filesAreOpenedByTheLibrary() {
    OnePlace.opensFiles().check(IMAGES);
  }

  @Test
  void damageSettingsAreReadByTheLibrary() {
    OnePlace.readsDamageSettings().check(IMAGES);
  }

  @Test
  void classesForUsersSayHowStableTheyAre() {
    classes()
        .that()
        .areTopLevelClasses()
        .and()
        .areAnnotatedWith(InterfaceAudience.Public.class)
        .should(
            beAnnotatedWith(InterfaceStability.Evolving.class)
                .or(beAnnotatedWith(InterfaceStability.Unstable.class)))
        .check(IMAGES);
  }
}
