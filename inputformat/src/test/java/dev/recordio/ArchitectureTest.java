// SPDX-License-Identifier: Apache-2.0
package dev.recordio;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.beAnnotatedWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import dev.recordio.testing.OnePlace;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.junit.jupiter.api.Test;

/**
 * What the packages of the library may use of others; {@code SourceStructure} has the dependencies
 * between them.
 */
class ArchitectureTest {
  private static final String[] MEMORY = {
    "dev.recordio.bytes..", "dev.recordio.wire..", "dev.recordio.sparse..", "dev.recordio.image.."
  };
  private static final Set<String> ERRORS_OF_IO =
      Set.of(IOException.class.getName(), UncheckedIOException.class.getName());

  /** The library's own classes, without its tests. */
  private static final JavaClasses LIBRARY = OnePlace.moduleOf(RecordIOFormat.class);

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(LIBRARY);
  }

  @Test
  void libraryIsSeen() {
    assertTrue(LIBRARY.contain("dev.recordio.wire.RecordCursor"));
    assertTrue(LIBRARY.contain("dev.recordio.mapreduce.RecordIOInputFormat"));
    assertTrue(!LIBRARY.contain(ArchitectureTest.class.getName()), "tests are no part of it");
    ArchRule broken =
        noClasses()
            .that()
            .resideInAPackage("dev.recordio.fs..")
            .should()
            .dependOnClassesThat(resideInAPackage("org.apache.hadoop.fs.."));
    assertThrows(AssertionError.class, () -> broken.check(LIBRARY), "a rule can be broken");
  }

  @Test
  void bytesInMemoryKnowOfHadoopOnlyItsAnnotations() {
    DescribedPredicate<JavaClass> hadoop =
        resideInAPackage("org.apache.hadoop..")
            .and(DescribedPredicate.not(resideInAPackage("org.apache.hadoop.classification..")));
    check(noClasses().that().resideInAnyPackage(MEMORY).should().dependOnClassesThat(hadoop));
  }

  @Test
  void bytesInMemoryDoNoInputOrOutput() {
    DescribedPredicate<JavaClass> io =
        resideInAnyPackage("java.io..", "java.nio.file..", "java.nio.channels..", "java.net..")
            .and(
                describe(
                    "are more than I/O errors", type -> !ERRORS_OF_IO.contains(type.getName())));
    check(noClasses().that().resideInAnyPackage(MEMORY).should().dependOnClassesThat(io));
  }

  @Test
  void filesAreReadWithoutAnEngine() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage("dev.recordio.conf..", "dev.recordio.fs..", "dev.recordio.order..")
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(
                    "org.apache.hadoop.mapreduce..",
                    "org.apache.hadoop.mapred..",
                    "org.apache.hadoop.hive..")));
  }

  @Test
  void nothingButHadoopIsNeededToRun() {
    check(
        classes()
            .should()
            .onlyDependOnClassesThat(
                resideInAnyPackage("java..", "dev.recordio..", "org.apache.hadoop..", "org.slf4j..")
                    .or(describe("are primitive", JavaClass::isPrimitive))));
  }

  @Test
  void classesForUsersSayHowStableTheyAre() {
    ArchRule rule =
        classes()
            .that()
            .areTopLevelClasses()
            .and()
            .areAnnotatedWith(InterfaceAudience.Public.class)
            .should(
                beAnnotatedWith(InterfaceStability.Stable.class)
                    .or(beAnnotatedWith(InterfaceStability.Evolving.class))
                    .or(beAnnotatedWith(InterfaceStability.Unstable.class)));
    check(rule);
  }

  @Test
  void libraryPrintsNothing() {
    check(NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS);
  }
}
