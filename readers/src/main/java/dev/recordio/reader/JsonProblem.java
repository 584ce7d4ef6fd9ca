// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;

/** What is wrong with JSON, for users: Jackson names the classes that it makes of it. */
public final class JsonProblem {
  private JsonProblem() {}

  /** Returns what is wrong: the syntax, or the member whose value is of another kind. */
  public static String of(JsonProcessingException e) {
    if (!(e instanceof JsonMappingException mapping)) {
      return e.getOriginalMessage();
    }
    var member = new StringBuilder();
    for (JsonMappingException.Reference step : mapping.getPath()) {
      if (step.getFieldName() == null) {
        member.append('[').append(step.getIndex()).append(']');
      } else {
        member.append(member.length() == 0 ? "" : ".").append(step.getFieldName());
      }
    }
    return member.length() == 0
        ? "it is no object, or has values of other kinds"
        : "its member " + member + " has a value of another kind";
  }
}
