// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.harness.Meter.Scope;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Storage;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.store.GatherBatch;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.StoreAppend;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Labels of records that also have an image of 100 KB: what is read of the store for them. */
final class StoreLabels {
  private static final int IMAGE_BYTES = 100 << 10;
  private static final int LABEL_BYTES = 4;
  private static final double PERCENT = 100;
  private static final int BATCH = 128;

  private final String suite;
  private final Settings settings;
  private final Storage storage;
  private long read; // bytes, by the last run

  StoreLabels(String suite, Settings settings, Storage storage) {
    this.suite = suite;
    this.settings = settings;
    this.storage = storage;
  }

  List<Trial> trials(Configuration conf, Path folder) throws IOException {
    var trials = new ArrayList<Trial>();
    var images = new Payloads(IMAGE_BYTES, settings.size(), settings.seed());
    for (boolean together : new boolean[] {false, true}) {
      Snapshot store = create(conf, new Path(folder, "labels-" + together), together, images);
      long all = images.totalBytes() + (long) LABEL_BYTES * images.count();
      var labels =
          new Subject(
              "labels" + (together ? ", together with images" : ""),
              () -> read(store, "label"),
              tally(images, LABEL_BYTES),
              Scope.PROCESS);
      var whole =
          new Subject(
              "labels and images",
              () -> read(store, "image", "label"),
              tally(images, LABEL_BYTES + IMAGE_BYTES),
              Scope.PROCESS);
      trials.add(
          new Trial(
              suite,
              labels.name() + (storage == Storage.RAW ? "" : ", " + storage.title()),
              LABEL_BYTES,
              0,
              images.count(),
              labels,
              whole,
              () -> facts(store, all)));
    }
    return trials;
  }

  private Map<String, Object> facts(Snapshot store, long all) {
    try {
      read(store, "label");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return Map.of(
        "bytesRead", read, "ofAll", String.format(Locale.ROOT, "%.3f %%", PERCENT * read / all));
  }

  private static Tally tally(Payloads images, int bytes) {
    return new Tally(images.count(), (long) images.count() * bytes, 0);
  }

  private static Snapshot create(Configuration conf, Path path, boolean together, Payloads images)
      throws IOException {
    var fields = List.of(StoreField.parse("image=bytes"), StoreField.parse("label=f4"));
    var schema = new StoreSchema(fields, together ? List.of(List.of("image", "label")) : List.of());
    Store store = Store.create(conf, path, schema);
    try (StoreAppend append = store.append()) {
      for (int i = 0; i < images.count(); i++) {
        append.set(0, images.bytes(), images.offset(i), images.size());
        append.set(1, images.bytes(), images.offset(i), LABEL_BYTES);
        append.add();
      }
      append.commit();
    }
    return store.snapshot();
  }

  private Tally read(Snapshot store, String... fields) throws IOException {
    long bytes = 0;
    try (var gather = store.gather(fields)) {
      for (long from = 0; from < store.length(); from += BATCH) {
        try (GatherBatch batch = gather.range(from, Math.min(store.length(), from + BATCH), 1)) {
          for (int f = 0; f < fields.length; f++) {
            for (int i = 0; i < batch.size(); i++) {
              bytes += batch.length(f, i);
            }
          }
        }
      }
      read = gather.bytesRead();
    }
    return new Tally(store.length(), bytes, 0);
  }
}
