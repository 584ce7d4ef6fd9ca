// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.StorePaths;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.write.StoreWriting;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A change of a store, whose chunks are written, and which is put on whatever generation is the
 * newest when it is published. Each try to commit it may write tables of its own, which are removed
 * when it was lost.
 */
public abstract class Change {
  private final StoreTables tables;
  private final StoreWriting files;
  private final String commit;
  private StoreWriting attempt;

  /**
   * Creates a change.
   *
   * @param files the files that it has made, and will name
   */
  protected Change(StoreTables tables, StoreWriting files) {
    this(tables, files, StorePaths.newId());
  }

  /**
   * Creates a change.
   *
   * @param commit the id of the commit, 32 hexadecimal digits, by which it is recognized
   */
  protected Change(StoreTables tables, StoreWriting files, String commit) {
    this.tables = tables;
    this.files = files;
    this.commit = commit;
  }

  protected final StoreTables tables() {
    return tables;
  }

  /** Returns the files of this try. */
  protected final StoreWriting attempt() {
    return attempt;
  }

  /**
   * Whether nothing that other writers do can contradict the change, as for appended records. What
   * they did is not read then, and {@link #check} is never called.
   */
  boolean isIndependent() {
    return false;
  }

  /**
   * Looks at a generation that another writer made since the change was begun. Each is passed once,
   * in order.
   *
   * @throws StoreConflictException when what it did contradicts the change
   */
  abstract void check(Manifest other) throws IOException;

  /**
   * Puts the change on a generation.
   *
   * @param next the manifest to complete: so far as {@code head}
   */
  abstract void apply(Manifest.Builder next, Manifest head) throws IOException;

  /**
   * Returns the generation after {@code head}, as the change makes it. All that depends on ids, or
   * on other tables, is written anew by each call.
   *
   * @throws StoreConflictException when the change contradicts {@code head}
   */
  Manifest apply(Manifest head) throws IOException {
    attempt = new StoreWriting(tables.conf(), tables.paths());
    try {
      Manifest.Builder next = head.next();
      apply(next, head);
      return next.build(commit, System.currentTimeMillis());
    } catch (IOException | RuntimeException | Error e) {
      try {
        attempt.discard();
      } catch (IOException failed) {
        e.addSuppressed(failed);
      }
      throw e;
    }
  }

  /**
   * Takes note that a manifest of {@link #apply} never becomes a generation: the tables that only
   * it names can be deleted. What is left gc finds.
   */
  void lost(Manifest manifest) throws IOException {
    attempt.discard();
  }

  /**
   * Takes note that nobody knows whether the last manifest of {@link #apply} is, or becomes, a
   * generation: no file that it names may be removed. If it is none, gc finds them.
   */
  void unanswered() {
    attempt.keep();
    files.keep();
  }

  /** Returns for how long the change has had files that no generation names, in milliseconds. */
  long ageMillis() {
    return System.currentTimeMillis() - files.begun();
  }

  /**
   * Checks whether all files of the change are still there: called before it is published when they
   * are so old that gc, with another clock, may have removed them.
   *
   * @throws FileNotFoundException when one is not
   */
  void requireFiles() throws IOException {
    FileSystem fs = tables.paths().store().getFileSystem(tables.conf());
    for (Path file : files.files()) {
      if (!fs.exists(file)) {
        throw new FileNotFoundException(file.toString());
      }
    }
  }
}
