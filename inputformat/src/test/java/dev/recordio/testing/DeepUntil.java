// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.time.Instant;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Begins no test that is tagged "deep" after the time that the property {@value #UNTIL} says, in
 * seconds since 1970: a build with little time runs as many of them as it can, and their reports
 * say which were left out. JUnit finds this extension by itself.
 */
public final class DeepUntil implements ExecutionCondition {
  static final String UNTIL = "test.deep.until";

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    long until = Long.getLong(UNTIL, 0);
    boolean late =
        until > 0
            && context.getTags().contains("deep")
            && Instant.now().isAfter(Instant.ofEpochSecond(until));
    return late
        ? ConditionEvaluationResult.disabled("left out: no time")
        : ConditionEvaluationResult.enabled("");
  }
}
