// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.store.commit.AlterChange;
import dev.recordio.store.commit.Change;
import dev.recordio.store.commit.CommitLoop;
import dev.recordio.store.manifest.Generations;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest.GroupEntry;
import dev.recordio.store.manifest.Manifest.Operation;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.manifest.StorePaths;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import dev.recordio.store.write.StoreWriting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * A record store: a folder with records of several named fields, read by number and changed by
 * commits; each makes a generation. Readers are pinned to a generation ({@link Snapshot}); writers
 * may be many.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class Store {
  private static final long GRACE_MILLIS = TimeUnit.DAYS.toMillis(7);

  private final Configuration conf;
  private final Generations generations;
  private final StoreTables tables;

  private Store(Configuration conf, Generations generations) {
    this.conf = conf;
    this.generations = generations;
    tables = new StoreTables(conf, generations.paths());
  }

  /**
   * Makes a store without records.
   *
   * @param path a folder that does not exist, or is empty
   * @param schema its fields, at least one
   * @throws org.apache.hadoop.fs.FileAlreadyExistsException when the folder is not empty
   * @throws InvalidSettingException when commits to stores are refused there, or the schema has no
   *     fields
   */
  public static Store create(Configuration conf, Path path, StoreSchema schema) throws IOException {
    if (schema.fields().isEmpty()) {
      throw new InvalidSettingException("a store has at least one field");
    }
    var generations = new Generations(conf, path);
    var fields = new ArrayList<FieldEntry>();
    var groups = new ArrayList<GroupEntry>();
    for (StoreField field : schema.fields()) {
      int group = groupOf(schema, field, fields);
      if (group < 0) {
        group = groups.size();
        groups.add(new GroupEntry(group, List.of()));
      }
      fields.add(new FieldEntry(fields.size(), field, group, List.of()));
    }
    generations.create(
        new Manifest(
            StorePaths.newId(),
            0,
            StorePaths.newId(),
            System.currentTimeMillis(),
            new Operation(Operation.CREATE, 0),
            0,
            0,
            StoreConf.CHUNK_SIZE.getLong(conf),
            GRACE_MILLIS,
            fields.size(),
            groups.size(),
            fields,
            groups,
            List.of()));
    return new Store(conf, generations);
  }

  /** Returns the group of an earlier field that a field is together with; -1 if there is none. */
  private static int groupOf(StoreSchema schema, StoreField field, List<FieldEntry> earlier) {
    for (List<String> names : schema.together()) {
      if (names.contains(field.name())) {
        for (FieldEntry entry : earlier) {
          if (names.contains(entry.field().name())) {
            return entry.group();
          }
        }
      }
    }
    return -1;
  }

  /**
   * Opens a store; reads nothing of it yet.
   *
   * @param conf gives the file system, and the keys {@code recordio.store.*} and {@code
   *     recordio.gather.*}
   */
  public static Store open(Configuration conf, Path path) throws IOException {
    return new Store(conf, new Generations(conf, path));
  }

  /** Returns the store's folder. */
  public Path path() {
    return generations.paths().store();
  }

  /**
   * Returns the newest generation.
   *
   * @throws java.io.FileNotFoundException when the folder is no store
   */
  public Snapshot snapshot() throws IOException {
    return new Snapshot(tables, generations.newest());
  }

  /**
   * Returns a generation.
   *
   * @throws java.io.FileNotFoundException when there is none of that number; the message says
   *     whether it was collected
   */
  public Snapshot snapshot(long generation) throws IOException {
    return new Snapshot(tables, generations.get(generation));
  }

  /**
   * Returns the generation of a tag.
   *
   * @throws java.io.FileNotFoundException when there is no such tag
   */
  public Snapshot tagged(String tag) throws IOException {
    return new Snapshot(tables, generations.tagged(tag));
  }

  /**
   * Returns the generation that {@code recordio.store.tag} or {@code recordio.store.generation}
   * specifies; without them, the newest.
   *
   * @throws InvalidSettingException when both are set
   */
  public Snapshot configured() throws IOException {
    String tag = StoreConf.TAG.get(conf);
    long generation = StoreConf.GENERATION.getLong(conf);
    if (!tag.isEmpty() && generation >= 0) {
      throw new InvalidSettingException(
          StoreConf.TAG + " and " + StoreConf.GENERATION + " exclude each other");
    }
    return !tag.isEmpty() ? tagged(tag) : generation >= 0 ? snapshot(generation) : snapshot();
  }

  /** Begins to add records. */
  public StoreAppend append() throws IOException {
    return new StoreAppend(this, snapshot());
  }

  /** Begins to change values of records. */
  public StoreUpdate update() throws IOException {
    return new StoreUpdate(this, snapshot());
  }

  /** Begins to delete records. Their ids stay, and no other records get them. */
  public StoreDelete delete() throws IOException {
    return new StoreDelete(this, snapshot(), false);
  }

  /**
   * Begins to delete records so that ids stay dense: for each deleted record, the largest id first,
   * the store's last record takes its id, and the store is one record shorter.
   */
  public StoreDelete deleteBySwap() throws IOException {
    return new StoreDelete(this, snapshot(), true);
  }

  /**
   * Adds and drops fields, in one commit. New fields have no values.
   *
   * @return the generation that it made
   */
  public long alter(List<StoreField> add, List<String> drop) throws IOException {
    Snapshot head = snapshot();
    var files = new StoreWriting(conf, generations.paths());
    return commit(head.manifest(), new AlterChange(tables, files, add, drop)).generation();
  }

  /**
   * Gives a generation a name, which keeps the generation from being collected; a name never moves.
   */
  public void tag(String name, long generation) throws IOException {
    generations.tag(name, generation);
  }

  /** Removes a name of a generation. */
  public void deleteTag(String name) throws IOException {
    generations.tags().delete(name);
  }

  /** Commits a change that was begun on a generation. */
  @InterfaceAudience.Private
  public Manifest commit(Manifest base, Change change) throws IOException {
    return new CommitLoop(conf, generations).commit(base, change);
  }

  /** Returns the configuration. */
  @InterfaceAudience.Private
  public Configuration conf() {
    return conf;
  }

  /** Returns the generations. */
  @InterfaceAudience.Private
  public Generations generations() {
    return generations;
  }

  /** Returns the tables. */
  @InterfaceAudience.Private
  public StoreTables tables() {
    return tables;
  }
}
