// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import static dev.recordio.conf.SettingType.flag;
import static dev.recordio.conf.SettingType.fraction;
import static dev.recordio.conf.SettingType.oneOf;
import static dev.recordio.conf.SettingType.text;
import static dev.recordio.conf.SettingType.whole;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.SettingType;
import dev.recordio.store.layout.ValueCodec;
import dev.recordio.store.schema.StoreField;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The keys of the commands of record stores; the keys of the store itself are {@code StoreConf}.
 */
public enum StoreCommandConf implements ConfKey {
  CREATE_FIELDS(
      "recordio.store.create.fields",
      "",
      text(),
      "A field: NAME=TYPE or NAME=TYPE:CODEC; several with semicolons between."),
  CREATE_TOGETHER(
      "recordio.store.create.together",
      "",
      text(),
      "Fields that one read gets together: names with commas between; several such lists"
          + " with semicolons between."),
  SELECT_IDS(
      "recordio.store.select.ids",
      "",
      text(),
      "The ids of records, such as 5,2,2,9; or @FILE, a .npy of whole numbers, or a text"
          + " with a number a line."),
  SELECT_SLICE(
      "recordio.store.select.slice",
      "",
      text("a slice A:B:C, as Python's", Ids.Slice::parse),
      "The records of a Python slice: from A, before B, every C-th; negative A and B count"
          + " from the end."),
  SWAP(
      "recordio.store.delete.swap",
      "false",
      flag(),
      "Move the last record to the id of each deleted one, so that no gaps stay; else the"
          + " ids of deleted records are never used again."),
  MISSING(
      "recordio.store.gather.missing",
      "fail",
      oneOf("fail", "zero", "skip"),
      "If an id's record is deleted: fail, zero (zeros, marked as absent), skip (leave them out)."),
  WITH_IDS(
      "recordio.store.gather.with-ids",
      "false",
      flag(),
      "Write the ids of the records too, to id.npy."),
  ALTER_ADD(
      "recordio.store.alter.add",
      "",
      text(),
      "A new field: NAME=TYPE or NAME=TYPE:CODEC; several with semicolons between."),
  ALTER_DROP(
      "recordio.store.alter.drop",
      "",
      text(),
      "The name of a field to drop; several with commas between."),
  TAG_DELETE("recordio.store.tag.delete", "false", flag(), "Remove the tag of that name."),
  GC_OLDER_THAN(
      "recordio.store.gc.older-than",
      "",
      text("a number with d, h, m or s, such as 7d", StoreCommandConf::millis),
      "Remove generations replaced longer ago than this, such as 7d or 12h, and unused"
          + " files older than this. Default: the grace of the store, 7d."),
  GC_KEEP(
      "recordio.store.gc.keep",
      "1",
      whole(1, Integer.MAX_VALUE),
      "Always keep this many of the newest generations."),
  ZRECORD(
      "recordio.store.import.zrecord",
      "",
      text(),
      "A folder in zrecord's layout: all of its fields."),
  ZRECORD_ITEMS(
      "recordio.store.import.zrecord-items",
      "chunk-first",
      oneOf("chunk-first", "offset-first"),
      "What comes first in the items of zrecord's fields: chunk-first (packed structs),"
          + " offset-first (all others)."),
  REBALANCE_BELOW(
      "recordio.store.rebalance.below",
      "0.5",
      fraction(0, 1),
      "Rewrite chunks with less than this part of live bytes."),
  REBALANCE_SORT(
      "recordio.store.rebalance.sort",
      "false",
      flag(),
      "Rewrite everything that is not in the order of ids."),
  REBALANCE_RENUMBER(
      "recordio.store.rebalance.renumber",
      "false",
      flag(),
      "Leave out deleted records: the ids after them close up."),
  EXPORT_SHARDS(
      "recordio.store.export.shards",
      "0",
      whole(0, 100_000),
      "How many shards are written. 0: one for each 512 MiB of live values.");

  private final Definition definition;

  StoreCommandConf(String key, String defaultValue, SettingType type, String description) {
    definition = new Definition(key, defaultValue, type, description);
  }

  @Override
  public Definition definition() {
    return definition;
  }

  /** Returns the texts of a value, stripped and without empty ones. */
  static List<String> split(String value, String between) {
    return Arrays.stream(value.split(between))
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .toList();
  }

  /**
   * Returns the fields of a value, with semicolons between.
   *
   * @throws InvalidSettingException when a text is none
   */
  static List<StoreField> fields(String value) {
    return split(value, ";").stream().map(StoreField::parse).toList();
  }

  /**
   * Checks that the codecs of fields are on the class path.
   *
   * @throws InvalidSettingException when one is not
   */
  static void requireCodecs(List<StoreField> fields) {
    fields.forEach(field -> ValueCodec.of(field.codec()));
  }

  /**
   * Returns the milliseconds of {@code 7d}, {@code 12h}, {@code 30m}, {@code 45s}.
   *
   * @throws InvalidSettingException when the text is no length of time
   */
  static long millis(String age) {
    if (!age.matches("[0-9]{1,9}[dhms]")) {
      throw new InvalidSettingException("'" + age + "' is no length of time: write 7d, 12h or 30m");
    }
    int digits = age.length() - 1;
    TimeUnit unit =
        switch (age.charAt(digits)) {
          case 'd' -> TimeUnit.DAYS;
          case 'h' -> TimeUnit.HOURS;
          case 'm' -> TimeUnit.MINUTES;
          default -> TimeUnit.SECONDS;
        };
    return unit.toMillis(Long.parseLong(age.substring(0, digits)));
  }

  /** Returns the key as users write it. */
  @Override
  public String toString() {
    return key();
  }
}
