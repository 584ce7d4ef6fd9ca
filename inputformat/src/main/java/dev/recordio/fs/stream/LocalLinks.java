// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Shell;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes local files: a finished file gets its final name as a second one, which the operating
 * system refuses if the name is taken. Hadoop's own ways check first and then act.
 */
class LocalLinks implements Publisher {
  private static final Logger LOG = LoggerFactory.getLogger(LocalLinks.class);

  private final boolean durable;

  /**
   * Makes a publisher.
   *
   * @param durable whether a file must be there after a crash of the machine. If not, the disk is
   *     not waited for, and a folder without hard links will do: then a reader may see a part of a
   *     file, and still only one writer wins.
   */
  LocalLinks(boolean durable) {
    this.durable = durable;
  }

  @Override
  public boolean publish(Path file, byte[] bytes) throws IOException {
    java.nio.file.Path place = local(file);
    java.nio.file.Path temporary = local(Publisher.temporary(file));
    if (!Files.isDirectory(place.getParent())) { // else a link to a folder would be an error
      Files.createDirectories(place.getParent());
    }
    try {
      write(temporary, bytes);
      give(place, temporary, bytes);
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (UnsupportedOperationException e) {
      throw new IOException("there are no hard links at " + file, e);
    } finally {
      remove(temporary);
    }
    if (durable && !Shell.WINDOWS) {
      force(place.getParent(), READ);
    }
    return true;
  }

  /** Writes a new file, to the disk if it must be durable; one that is not whole is removed. */
  void write(java.nio.file.Path file, byte[] bytes) throws IOException {
    try (FileChannel out = FileChannel.open(file, CREATE_NEW, WRITE)) {
      try {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
          out.write(buffer);
        }
        if (durable) {
          out.force(true);
        }
      } catch (IOException e) {
        remove(file);
        throw e;
      }
    }
  }

  private void give(java.nio.file.Path name, java.nio.file.Path file, byte[] bytes)
      throws IOException {
    try {
      link(name, file);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException e) {
      if (durable) {
        throw e;
      }
      write(name, bytes); // no links, as on FAT: the name is still given to one writer only
    }
  }

  /** Gives a file a second name. */
  void link(java.nio.file.Path name, java.nio.file.Path file) throws IOException {
    Files.createLink(name, file);
  }

  /** What is left is nobody's, and says so by its name: the outcome does not depend on it. */
  private static void remove(java.nio.file.Path temporary) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      LOG.warn("{} can't be deleted", temporary, e);
    }
  }

  /** Returns a local file as the operating system names it. */
  static java.nio.file.Path local(Path file) {
    return new File(file.toUri().getPath()).toPath();
  }

  /** Waits until the disk has what was written to a file, if there is one. */
  static void force(Path file) throws IOException {
    if (Files.exists(local(file))) {
      force(local(file), WRITE);
    }
  }

  private static void force(java.nio.file.Path file, OpenOption option) throws IOException {
    try (FileChannel channel = FileChannel.open(file, option)) {
      channel.force(true);
    }
  }
}
