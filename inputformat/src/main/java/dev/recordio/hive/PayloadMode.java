// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** What columns the payload of a record is, by the table property {@code recordio.payload}. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public enum PayloadMode {
  /** {@code key BIGINT}, the offset of the record in its file; {@code data BINARY}, the payload. */
  BINARY("key", "bigint", "data", "binary"),
  /**
   * An image record: {@code id BIGINT, id2 BIGINT}, unsigned; {@code label FLOAT}, the first label;
   * {@code labels ARRAY<FLOAT>}; {@code data BINARY}, the payload behind header and labels.
   */
  IMAGE(
      "id",
      "bigint",
      "id2",
      "bigint",
      "label",
      "float",
      "labels",
      "array<float>",
      "data",
      "binary"),
  /** One column {@code STRING} of any name: the payload, which is UTF-8. */
  TEXT;

  private final Map<String, String> columns = new LinkedHashMap<>();

  PayloadMode(String... namesAndTypes) {
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      columns.put(namesAndTypes[i], namesAndTypes[i + 1]);
    }
  }

  /** Returns the types of the columns by name; none where names are free. */
  Map<String, String> columns() {
    return columns;
  }
}
