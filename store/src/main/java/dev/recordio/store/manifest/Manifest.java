// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One generation of a record store: which tables say where its values are. Immutable; its size
 * grows with the number of tables, not of records or chunks.
 *
 * @param store the store's own random id, 32 hexadecimal digits
 * @param generation its number, from 0
 * @param commit a random id of the commit that made it, 32 hexadecimal digits: shows a writer that
 *     got no answer whether this is its own
 * @param time when it was made, in milliseconds since 1970
 * @param operation what was done
 * @param length the number of records, deleted ones included: ids are below it
 * @param deleted how many of them are deleted
 * @param chunkBytes how large a chunk becomes
 * @param graceMillis how long a file that no kept generation names, or an old generation, stays
 * @param nextField the number of the next new field
 * @param nextGroup the number of the next new group
 * @param fields the fields, in the user's order
 * @param groups the groups of fields
 * @param deletions the ids that are deleted: delta tables without places, the oldest first
 */
public record Manifest(
    String store,
    long generation,
    String commit,
    long time,
    Operation operation,
    long length,
    long deleted,
    long chunkBytes,
    long graceMillis,
    int nextField,
    int nextGroup,
    List<FieldEntry> fields,
    List<GroupEntry> groups,
    List<DeltaRef> deletions) {
  /** Creates a manifest. */
  public Manifest {
    fields = List.copyOf(fields);
    groups = List.copyOf(groups);
    deletions = List.copyOf(deletions);
  }

  /** Returns fields and groups as users specify them. */
  public StoreSchema schema() {
    Map<Integer, List<String>> names = new LinkedHashMap<>();
    List<StoreField> list = new ArrayList<>();
    for (FieldEntry entry : fields) {
      list.add(entry.field());
      names.computeIfAbsent(entry.group(), number -> new ArrayList<>()).add(entry.field().name());
    }
    return new StoreSchema(
        list, names.values().stream().filter(group -> group.size() > 1).toList());
  }

  /**
   * Returns the entry of a field.
   *
   * @throws dev.recordio.conf.InvalidSettingException when there is none of that name
   */
  public FieldEntry field(String name) {
    StoreSchema schema = schema();
    return fields.get(schema.indexOf(schema.field(name).name()));
  }

  /** Returns the entry of a group. */
  public GroupEntry group(int number) {
    return groups.stream().filter(group -> group.number() == number).findFirst().orElseThrow();
  }

  /**
   * Returns the fields of a group, in the order of its numbers, as their values are in a record.
   */
  public List<FieldEntry> fieldsOf(int group) {
    return fields.stream()
        .filter(field -> field.group() == group)
        .sorted(java.util.Comparator.comparingInt(FieldEntry::number))
        .toList();
  }

  /**
   * Checks an id.
   *
   * @throws IndexOutOfBoundsException when it is no record's, deleted or not
   */
  public void requireId(long id) {
    if (id < 0 || id >= length) {
      throw new IndexOutOfBoundsException(
          "id " + id + " is not in the store: it has " + length + " records");
    }
  }

  /** Begins a manifest that differs from this one. */
  public ManifestBuilder next() {
    return new ManifestBuilder(this);
  }
}
