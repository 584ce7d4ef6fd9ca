// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.Builder;
import dev.recordio.store.manifest.StorePaths;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.write.StoreWriting;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A change whose chunks are written: each try to commit it may write tables of its own, which are
 * removed when it was lost.
 */
public abstract class PendingChange implements Change {
  private final StoreTables tables;
  private final StoreWriting files;
  private final String commit;
  private StoreWriting attempt;

  /**
   * Creates a change.
   *
   * @param files the files that it has made, and will name
   */
  protected PendingChange(StoreTables tables, StoreWriting files) {
    this(tables, files, StorePaths.newId());
  }

  /**
   * Creates a change.
   *
   * @param commit the id of the commit, 32 hexadecimal digits, by which it is recognized
   */
  protected PendingChange(StoreTables tables, StoreWriting files, String commit) {
    this.tables = tables;
    this.files = files;
    this.commit = commit;
  }

  protected final StoreTables tables() {
    return tables;
  }

  /** Returns the files of all tries. */
  protected final StoreWriting files() {
    return files;
  }

  /** Returns the files of this try. */
  protected final StoreWriting attempt() {
    return attempt;
  }

  /**
   * Puts the change on a generation.
   *
   * @param next the manifest to complete: so far as {@code head}
   */
  protected abstract void apply(Builder next, Manifest head) throws IOException;

  @Override
  public final Manifest apply(Manifest head) throws IOException {
    attempt = new StoreWriting(tables.conf(), tables.paths());
    try {
      Builder next = head.next();
      apply(next, head);
      return next.build(commit, System.currentTimeMillis());
    } catch (IOException | RuntimeException | Error e) {
      discardAttempt(e);
      throw e;
    }
  }

  private void discardAttempt(Throwable why) {
    try {
      attempt.discard();
    } catch (IOException e) {
      why.addSuppressed(e);
    }
  }

  @Override
  public void lost(Manifest manifest) throws IOException {
    attempt.discard();
  }

  @Override
  public void unanswered() {
    attempt.keep();
    files.keep();
  }

  @Override
  public long ageMillis() {
    return System.currentTimeMillis() - files.begun();
  }

  @Override
  public void requireFiles() throws IOException {
    FileSystem fs = tables.paths().store().getFileSystem(tables.conf());
    for (Path file : files.files()) {
      if (!fs.exists(file)) {
        throw new FileNotFoundException(file.toString());
      }
    }
  }
}
