// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import dev.recordio.fs.input.LocalNames;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Where the files of a record store are.
 *
 * @param store the store's folder, qualified
 */
public record StorePaths(Path store) {
  /** Ends the name of a chunk. */
  public static final String CHUNK_SUFFIX = ".chunk";

  /** Ends the name of a table. */
  public static final String TABLE_SUFFIX = ".tab";

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int ID_BYTES = 16;

  /** Returns a random name: 32 hexadecimal digits. */
  public static String newId() {
    byte[] id = new byte[ID_BYTES];
    RANDOM.nextBytes(id);
    return HexFormat.of().formatHex(id);
  }

  /** Returns the folder of manifests. */
  public Path manifests() {
    return new Path(store, "_manifest");
  }

  public Path manifest(long generation) {
    return new Path(manifests(), String.format(java.util.Locale.ROOT, "%020d.json", generation));
  }

  /** Returns the empty file whose name says that a generation was committed. */
  public Path witness(long generation) {
    return new Path(
        manifests(), String.format(java.util.Locale.ROOT, "%020d.committed", generation));
  }

  public Path tags() {
    return new Path(store, "_tags");
  }

  public Path tables() {
    return new Path(store, "tables");
  }

  public Path table(String id) {
    return new Path(tables(), id + TABLE_SUFFIX);
  }

  /** Returns the folder of chunks. */
  public Path chunks() {
    return new Path(store, "data");
  }

  public Path chunk(String id) {
    return new Path(chunks(), id + CHUNK_SUFFIX);
  }

  /**
   * Returns the names of a folder's entries, in no order: the fastest listing there is.
   *
   * @throws FileNotFoundException when there is no such folder
   */
  static List<String> names(FileSystem fs, Path folder) throws IOException {
    if (LocalNames.isLocal(fs)) {
      try {
        return LocalNames.list(folder);
      } catch (NoSuchFileException | NotDirectoryException e) {
        throw (IOException) new FileNotFoundException("no folder " + folder).initCause(e);
      }
    }
    var names = new ArrayList<String>();
    RemoteIterator<FileStatus> entries = fs.listStatusIterator(folder);
    while (entries.hasNext()) {
      names.add(entries.next().getPath().getName());
    }
    return names;
  }
}
