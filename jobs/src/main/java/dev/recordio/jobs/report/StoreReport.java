// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.recordio.jobs.report.HealthSection.Verdict;
import dev.recordio.jobs.report.chart.Bars;
import dev.recordio.jobs.report.chart.Columns;
import dev.recordio.jobs.report.chart.Markup;
import dev.recordio.jobs.report.chart.Texts;
import dev.recordio.jobs.store.StoreSizes;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.manifest.Generations;
import dev.recordio.store.manifest.Manifest;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A report on a record store: its fields, how much of its bytes is live, its generations. */
final class StoreReport implements Report {
  /** Each generation takes the reading of a small file. */
  private static final int MAX_GENERATIONS = 100;

  private static final int MAX_FIELDS = 40;

  /** Below this utilisation it is time to rebalance. */
  private static final double LOW = 0.5;

  private final Snapshot snapshot;
  private final StoreSizes sizes;
  private final Map<String, Long> tags;
  private final List<Manifest> generations = new ArrayList<>();
  private final int generationCount;
  private final HealthSection health = new HealthSection();

  /** Reads the generation that the store's configuration specifies, the newest by default. */
  StoreReport(Store store) throws IOException {
    snapshot = store.configured();
    sizes = StoreSizes.of(snapshot);
    Generations all = store.generations();
    tags = all.tags().list();
    List<Long> numbers = all.list();
    generationCount = numbers.size();
    for (long number :
        numbers.subList(Math.max(0, generationCount - MAX_GENERATIONS), generationCount)) {
      try {
        generations.add(all.get(number));
      } catch (FileNotFoundException e) {
        continue; // gc removed it after the listing
      }
    }
    boolean low = sizes.utilisation() < LOW;
    health.check(
        Verdict.badIf(low),
        "Utilisation",
        Texts.percent(sizes.utilisation())
            + " of the bytes in chunks are live"
            + (low ? "; recordio store rebalance rewrites the chunks with the least" : ""));
    health.check(Verdict.NOTE, "Deleted records", Texts.count(snapshot.deleted()));
    health.check(
        Verdict.NOTE,
        "Bytes",
        "not read for this page; recordio store verify compares all checksums");
  }

  /** Returns the number of records. */
  long records() {
    return snapshot.length();
  }

  @Override
  public void write(Page page) throws IOException {
    int fields = sizes.fields().size();
    page.sentence(
        "%s of %s in generation %d.",
        Texts.count(snapshot.length(), "record"),
        Texts.count(fields, "field"),
        snapshot.generation());
    page.figure("records", Texts.count(snapshot.length()))
        .figure("fields", Texts.count(fields))
        .figure("stored", Texts.bytes(sizes.storedBytes()))
        .figure("utilisation", Texts.percent(sizes.utilisation()))
        .figure("chunks", Texts.count(sizes.chunks()))
        .figure("generations", Texts.count(generationCount))
        .figure("health", health.text());
    writeFields(page);
    writeUtilisation(page);
    writeGenerations(page);
    health.write(page);
  }

  private void writeFields(Page page) {
    Markup to = page.section("Fields");
    int shown = Math.min(MAX_FIELDS, sizes.fields().size());
    var chart = new Bars("Bytes by field", "Live values, as they are stored in chunks.");
    var rows = new ArrayList<List<String>>();
    for (StoreSizes.FieldSize field : sizes.fields().subList(0, shown)) {
      String name = field.field().name();
      String bytes = Texts.bytes(field.storedBytes());
      String tip = Texts.say("%s: %s, %s of values", name, bytes, Texts.bytes(field.rawBytes()));
      chart.add(name, field.storedBytes(), bytes, tip);
      rows.add(
          List.of(
              Texts.shorten(name, 60),
              field.field().type().toString(),
              field.field().codec().toString(),
              Texts.count(field.rawBytes()),
              (field.estimated() ? "about " : "") + Texts.count(field.storedBytes())));
    }
    Page.pair(
        to,
        List.of(chart),
        shown < sizes.fields().size() ? "The first " + shown + " fields" : "All fields",
        List.of("field", "type", "codec", "raw bytes #", "stored bytes #"),
        rows);
    for (List<String> together : snapshot.schema().together()) {
      to.paragraph("Stored together: %s.", Texts.shorten(String.join(", ", together), 400));
    }
  }

  private void writeUtilisation(Page page) {
    Markup to = page.section("Utilisation");
    long stored = sizes.storedBytes();
    long live = sizes.liveBytes();
    to.paragraph(
        "%s of %s are live; the rest was deleted or replaced. Counted as zrecord does, where chunks"
            + " that are not full count too, utilisation is %s.",
        Texts.bytes(live), Texts.bytes(stored), Texts.percent(sizes.zrecordUtilisation()));
    var bars = new Bars("Live bytes and others", "");
    bars.add(
        "live of all",
        stored,
        live,
        Texts.percent(sizes.utilisation()),
        Texts.say("live: %s; not live: %s", Texts.bytes(live), Texts.bytes(stored - live)));
    var chunks = new Columns("Chunks by their live part", "", "live part of a chunk");
    for (int i = 0; i < StoreSizes.USE_CLASSES; i++) {
      String range = i * 10 + " % to " + (i + 1) * 10 + " %";
      long count = sizes.chunksByUse().get(i);
      chunks.tick(i * 10 + " %").add(count, range + ": " + Texts.count(count, "chunk"));
    }
    Page.charts(to, List.of(bars, chunks));
  }

  private void writeGenerations(Page page) {
    Markup to = page.section("Generations");
    to.paragraph(
        "%s are kept%s.",
        Texts.count(generationCount, "generation"),
        generationCount > generations.size()
            ? "; the newest " + generations.size() + " are shown"
            : "");
    var chart = new Columns("Records by generation", "", "generation");
    var rows = new ArrayList<List<String>>();
    for (Manifest generation : generations) {
      long number = generation.generation();
      String records = Texts.count(generation.length(), "record");
      chart.tickWithin(Long.toString(number));
      chart.add(generation.length(), "generation " + number + ": " + records);
      rows.add(0, row(generation));
    }
    Page.pair(
        to,
        List.of(chart),
        "Generations, the newest first",
        List.of("generation", "time (UTC) #", "operation", "changed #", "records #", "tags"),
        rows);
  }

  private List<String> row(Manifest generation) {
    List<String> names =
        tags.entrySet().stream()
            .filter(tag -> tag.getValue() == generation.generation())
            .map(Map.Entry::getKey)
            .toList();
    Instant time = Instant.ofEpochMilli(generation.time()).truncatedTo(ChronoUnit.SECONDS);
    return List.of(
        Texts.count(generation.generation()),
        time.toString().replace('T', ' ').replace("Z", ""),
        generation.operation().name(),
        Texts.count(generation.operation().records()),
        Texts.count(generation.length()),
        Texts.shorten(String.join(", ", names), 80));
  }

  @Override
  public void toJson(ObjectNode root) {
    root.put("kind", "store")
        .put("generation", snapshot.generation())
        .put("generations", generationCount)
        .put("records", snapshot.length())
        .put("deleted", snapshot.deleted())
        .put("bytes", sizes.storedBytes())
        .put("liveBytes", sizes.liveBytes())
        .put("utilisation", sizes.utilisation())
        .put("chunks", sizes.chunks());
    ArrayNode fields = root.putArray("fields");
    for (StoreSizes.FieldSize field : sizes.fields()) {
      fields
          .addObject()
          .put("name", field.field().name())
          .put("type", field.field().type().toString())
          .put("storedBytes", field.storedBytes());
    }
  }
}
