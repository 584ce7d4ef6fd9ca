// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import java.util.ArrayList;
import java.util.List;

/** The manifest of the next generation, while it is put together. */
public final class ManifestBuilder {
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

  ManifestBuilder(Manifest base) {
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

  /** Returns the manifest that this one follows. */
  public Manifest base() {
    return base;
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

  /** Returns the rows of a group. */
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
