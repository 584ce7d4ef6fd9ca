// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest.GroupEntry;
import dev.recordio.store.manifest.Manifest.Operation;
import dev.recordio.store.manifest.Manifest.RowsRef;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.util.ArrayList;
import java.util.Comparator;
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

  public GroupEntry group(int number) {
    return groups.stream().filter(group -> group.number() == number).findFirst().orElseThrow();
  }

  /**
   * Returns the fields of a group, in the order of its numbers, as their values are in a record.
   */
  public List<FieldEntry> fieldsOf(int group) {
    return fields.stream()
        .filter(field -> field.group() == group)
        .sorted(Comparator.comparingInt(FieldEntry::number))
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
  public Builder next() {
    return new Builder(this);
  }

  /** Names a table. */
  public interface TableRef {
    /** Returns the table's name: 32 hexadecimal digits. */
    String file();

    /** Returns the length of its file. */
    long bytes();
  }

  /**
   * A delta table of a generation: sorted ids, and where their values are now; or deleted ids.
   *
   * @param file the table's name: 32 hexadecimal digits
   * @param bytes the file's length
   * @param count its entries, at least 1
   * @param first the smallest id
   * @param last the greatest id
   * @param end entries of ids from here on do not count: the store was shorter in the meantime, and
   *     other records have these ids now
   */
  public record DeltaRef(String file, long bytes, long count, long first, long last, long end)
      implements TableRef {
    /** Returns the same table without ids from {@code length} on; null when none is left. */
    public DeltaRef clip(long length) {
      return first >= length
          ? null
          : new DeltaRef(file, bytes, count, first, last, Math.min(end, length));
    }
  }

  /**
   * Which records of a row table a generation has, and under which ids.
   *
   * @param file the table's name: 32 hexadecimal digits
   * @param bytes the file's length
   * @param firstId the id of the first of them
   * @param skip how many records of the table come before it
   * @param count how many there are, at least 1
   */
  public record RowsRef(String file, long bytes, long firstId, long skip, long count)
      implements TableRef {
    /** Returns the id after the last one. */
    public long endId() {
      return firstId + count;
    }

    /** Returns the same records under other ids. */
    public RowsRef at(long first) {
      return new RowsRef(file, bytes, first, skip, count);
    }

    public IdRanges ids() {
      return IdRanges.of(firstId, endId());
    }

    /**
     * Returns the part of it with ids from {@code from}, before {@code to}; null when it is empty.
     */
    public RowsRef slice(long from, long to) {
      long first = Math.max(from, firstId);
      long end = Math.min(to, endId());
      return first < end
          ? new RowsRef(file, bytes, first, skip + first - firstId, end - first)
          : null;
    }
  }

  /**
   * A field of a generation.
   *
   * @param number its number, never used for another field
   * @param field name, type and codec
   * @param group the group of fields whose values are stored side by side
   * @param deltas values that were written after their records, the oldest table first
   */
  public record FieldEntry(int number, StoreField field, int group, List<DeltaRef> deltas) {
    /** Creates an entry. */
    public FieldEntry {
      deltas = List.copyOf(deltas);
    }

    /** Returns the same field with other deltas. */
    public FieldEntry withDeltas(List<DeltaRef> others) {
      return new FieldEntry(number, field, group, others);
    }
  }

  /**
   * A group of fields whose values are stored side by side.
   *
   * @param number its number, never used for another group
   * @param rows where its records are, by ascending ids; records with ids between them have no
   *     values
   */
  public record GroupEntry(int number, List<RowsRef> rows) {
    /** Creates an entry. */
    public GroupEntry {
      rows = List.copyOf(rows);
    }
  }

  /**
   * What a commit did, for the log and for other writers, who check what it changed.
   *
   * @param name create, append, import, update, delete, swap, rebalance or alter
   * @param records how many records it added, changed, deleted or rewrote
   * @param deltas the delta tables whose ids it changed; they stay as long as the manifest
   * @param ranges the ids that it changed besides
   */
  public record Operation(String name, long records, List<DeltaRef> deltas, IdRanges ranges) {
    /** The names. */
    public static final String CREATE = "create";

    public static final String APPEND = "append";
    public static final String IMPORT = "import";
    public static final String UPDATE = "update";
    public static final String DELETE = "delete";
    public static final String SWAP = "swap";
    public static final String REBALANCE = "rebalance";
    public static final String RENUMBER = "renumber";
    public static final String ALTER = "alter";

    /** Creates an operation. */
    public Operation {
      deltas = List.copyOf(deltas);
    }

    /** Creates an operation that changes nothing that another writer may have read. */
    public Operation(String name, long records) {
      this(name, records, List.of(), IdRanges.NONE);
    }
  }

  /** The manifest of the next generation, while it is put together. */
  public static final class Builder {
    private final Manifest base;

    public long length;
    public long deleted;
    public long chunkBytes;
    public long graceMillis;
    public int nextField;
    public int nextGroup;
    public Operation operation;
    public final List<FieldEntry> fields;
    public final List<GroupEntry> groups;
    public final List<DeltaRef> deletions;

    Builder(Manifest base) {
      this.base = base;
      length = base.length();
      deleted = base.deleted();
      chunkBytes = base.chunkBytes();
      graceMillis = base.graceMillis();
      nextField = base.nextField();
      nextGroup = base.nextGroup();
      fields = new ArrayList<>(base.fields());
      groups = new ArrayList<>(base.groups());
      deletions = new ArrayList<>(base.deletions());
    }

    /** Sets the deltas of a field. */
    public void setDeltas(int field, List<DeltaRef> deltas) {
      fields.replaceAll(entry -> entry.number() == field ? entry.withDeltas(deltas) : entry);
    }

    /** Adds a delta, the newest, to a field. */
    public void addDelta(int field, DeltaRef delta) {
      fields.replaceAll(
          entry -> {
            if (entry.number() != field) {
              return entry;
            }
            var deltas = new ArrayList<>(entry.deltas());
            deltas.add(delta);
            return entry.withDeltas(deltas);
          });
    }

    /** Sets the rows of a group. */
    public void setRows(int group, List<RowsRef> rows) {
      groups.replaceAll(entry -> entry.number() == group ? new GroupEntry(group, rows) : entry);
    }

    /** Adds rows, whose ids are not there yet, to a group. */
    public void addRows(int group, RowsRef added) {
      var rows = new ArrayList<>(rows(group));
      rows.add(added);
      rows.sort(Comparator.comparingLong(RowsRef::firstId));
      setRows(group, rows);
    }

    public List<RowsRef> rows(int group) {
      return groups.stream()
          .filter(entry -> entry.number() == group)
          .findFirst()
          .orElseThrow()
          .rows();
    }

    /**
     * Returns the manifest.
     *
     * @param commit the commit's random id, 32 hexadecimal digits
     * @param time now, in milliseconds since 1970
     */
    public Manifest build(String commit, long time) {
      return new Manifest(
          base.store(),
          base.generation() + 1,
          commit,
          time,
          operation,
          length,
          deleted,
          chunkBytes,
          graceMillis,
          nextField,
          nextGroup,
          fields,
          groups,
          deletions);
    }
  }
}
