// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.recordio.jobs.cli.TsvCell;
import dev.recordio.jobs.run.WritePlan;
import java.io.IOException;
import java.io.PrintStream;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Names and values, printed as one line with tabs between the values, or as a JSON object. */
public final class StoreResult {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ObjectNode values = JSON.createObjectNode();
  private WritePlan plan;

  /** Adds a number. */
  public StoreResult put(String name, long value) {
    values.put(name, value);
    return this;
  }

  /** Adds a text. */
  public StoreResult put(String name, String value) {
    values.put(name, value);
    return this;
  }

  /** Adds the fields of a dry run, to the JSON alone. */
  StoreResult put(WritePlan plan) {
    this.plan = plan;
    return this;
  }

  /** Prints it. */
  public void print(PrintStream out, boolean json) throws IOException {
    if (json) {
      if (plan != null) {
        values.setAll(of(plan));
      }
      print(out, values);
    } else {
      out.println(
          StreamSupport.stream(values.spliterator(), false)
              .map(value -> TsvCell.escape(value.asText()))
              .collect(Collectors.joining("\t")));
    }
  }

  /** Returns the fields of a dry run. */
  static ObjectNode of(WritePlan plan) {
    return JSON.valueToTree(plan);
  }

  static ObjectNode object() {
    return JSON.createObjectNode();
  }

  static void print(PrintStream out, ObjectNode root) throws IOException {
    out.println(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root));
  }
}
