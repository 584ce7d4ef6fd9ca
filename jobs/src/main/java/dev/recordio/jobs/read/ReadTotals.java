// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import dev.recordio.jobs.run.Totals;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Waits;
import java.util.Locale;

/** The closing lines of a run: how much was read, in what time, and who waited for whom. */
final class ReadTotals {
  private ReadTotals() {}

  static Totals of(Stage<?> reader, long items, long epochs, long nanos) {
    var totals =
        new Totals()
            .count(reader.items().kind().endsWith("s") ? "batches" : "items", items)
            .count("epochs", epochs)
            .seconds("time", nanos);
    for (Waits waits : reader.waits()) {
      totals.add(waits.stage(), text(waits.consumerWaitNanos(), waits.producerWaitNanos()));
    }
    return totals;
  }

  private static String text(long forItems, long forRoom) {
    return String.format(
        Locale.ROOT,
        "%.2f s without an item, %.2f s without room: %s",
        forItems / 1e9,
        forRoom / 1e9,
        forItems > forRoom ? "reading is slower" : "what uses the items is slower");
  }
}
