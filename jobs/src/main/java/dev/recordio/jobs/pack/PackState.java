// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.images.ImageConf;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.error.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/**
 * What a job packs, in an output that is not finished: whether another run packs the same.
 *
 * @param job the id of the job that writes; empty for none yet
 * @param options by key, those that decide about the bytes of a record
 * @param choices by key, those that decide which records there are, and where
 */
record PackState(
    String job,
    Map<String, String> options,
    Map<String, String> choices,
    long records,
    long bytes,
    List<Shard> shards) {

  /**
   * A shard of the plan.
   *
   * @param checksum CRC32C of its entries: names, lengths, times, keys, labels, in order
   * @param first the name of its first source; empty when it has none
   */
  record Shard(long records, long checksum, String first) {}

  private static final List<ConfKey> OPTIONS =
      List.of(
          PackConf.RAW,
          PackConf.IMAGE_FIELD,
          PackConf.LABEL_FIELD,
          PackConf.KEY_FIELD,
          PackConf.RESIZE,
          PackConf.NO_ENLARGE,
          PackConf.CENTER_CROP,
          PackConf.QUALITY,
          PackConf.ENCODING,
          PackConf.COLOR,
          PackConf.INTER,
          RecordIOConf.OUTPUT_INDEX,
          RecordIOConf.OUTPUT_INDEX_BINARY);

  private static final List<ConfKey> CHOICES =
      List.of(
          PackConf.SHARDS,
          PackConf.SHARD_SIZE,
          PackConf.FROM,
          PackConf.LIST,
          PackConf.ROOT,
          PackConf.EXTENSIONS,
          PackConf.INCLUDE,
          PackConf.EXCLUDE,
          PackConf.HIDDEN,
          PackConf.NAME_CHARSET,
          PackConf.SHUFFLE,
          PackConf.SEED);

  /** Returns what a plan packs; nobody does yet. */
  static PackState of(Configuration conf, PackPlan plan) {
    var options = new TreeMap<String, String>();
    OPTIONS.forEach(key -> options.put(key.key(), key.normal(conf)));
    if (PixelSettings.isWanted(conf)) {
      for (ImageConf key : ImageConf.values()) {
        options.put(key.key(), key.normal(conf));
      }
      options.put(PackConf.SEED.key(), PackConf.SEED.normal(conf)); // of --inter 10
    }
    options.put(PackConf.HEADER.key(), plan.imageHeader() ? "image" : "none");
    var choices = new TreeMap<String, String>();
    CHOICES.forEach(key -> choices.put(key.key(), key.normal(conf)));
    return new PackState("", options, choices, plan.records(), plan.bytes(), plan.states());
  }

  PackState of(String other) {
    return new PackState(other, options, choices, records, bytes, shards);
  }

  /** Returns what differs in another run, whose shards would have other bytes; empty if nothing. */
  String difference(PackState now) {
    var differences = differences(options, now.options);
    if (differences.isEmpty() && !shards.equals(now.shards)) {
      differences = differences(choices, now.choices);
      if (differences.isEmpty()) {
        differences = List.of(inputDifference(now));
      }
    }
    return String.join("; ", differences);
  }

  private static List<String> differences(Map<String, String> then, Map<String, String> now) {
    var differences = new ArrayList<String>();
    for (String key : then.keySet()) {
      String before = then.get(key);
      String after = now.get(key);
      if (after != null && !before.equals(after)) { // null: another option says why
        differences.add(key + " was '" + before + "' and is '" + after + "'");
      }
    }
    return differences;
  }

  private String inputDifference(PackState now) {
    int shard = 0;
    while (shard < Math.min(shards.size(), now.shards.size())
        && shards.get(shard).equals(now.shards.get(shard))) {
      shard++;
    }
    String counts =
        records == now.records
            ? "a file is another one, or was changed"
            : String.format("it had %,d files and has %,d", records, now.records);
    String from = shard < now.shards.size() ? now.shards.get(shard).first() : "";
    return "the input: "
        + counts
        + ", first in shard "
        + shard
        + (from.isEmpty() ? "" : ", which begins with " + Printable.of(from));
  }
}
