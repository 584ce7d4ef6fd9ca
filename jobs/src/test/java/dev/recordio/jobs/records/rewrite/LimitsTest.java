// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.jobs.run.error.BadInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers that a float32 does not hold are refused, never rounded. */
class LimitsTest {
  @Test
  void theLastBoundIsOneThatAFloatHolds() throws BadInputException {
    assertEquals(16_777_000, FacePlan.checkKeys(16_777_000, 215));
    assertThrows(BadInputException.class, () -> FacePlan.checkKeys(16_777_000, 216));
    assertThrows(BadInputException.class, () -> FacePlan.checkKeys(1L << 40, 1));
  }

  @ParameterizedTest
  @CsvSource({"0.5", "NaN", "16777218", "-1", "Infinity"})
  void otherLabelsAreNoIdentities(float label) throws BadInputException {
    var labels = new LabelTable(List.of(label));
    assertThrows(BadInputException.class, () -> FacePlan.checkLabels(labels, false));
    FacePlan.checkLabels(labels, true);
  }

  @Test
  void aLabelIsFoundByItsValue() {
    var labels = new LabelTable(List.of(-1f, 0f, 2.5f, Float.NaN));
    assertEquals(1, labels.place(-0f));
    assertEquals(3, labels.place(Float.intBitsToFloat(0xFFC00001)), "any NaN");
    assertEquals(-4, labels.place(3));
  }

  @Test
  void offsetsFollowTheLargestShiftedLabelOfAllInputsBefore() {
    assertArrayEquals(
        new long[] {0, 8, 8, 11, 11}, LabelOffsets.after(new float[] {7, Float.NaN, 2, -5, 1}));
  }

  @ParameterizedTest
  @CsvSource({
    "3, 5, 8",
    "0.5, 16, 16.5",
    "16777215, 1, 16777216",
    "-16777216, 16777216, 0",
    "NaN, 0, NaN",
    "0.1, 0, 0.1",
    "33554432, 0, 33554432"
  })
  void sumsThatAreExactAreTaken(float label, long offset, float sum) throws BadInputException {
    assertEquals(sum, LabelOffsets.shifted(label, offset, "in"));
  }

  @ParameterizedTest
  @CsvSource({
    "16777216, 1",
    "0.1, 1",
    "NaN, 1",
    "Infinity, 1",
    "4194304.5, 12582912",
    "33554432, 2"
  })
  void sumsThatWouldBeRoundedAreErrors(float label, long offset) {
    assertThrows(BadInputException.class, () -> LabelOffsets.shifted(label, offset, "in"));
  }
}
