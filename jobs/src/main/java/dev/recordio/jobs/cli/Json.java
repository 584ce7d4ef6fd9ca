// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;

/** Results as JSON. */
final class Json {
  private static final ObjectWriter WRITER = new ObjectMapper().writerWithDefaultPrettyPrinter();

  private Json() {}

  /** Returns an object in several lines. */
  static String text(Object result) {
    try {
      return WRITER.writeValueAsString(result);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON of " + result.getClass(), e);
    }
  }
}
