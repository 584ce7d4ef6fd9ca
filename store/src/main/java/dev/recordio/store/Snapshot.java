// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.Path;

/**
 * One generation of a record store. It never changes, whatever is committed meanwhile; it can be
 * read as long as the generation is kept. For use by several threads.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class Snapshot {
  private final StoreTables tables;
  private final Manifest manifest;
  private final StoreSchema schema;

  Snapshot(StoreTables tables, Manifest manifest) {
    this.tables = tables;
    this.manifest = manifest;
    schema = manifest.schema();
  }

  /** Returns the store's folder. */
  public Path path() {
    return tables.paths().store();
  }

  /** Returns the number of the generation, from 0. */
  public long generation() {
    return manifest.generation();
  }

  /** Returns the number of records, deleted ones included: ids are 0 to length - 1. */
  public long length() {
    return manifest.length();
  }

  /** Returns the number of deleted records. */
  public long deleted() {
    return manifest.deleted();
  }

  /** Returns the fields. */
  public StoreSchema schema() {
    return schema;
  }

  /**
   * Begins to read values by id.
   *
   * @param fields the names of the fields; all if there are none. Other fields are not read.
   * @throws dev.recordio.conf.InvalidSettingException when there is no such field
   */
  public StoreGather gather(String... fields) {
    return gather(Arrays.asList(fields));
  }

  /**
   * Begins to read values by id.
   *
   * @param fields the names of the fields; all if the list is empty. Other fields are not read.
   * @throws dev.recordio.conf.InvalidSettingException when there is no such field
   */
  public StoreGather gather(List<String> fields) {
    List<FieldEntry> entries =
        fields.isEmpty() ? manifest.fields() : fields.stream().map(manifest::field).toList();
    List<StoreField> read = entries.stream().map(FieldEntry::field).toList();
    return new StoreGather(tables, manifest, entries, new StoreSchema(read));
  }

  /** Begins to find out which ids are not deleted; reads no values. */
  @InterfaceAudience.Private
  public StoreGather gatherIds() {
    return new StoreGather(tables, manifest, List.of(), new StoreSchema(List.of()));
  }

  /** Returns what the generation consists of. */
  @InterfaceAudience.Private
  public Manifest manifest() {
    return manifest;
  }

  /** Returns the store's tables. */
  @InterfaceAudience.Private
  public StoreTables tables() {
    return tables;
  }

  @Override
  public String toString() {
    return path() + ", generation " + generation();
  }
}
