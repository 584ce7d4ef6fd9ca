// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.reader.Row;
import dev.recordio.reader.Schema;
import dev.recordio.reader.stage.SchemaStage.ItemCheck;
import dev.recordio.sparse.CsrBlock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks rows: the declared ones of their fields must be there.
 *
 * <p>{@code label}, {@code weight} and {@code value} are float32. {@code qid}, {@code field} and
 * {@code index} are integers of any type, and must fit into it. {@code field}, {@code index} and
 * {@code value} have one dimension: the number of entries that each row must have, or -1. A block
 * keeps whether any of its rows has a weight, a query id, or fields, not which ones: a row lacks
 * one if all of its block do.
 */
final class RowCheck implements ItemCheck<Row> {
  private static final Set<String> NUMBERS = Set.of("label", "weight", "value");
  private static final Set<String> ENTRIES = Set.of("field", "index", "value");

  private final long columns; // all indices are below, unsigned; 0: no limit
  private final List<ItemCheck<Row>> checks = new ArrayList<>();

  RowCheck(Schema schema, long columns) {
    this.columns = columns;
    var seen = new HashSet<String>();
    for (Schema.Field field : schema.fields()) {
      requireShape(field);
      if (!seen.add(field.name())) {
        throw new InvalidSettingException("schema has the field " + field.name() + " twice");
      }
      addChecks(field);
    }
    if (columns != 0 && !seen.contains("index")) {
      addChecks(Schema.ROW.fields().get(4));
    }
  }

  private static void requireShape(Schema.Field field) {
    Schema.Field known =
        Schema.ROW.fields().stream()
            .filter(each -> each.name().equals(field.name()))
            .findFirst()
            .orElseThrow(
                () ->
                    new InvalidSettingException(
                        "a row has the fields label, weight, qid, field, index and value, but no "
                            + field.name()));
    boolean type = NUMBERS.contains(field.name()) ? field.type() == known.type() : isInteger(field);
    if (!type || field.shape().size() != known.shape().size()) {
      throw new InvalidSettingException(
          "rows have "
              + known
              + (NUMBERS.contains(field.name()) ? "" : ", or another type of integer")
              + ", not "
              + field);
    }
  }

  private static boolean isInteger(Schema.Field field) {
    return field.type().name().contains("INT");
  }

  private void addChecks(Schema.Field field) {
    if (ENTRIES.contains(field.name()) && field.shape().get(0) != Schema.ANY) {
      checks.add(row -> checkEntries(row, field));
    }
    long max = max(field.type());
    switch (field.name()) {
      case "weight" -> checks.add(row -> checkWeight(row, field));
      case "qid" -> checks.add(row -> checkQid(row, field, max));
      case "field" -> checks.add(row -> checkFields(row, field, max));
      case "index" -> checks.add(row -> checkIndices(row, field, maxIndex(max)));
      default -> {} // there is always a label, and a value of each entry
    }
  }

  /** Returns the largest number of a type, unsigned. */
  private static long max(Schema.Type type) {
    int bits = 8 * type.bytes() - (type.name().startsWith("U") ? 0 : 1);
    return bits <= 0 ? 0 : -1L >>> 64 - bits;
  }

  private long maxIndex(long max) {
    return columns == 0 || Long.compareUnsigned(max, columns - 1) < 0 ? max : columns - 1;
  }

  private static void checkEntries(Row row, Schema.Field field) throws MalformedRecordException {
    int expected = field.shape().get(0);
    if (row.entries() != expected) {
      throw SchemaStage.malformed(row, "row", field, expected + " entries", "" + row.entries());
    }
  }

  private static void checkWeight(Row row, Schema.Field field) throws MalformedRecordException {
    if (!row.block().hasWeight()) {
      throw SchemaStage.malformed(row, "row", field, "a weight", "none");
    }
  }

  private static void checkQid(Row row, Schema.Field field, long max)
      throws MalformedRecordException {
    if (!row.block().hasQid()) {
      throw SchemaStage.malformed(row, "row", field, "a query id", "none");
    }
    checkNumber(max, row.block().qids()[row.row()], row, field);
  }

  private static void checkFields(Row row, Schema.Field field, long max)
      throws MalformedRecordException {
    CsrBlock block = row.block();
    if (!block.hasField() && row.entries() > 0) {
      throw SchemaStage.malformed(row, "row", field, "a field of each entry", "none");
    }
    int end = block.offset(row.row() + 1);
    for (int i = block.offset(row.row()); i < end; i++) {
      checkNumber(max, Integer.toUnsignedLong(block.fields()[i]), row, field);
    }
  }

  private static void checkIndices(Row row, Schema.Field field, long max)
      throws MalformedRecordException {
    CsrBlock block = row.block();
    int end = block.offset(row.row() + 1);
    for (int i = block.offset(row.row()); i < end; i++) {
      checkNumber(max, block.index(i), row, field);
    }
  }

  private static void checkNumber(long max, long number, Row row, Schema.Field field)
      throws MalformedRecordException {
    if (Long.compareUnsigned(number, max) > 0) {
      throw SchemaStage.malformed(
          row,
          "row",
          field,
          "at most " + Long.toUnsignedString(max),
          Long.toUnsignedString(number));
    }
  }

  /**
   * Checks a row.
   *
   * @throws MalformedRecordException when it lacks a field, or has another number of entries, or a
   *     number is too large
   */
  @Override
  public void check(Row row) throws MalformedRecordException {
    for (ItemCheck<Row> check : checks) {
      check.check(row);
    }
  }
}
