// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Results as JSON. */
public final class Json {
  /** What the notes of a command are in its result. */
  public static final String NOTES = "notes";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /**
   * Returns an object in several lines.
   *
   * @param notes become an array of the object, if there are any
   */
  public static String text(Object result, List<String> notes) {
    try {
      JsonNode tree = MAPPER.valueToTree(result);
      if (!notes.isEmpty()) {
        ((ObjectNode) tree).set(NOTES, MAPPER.valueToTree(notes));
      }
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON of " + result.getClass(), e);
    }
  }
}
