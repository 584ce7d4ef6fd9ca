// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

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
  }

  long records() {
    return snapshot.length();
  }

  private Health health() {
    var health = new Health();
    boolean low = sizes.utilisation() < LOW;
    String remedy = low ? "; recordio store rebalance rewrites the chunks with the least" : "";
    health.check(
        low,
        "Utilisation",
        Texts.percent(sizes.utilisation()) + " of the bytes in chunks are live" + remedy);
    health.note("Deleted records", Texts.count(snapshot.deleted()));
    health.note("Bytes", "not read for this page; recordio store verify compares all checksums");
    return health;
  }

  @Override
  public void write(Page page) {
    String records = Texts.count(records(), "record");
    int fields = sizes.fields().size();
    page.sentence(
        "%s of %s in generation %d.", records, Texts.count(fields, "field"), snapshot.generation());
    Health health = health();
    page.figure("records", Texts.count(records()))
        .figure("fields", Texts.count(fields))
        .figure("stored", Texts.bytes(sizes.storedBytes()))
        .figure("utilisation", Texts.percent(sizes.utilisation()))
        .figure("chunks", Texts.count(sizes.chunks()))
        .figure("generations", Texts.count(generationCount))
        .figure("health", health.text());
    writeFields(page.section("Fields"));
    writeUtilisation(page.section("Utilisation"));
    writeGenerations(page.section("Generations"));
    health.write(page);
  }

  private void writeFields(Page.Section section) {
    List<StoreSizes.FieldSize> shown =
        sizes.fields().subList(0, Math.min(MAX_FIELDS, sizes.fields().size()));
    var chart = new Bars("Bytes by field");
    var rows = new ArrayList<List<String>>();
    for (StoreSizes.FieldSize field : shown) {
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
    section.say("Stored bytes are the live values, as they are in chunks.").chart(chart);
    section.table(
        shown.size() < sizes.fields().size()
            ? "The first " + shown.size() + " fields"
            : "All fields",
        List.of("field", "type", "codec", "raw bytes #", "stored bytes #"),
        rows);
    for (List<String> together : snapshot.schema().together()) {
      section.say("Stored together: %s.", Texts.shorten(String.join(", ", together), 400));
    }
  }

  private void writeUtilisation(Page.Section section) {
    section.say(
        "%s of %s are live; the rest was deleted or replaced. Counted as zrecord does, where chunks"
            + " that are not full count too, utilisation is %s.",
        Texts.bytes(sizes.liveBytes()),
        Texts.bytes(sizes.storedBytes()),
        Texts.percent(sizes.zrecordUtilisation()));
    var chunks = new Columns("Chunks by their live part", "live part of a chunk");
    for (int i = 0; i < StoreSizes.USE_CLASSES; i++) {
      String range = i * 10 + " % to " + (i + 1) * 10 + " %";
      long count = sizes.chunksByUse().get(i);
      chunks.tick(i * 10 + " %").add(count, range + ": " + Texts.count(count, "chunk"));
    }
    section.chart(chunks);
  }

  private void writeGenerations(Page.Section section) {
    String kept = Texts.count(generationCount, "generation") + " are kept";
    section.say(
        generationCount > generations.size()
            ? kept + "; the newest " + generations.size() + " are shown."
            : kept + ".");
    var chart = new Columns("Records by generation", "generation");
    var rows = new ArrayList<List<String>>();
    for (Manifest generation : generations) {
      long number = generation.generation();
      String records = Texts.count(generation.length(), "record");
      chart.tickWithin(Long.toString(number));
      chart.add(generation.length(), "generation " + number + ": " + records);
      rows.add(0, row(generation));
    }
    section.chart(chart);
    section.table(
        "Generations, the newest first",
        List.of("generation", "time (UTC) #", "operation", "changed #", "records #", "tags"),
        rows);
  }

  private List<String> row(Manifest generation) {
    String names =
        tags.entrySet().stream()
            .filter(tag -> tag.getValue() == generation.generation())
            .map(Map.Entry::getKey)
            .collect(Collectors.joining(", "));
    Instant time = Instant.ofEpochMilli(generation.time()).truncatedTo(ChronoUnit.SECONDS);
    return List.of(
        Texts.count(generation.generation()),
        time.toString().replace('T', ' ').replace("Z", ""),
        generation.operation().name(),
        Texts.count(generation.operation().records()),
        Texts.count(generation.length()),
        Texts.shorten(names, 80));
  }

  @Override
  public Map<String, Object> figures() {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("kind", "store");
    figures.put("generation", snapshot.generation());
    figures.put("generations", generationCount);
    figures.put("records", snapshot.length());
    figures.put("deleted", snapshot.deleted());
    figures.put("bytes", sizes.storedBytes());
    figures.put("liveBytes", sizes.liveBytes());
    figures.put("utilisation", sizes.utilisation());
    figures.put("chunks", sizes.chunks());
    var fields = new ArrayList<Map<String, Object>>();
    for (StoreSizes.FieldSize field : sizes.fields()) {
      var one = new LinkedHashMap<String, Object>();
      one.put("name", field.field().name());
      one.put("type", field.field().type().toString());
      one.put("storedBytes", field.storedBytes());
      fields.add(one);
    }
    figures.put("fields", fields);
    return figures;
  }
}
