// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import dev.recordio.testing.Arrows;
import dev.recordio.testing.OnePlace;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The dependencies of the Spark sources are those in {@code arrows.txt}. */
class RoomsTest {
  @Test
  void sourcesUseWhatTheTableAllows() throws IOException {
    Arrows.check("engines/spark", RecordIORdds.class);
  }

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
