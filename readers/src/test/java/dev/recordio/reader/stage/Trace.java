// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Batch;
import dev.recordio.reader.Placed;
import dev.recordio.reader.Record;
import dev.recordio.reader.Row;
import dev.recordio.reader.Stage;
import dev.recordio.testing.RowText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** All that a stage shows of itself, as text that can be compared. */
final class Trace {
  private Trace() {}

  /** Returns epoch and marks. */
  static String place(Stage<?> stage) {
    var marks = new long[stage.marks()];
    stage.mark(marks, 0);
    return stage.epoch() + Arrays.toString(marks);
  }

  /** Returns an item. */
  static String item(Object item) {
    if (item instanceof Record record) {
      return where(record) + HexFormat.of().formatHex(record.copy());
    } else if (item instanceof Row row) {
      var block = new dev.recordio.sparse.CsrBlock();
      block.addRows(row.block(), row.row(), row.row() + 1);
      return where(row) + RowText.of(block);
    } else if (item instanceof Batch<?> batch) {
      var all = new ArrayList<String>();
      for (int i = 0; i < batch.size(); i++) {
        all.add((batch.isFill(i) ? "fill " : "") + item(batch.get(i)));
      }
      return all.toString();
    }
    return String.valueOf(item);
  }

  private static String where(Placed placed) {
    String file = placed.path() == null ? "" : placed.path().getName();
    return placed.position()
        + "/"
        + placed.ordinal()
        + "@"
        + file
        + ":"
        + placed.fileOffset()
        + "=";
  }

  /** Steps, and returns the item with the place, the end, or the error. */
  static String step(Stage<?> stage) {
    try {
      return stage.next() ? item(stage.get()) + " " + place(stage) : "end " + place(stage);
    } catch (IOException | RuntimeException e) {
      return e.toString();
    }
  }

  /** Returns the steps of so many epochs, with what there is before the first one. */
  static List<String> epochs(Stage<?> stage, int epochs) throws IOException {
    var all = new ArrayList<String>();
    all.add(place(stage));
    for (int i = 0; i < epochs; i++) {
      all.addAll(rest(stage));
      if (i + 1 < epochs) {
        stage.reset();
        all.add(place(stage));
      }
    }
    return all;
  }

  /** Returns the steps to the end of the epoch, or the first error. */
  static List<String> rest(Stage<?> stage) {
    var all = new ArrayList<String>();
    String step;
    do {
      step = step(stage);
      all.add(step);
    } while (!step.startsWith("end ") && !step.contains("Exception"));
    return all;
  }
}
