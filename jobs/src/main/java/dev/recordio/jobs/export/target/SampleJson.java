// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import dev.recordio.jobs.job.JsonFiles;
import java.io.IOException;
import java.util.List;

/**
 * A record's key and labels as JSON, in the spelling of Python's {@code json.dumps}: {@code {"key":
 * 12, "labels": [3.0]}}. Labels are the shortest decimals that read back as the same floats; NaN
 * and infinities are strings.
 */
final class SampleJson {
  private final TextBytes text = new TextBytes();
  private final String[] classes; // as JSON; null where they have no names

  /**
   * Makes the texts.
   *
   * @param names of the labels 0, 1, 2, …; null when they have none
   */
  SampleJson(List<String> names) throws IOException {
    classes = names == null ? null : new String[names.size()];
    for (int i = 0; classes != null && i < classes.length; i++) {
      classes[i] = JsonFiles.line(names.get(i));
    }
  }

  /** Returns the JSON of a record; good until the next call. */
  TextBytes of(ExportRecord record) {
    text.clear().put("{\"key\": ").put(record.key());
    if (record.hasLabels()) {
      text.put(", \"labels\": [");
      for (int i = 0; i < record.labelCount(); i++) {
        if (i > 0) {
          text.put(", ");
        }
        text.putJson(record.label(i));
      }
      text.put(']');
      if (classes != null) {
        text.put(", \"class\": ").putUtf8(classes[(int) record.label(0)]);
      }
    }
    if (record.id2() != 0) {
      text.put(", \"id2\": ").put(record.id2());
    }
    if (record.hasLabels() && !record.hasUsualHeader()) {
      text.put(", \"recordio_header\": \"")
          .putHex(
              record.bytes(), record.payloadOffset(), record.payloadLength() - record.imageLength())
          .put('"');
    }
    return text.put('}');
  }
}
