// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;

/** Sums up a generation of a store. */
@CommandLine.Command(
    footer = {
      "",
      "Utilisation is the part of live bytes in all chunks. The other bytes belong to deleted or",
      "replaced values; store rebalance rewrites chunks with many of them. zrecordUtilisation is",
      "zrecord's figure: it counts chunks that are not full as full.",
      "Each field has two sizes: the bytes of its live values, and the bytes that they take in",
      "chunks, with checksums. The sizes of large compressed fields of varying length, and of",
      "fields stored together with others, are estimated from 32,768 records; the JSON says",
      "where.",
      "rebalance: many small commits left many small chunks or tables; store rebalance joins",
      "them.",
      "",
      "Examples:",
      "  recordio store stat data/faces",
      "  recordio store stat hdfs:///data/faces --json --tag v1"
    })
public final class StatCommand extends StoreCommand {
  @Override
  protected void declare(KeyOptions options) {
    generation(options);
  }

  @Override
  protected ExitCode run() throws Exception {
    Store store = open();
    Snapshot snapshot = store.configured();
    StoreSizes sizes = StoreSizes.of(snapshot);
    List<List<String>> together = snapshot.schema().together();
    var fields = new ArrayList<Map<String, Object>>();
    var result =
        new Totals()
            .value("store", snapshot.path().toString())
            .count("generation", snapshot.generation())
            .count("records", snapshot.length())
            .count("deleted", snapshot.deleted())
            .count("chunks", sizes.chunks())
            .bytes("stored bytes", sizes.storedBytes())
            .bytes("live bytes", sizes.liveBytes())
            .show("utilisation", percent(sizes.utilisation()))
            .value("utilisation", sizes.utilisation())
            .show("as zrecord counts it", percent(sizes.zrecordUtilisation()))
            .value("zrecordUtilisation", sizes.zrecordUtilisation())
            .value("chunkSize", snapshot.manifest().chunkBytes());
    if (sizes.rebalance() != null) {
      result.value("rebalance", sizes.rebalance());
    }
    result.value("fields", fields).value("together", together);
    for (StoreSizes.FieldSize field : sizes.fields()) {
      fields.add(values(field));
      result.show(field.field().name(), text(field));
    }
    together.forEach(names -> result.show("together", String.join(", ", names)));
    if (sizes.rebalance() != null) {
      result.show("rebalance", sizes.rebalance());
    }
    printResult(result);
    return ExitCode.OK;
  }

  private static Map<String, Object> values(StoreSizes.FieldSize field) {
    var values =
        new Totals()
            .value("name", field.field().name())
            .value("type", field.field().type().toString())
            .value("codec", field.field().codec().toString())
            .value("rawBytes", field.rawBytes())
            .value("storedBytes", field.storedBytes());
    return (field.estimated() ? values.value("estimated", true) : values).values();
  }

  private static String text(StoreSizes.FieldSize field) {
    boolean isSmaller = field.storedBytes() != field.rawBytes();
    return typeOf(field.field())
        + ", "
        + Totals.human(field.rawBytes())
        + (isSmaller ? " in " + Totals.human(field.storedBytes()) : "")
        + (field.estimated() ? ", estimated" : "");
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * part);
  }
}
