// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import dev.recordio.spark.sparse.VectorType;
import dev.recordio.testing.OnePlace;
import org.junit.jupiter.api.Test;

/** What the sources may use of the library and of Spark. */
class ArchitectureTest {
  @Test
  void onlyRddsAreMadeOfInputFormats() {
    noClasses()
        .that()
        .areNotAssignableTo(RecordIORdds.class)
        .should()
        .dependOnClassesThat(resideInAPackage("dev.recordio.mapreduce.."))
        .check(OnePlace.moduleOf(RecordIORdds.class));
  }

  @Test
  void onlyTheTypeOfVectorsNeedsSparkMl() {
    noClasses()
        .that()
        .areNotAssignableTo(VectorType.class)
        .should()
        .dependOnClassesThat(resideInAPackage("org.apache.spark.ml.."))
        .check(OnePlace.moduleOf(RecordIORdds.class));
  }
}
