// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.manifest.Manifest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;

/** Sums up a generation of a store. */
@CommandLine.Command(
    footer = {
      "",
      "Utilisation is live bytes by stored bytes of all chunks; what is not live was deleted or",
      "replaced, and store rebalance rewrites chunks with much of it. zrecordUtilisation is zrecord's:",
      "live values by those that as many full chunks would hold, so chunks that are not full count",
      "too. Of each field: the bytes of its live values, and those that they take in chunks, with",
      "checksums. Of large fields of varying length under a codec, and of those that are together with",
      "others, they are estimated from 32,768 records; the JSON says where. rebalance: many small",
      "commits left many small chunks, or tables; store rebalance makes few of them.",
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
    if (asJson()) {
      printJson(snapshot, sizes);
    } else {
      printText(snapshot, sizes);
    }
    return ExitCode.OK;
  }

  private void printJson(Snapshot snapshot, StoreSizes sizes) {
    Manifest manifest = snapshot.manifest();
    var root = new LinkedHashMap<String, Object>();
    root.put("store", snapshot.path().toString());
    root.put("generation", snapshot.generation());
    root.put("records", snapshot.length());
    root.put("deleted", snapshot.deleted());
    root.put("chunks", sizes.chunks());
    root.put("storedBytes", sizes.storedBytes());
    root.put("liveBytes", sizes.liveBytes());
    root.put("utilisation", sizes.utilisation());
    root.put("zrecordUtilisation", sizes.zrecordUtilisation());
    root.put("chunkSize", manifest.chunkBytes());
    if (sizes.rebalance() != null) {
      root.put("rebalance", sizes.rebalance());
    }
    List<Map<String, Object>> fields = new ArrayList<>();
    for (StoreSizes.FieldSize field : sizes.fields()) {
      var node = new LinkedHashMap<String, Object>();
      node.put("name", field.field().name());
      node.put("type", field.field().type().toString());
      node.put("codec", field.field().codec().toString());
      node.put("rawBytes", field.rawBytes());
      node.put("storedBytes", field.storedBytes());
      if (field.estimated()) {
        node.put("estimated", true);
      }
      fields.add(node);
    }
    root.put("fields", fields);
    root.put("together", snapshot.schema().together());
    printJson(root);
  }

  private void printText(Snapshot snapshot, StoreSizes sizes) {
    Manifest manifest = snapshot.manifest();
    var totals =
        new Totals()
            .count("generation", snapshot.generation())
            .count("records", snapshot.length())
            .count("deleted", snapshot.deleted())
            .count("chunks", sizes.chunks())
            .bytes("stored bytes", sizes.storedBytes())
            .bytes("live bytes", sizes.liveBytes())
            .add("utilisation", percent(sizes.utilisation()))
            .add("as zrecord counts it", percent(sizes.zrecordUtilisation()));
    for (StoreSizes.FieldSize field : sizes.fields()) {
      totals.add(
          field.field().name(),
          typeOf(field.field())
              + ", "
              + Totals.human(field.rawBytes())
              + (field.storedBytes() == field.rawBytes()
                  ? ""
                  : " in " + Totals.human(field.storedBytes()))
              + (field.estimated() ? ", estimated" : ""));
    }
    for (List<String> names : snapshot.schema().together()) {
      totals.add("together", String.join(", ", names));
    }
    if (sizes.rebalance() != null) {
      totals.add("rebalance", sizes.rebalance());
    }
    totals.print(out());
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * part);
  }
}
