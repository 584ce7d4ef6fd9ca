// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.output;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;

/**
 * The client that a local scratch directory belongs to: it holds a lock on a file there, which the
 * operating system releases however the client ends. Directories whose lock is free are left by
 * clients that were killed.
 */
final class ScratchOwner implements Closeable {
  private static final String FILE = ".owner";

  /**
   * Files that this process has locked. It must not open them again: closing any stream of a file
   * releases the locks of the process on it.
   */
  private static final Set<java.nio.file.Path> OWN = ConcurrentHashMap.newKeySet();

  private final java.nio.file.Path file;
  private final FileChannel channel;

  private ScratchOwner(java.nio.file.Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Makes this process the owner of a directory, until it ends or this is closed. */
  static ScratchOwner of(Path dir) throws IOException {
    java.nio.file.Path folder = local(dir);
    java.nio.file.Path file = folder.resolve(FILE);
    java.nio.file.Path unlocked = folder.resolve(FILE + ".new"); // nobody looks at it
    FileChannel channel =
        FileChannel.open(unlocked, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      OWN.add(file);
      channel.lock();
      Files.move(unlocked, file, StandardCopyOption.ATOMIC_MOVE);
      return new ScratchOwner(file, channel);
    } catch (IOException | RuntimeException e) {
      OWN.remove(file);
      channel.close();
      throw e;
    }
  }

  /** Removes the directories in a folder whose owner has ended; those in use stay. */
  static void removeLeft(Path folder, Pattern name) {
    File[] found = local(folder).toFile().listFiles((in, child) -> name.matcher(child).matches());
    for (File dir : found == null ? new File[0] : found) {
      if (isLeft(dir.toPath().resolve(FILE))) {
        FileUtil.fullyDelete(dir);
      }
    }
  }

  private static boolean isLeft(java.nio.file.Path file) {
    if (OWN.contains(file) || !Files.isRegularFile(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock != null;
    } catch (IOException e) {
      return false; // not to be told: another user's, or a disk without locks
    }
  }

  private static java.nio.file.Path local(Path path) {
    return new File(path.toUri().getPath()).getAbsoluteFile().toPath();
  }

  @Override
  public void close() throws IOException {
    channel.close();
    OWN.remove(file);
  }
}
