// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import static org.apache.hadoop.fs.CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_DEFAULT;
import static org.apache.hadoop.fs.CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_KEY;
import static org.apache.hadoop.fs.Options.OpenFileOptions.FS_OPTION_OPENFILE_LENGTH;
import static org.apache.hadoop.fs.Options.OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY;
import static org.apache.hadoop.fs.Options.OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_END;
import static org.apache.hadoop.fs.Options.OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_START;

import dev.recordio.fs.input.LocalNames;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.util.functional.FutureIO;

/**
 * Opens, creates and renames files of Hadoop's file systems: the only code that does, so that
 * peculiarities of file systems are handled in one place.
 *
 * <p>A {@link FileStatus} that the caller has already spares an object store a request when the
 * file is opened. Whether the file exists is then known only when it is first read. Local files are
 * opened without any of the options, which they ignore: to set these takes longer than to open.
 */
public final class Files {
  /**
   * How a file is going to be read. The first policy of several that a file system knows counts.
   */
  public enum Reading {
    /** From one offset to another, in order. */
    SEQUENTIAL("sequential", false),
    /** From start to end. */
    WHOLE("whole-file, sequential", false),
    /** Pieces of it, most of them in order. */
    PIECES("adaptive", true),
    /** Ranges, in any order. */
    RANDOM("vector, random", true);

    private final String policy;
    private final boolean inPieces;

    Reading(String policy, boolean inPieces) {
      this.policy = policy;
      this.inPieces = inPieces;
    }
  }

  /** The path capability of {@link #createConditionally}, and its option. */
  static final String CONDITIONAL_CREATE = "fs.option.create.conditional.overwrite";

  private static final long BLOCK_UNIT = 1 << 20;

  /**
   * The buffer of a local file that is read in pieces, and so the least that is read after each
   * seek: engines set {@code io.file.buffer.size} to 64 KiB and more.
   */
  private static final int LOCAL_PIECE = 4 << 10;

  private Files() {}

  /**
   * Returns the status of a file that there may not be.
   *
   * @throws FileNotFoundException when there is no file of this name; one that can't be opened, or
   *     a link that leads nowhere, is another error, here and in {@code open}
   */
  public static FileStatus status(FileSystem fs, Path file) throws IOException {
    try {
      return fs.getFileStatus(file);
    } catch (FileNotFoundException e) {
      throw LocalNames.isLocal(fs) ? LocalNames.failure(file, e) : e;
    }
  }

  /** Whether there is a file of this name, be it a link that leads nowhere: opening it says so. */
  public static boolean isThere(FileSystem fs, Path file) throws IOException {
    return fs.exists(file) || LocalNames.isLocal(fs) && LocalNames.isLink(file);
  }

  /** Opens a file by its name alone. */
  public static FSDataInputStream open(Configuration conf, Path file, Reading how)
      throws IOException {
    return open(file.getFileSystem(conf), file, how);
  }

  /** Opens a file by its name alone. */
  public static FSDataInputStream open(FileSystem fs, Path file, Reading how) throws IOException {
    return open(fs, file, how, options -> options);
  }

  /**
   * Opens a file whose status is not known.
   *
   * @param length its length in bytes, as it was listed
   */
  public static FSDataInputStream open(FileSystem fs, Path file, long length, Reading how)
      throws IOException {
    return open(fs, file, how, options -> optLong(options, FS_OPTION_OPENFILE_LENGTH, length));
  }

  /** Opens a file whose status is known. */
  public static FSDataInputStream open(FileSystem fs, FileStatus file, Reading how)
      throws IOException {
    return open(fs, file.getPath(), how, options -> options.withFileStatus(file));
  }

  /**
   * Opens a file to read a part of it.
   *
   * @param start the offset of the part's first byte
   * @param end the offset after its last one; a little more may be read
   */
  public static FSDataInputStream open(
      FileSystem fs, FileStatus file, Reading how, long start, long end) throws IOException {
    return open(
        fs,
        file.getPath(),
        how,
        options ->
            optLong(
                optLong(options.withFileStatus(file), FS_OPTION_OPENFILE_SPLIT_START, start),
                FS_OPTION_OPENFILE_SPLIT_END,
                Math.min(end, file.getLen())));
  }

  /** Does what the builder's own method does, which Hadoop before 3.3.5 does not have. */
  private static FutureDataInputStreamBuilder optLong(
      FutureDataInputStreamBuilder options, String name, long value) {
    return options.opt(name, Long.toString(value));
  }

  private static FSDataInputStream open(
      FileSystem fs, Path file, Reading how, UnaryOperator<FutureDataInputStreamBuilder> options)
      throws IOException {
    if (LocalNames.isLocal(fs)) {
      try {
        return how.inPieces ? fs.open(file, LOCAL_PIECE) : fs.open(file);
      } catch (FileNotFoundException e) {
        throw LocalNames.failure(file, e);
      }
    }
    return FutureIO.awaitFuture(
        options.apply(fs.openFile(file)).opt(FS_OPTION_OPENFILE_READ_POLICY, how.policy).build());
  }

  /**
   * Opens a file all of whose bytes are checked by who reads them: of a local one, the checksums
   * that Hadoop keeps beside it are not read, since that costs more than the bytes themselves.
   */
  public static FSDataInputStream openUnverified(Configuration conf, Path file, Reading how)
      throws IOException {
    FileSystem fs = file.getFileSystem(conf);
    return open(LocalMap.hasChecksumFiles(fs) ? ((LocalFileSystem) fs).getRaw() : fs, file, how);
  }

  /**
   * Whether a file is known to be missing, at less cost than a failure to open it has: so only of
   * local files. Another one may be missing too.
   */
  public static boolean isKnownMissing(FileSystem fs, Path file) throws IOException {
    return LocalNames.isLocal(fs) && !isThere(fs, file);
  }

  /** Whether {@link #map} may return something for a file: it is a local one. */
  public static boolean canMap(Configuration conf, Path file) throws IOException {
    return LocalMap.canMap(file.getFileSystem(conf));
  }

  /**
   * Maps a local file, if all of it is in memory: its bytes are then read without a call of the
   * operating system. Of others a map would bring more than what is read. As {@link
   * #openUnverified}, it is for readers that check what they read.
   *
   * @return null when it is not such a file, or has 2 GiB or more
   */
  public static LocalMap map(Configuration conf, Path file) throws IOException {
    return LocalMap.of(file.getFileSystem(conf), file);
  }

  /** Opens a file to read its lines, as UTF-8. */
  public static BufferedReader lines(FileSystem fs, FileStatus file) throws IOException {
    return new BufferedReader(
        new InputStreamReader(open(fs, file, Reading.WHOLE), StandardCharsets.UTF_8));
  }

  /** Returns all bytes of a small file. */
  public static byte[] readAll(FileSystem fs, Path file) throws IOException {
    try (FSDataInputStream in = open(fs, file, Reading.WHOLE)) {
      return in.readAllBytes();
    }
  }

  /**
   * Creates a file.
   *
   * @throws IOException when it exists, or can't be created
   */
  public static FSDataOutputStream create(Configuration conf, Path file) throws IOException {
    return create(file.getFileSystem(conf), file);
  }

  /**
   * Creates a file.
   *
   * @throws IOException when it exists, or can't be created
   */
  public static FSDataOutputStream create(FileSystem fs, Path file) throws IOException {
    return fs.create(file, false);
  }

  /**
   * Creates a file whose blocks are large enough for all of it.
   *
   * @param blockBytes at most so many bytes are going to be written; rounded up to whole MiB, as
   *     HDFS takes only multiples of its checksums' unit and refuses small blocks
   * @throws IOException when it exists, or can't be created
   */
  public static FSDataOutputStream createFile(FileSystem fs, Path file, long blockBytes)
      throws IOException {
    long block = Math.max(1, (blockBytes + BLOCK_UNIT - 1) / BLOCK_UNIT) * BLOCK_UNIT;
    int buffer = fs.getConf().getInt(IO_FILE_BUFFER_SIZE_KEY, IO_FILE_BUFFER_SIZE_DEFAULT);
    return fs.create(file, false, buffer, fs.getDefaultReplication(file), block);
  }

  /**
   * Creates a file that takes its place when it is closed, and only if there is none by then: the
   * close fails otherwise, and an abort leaves nothing.
   *
   * @throws IllegalArgumentException when the file system can't do that
   */
  static FSDataOutputStream createConditionally(FileSystem fs, Path file) throws IOException {
    FSDataOutputStreamBuilder<?, ?> builder = fs.createFile(file);
    builder.create().overwrite(false).recursive();
    builder.must(CONDITIONAL_CREATE, true);
    return builder.build();
  }

  /**
   * Closes a file so that its bytes are on disks, if the file system can assure that: on HDFS, and
   * on local files. On an object store a closed file is.
   */
  public static void closeDurably(FileSystem fs, Path file, FSDataOutputStream out)
      throws IOException {
    boolean synced = out.hasCapability(StreamCapabilities.HSYNC);
    try (out) {
      if (synced) {
        out.hsync();
      }
    }
    if (!synced && LocalNames.isLocal(fs)) {
      // A stream that also writes checksums can't.
      LocalLinks.force(file);
      if (fs instanceof ChecksumFileSystem checked) {
        LocalLinks.force(checked.getChecksumFile(file));
      }
    }
  }

  /** Writes bytes; when that fails, the file is abandoned. */
  static void write(FSDataOutputStream out, byte[] bytes) throws IOException {
    try {
      out.write(bytes);
    } catch (IOException | RuntimeException e) {
      try {
        abandon(out);
      } catch (IOException also) {
        e.addSuppressed(also);
      }
      throw e;
    }
  }

  /**
   * Closes a file that is not wanted any more, without making it visible where that is possible.
   */
  public static void abandon(FSDataOutputStream out) throws IOException {
    if (out.hasCapability(StreamCapabilities.ABORTABLE_STREAM)) {
      out.abort();
    }
    out.close();
  }

  /** Creates a file, replacing any that exists. */
  public static FSDataOutputStream overwrite(FileSystem fs, Path file) throws IOException {
    return fs.create(file, true);
  }

  /**
   * Creates a file, replacing any that exists.
   *
   * @param buffer the bytes that a file system without its own packets buffers for a write
   */
  public static FSDataOutputStream overwrite(FileSystem fs, Path file, int buffer)
      throws IOException {
    return fs.create(file, true, buffer);
  }

  /**
   * Renames a file or folder.
   *
   * @throws IOException when that fails, also if the file system only returns false
   */
  public static void rename(FileSystem fs, Path from, Path to) throws IOException {
    if (!fs.rename(from, to)) {
      throw new IOException("can't rename " + from + " to " + to);
    }
  }

  /**
   * Renames a file or folder that another process may rename, too.
   *
   * @return false when it is gone, or the file system refuses
   */
  public static boolean renameIfThere(FileSystem fs, Path from, Path to) throws IOException {
    try {
      return fs.rename(from, to);
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /**
   * Renames a file unless there is one of the new name. Only HDFS, and what follows its rules, does
   * that in one step.
   *
   * @throws org.apache.hadoop.fs.FileAlreadyExistsException when there is one
   */
  static void renameIfAbsent(FileContext context, Path from, Path to) throws IOException {
    context.rename(from, to, Options.Rename.NONE);
  }

  /** Renames a file to another one, which it replaces: in one step, if possible. */
  public static void replace(Configuration conf, FileSystem fs, Path from, Path to)
      throws IOException {
    if (LocalNames.isLocal(fs) && fs.rename(from, to)) {
      // It replaces a file as the operating system does. FileContext would run readlink first.
      return;
    }
    try {
      FileContext.getFileContext(to.toUri(), conf).rename(from, to, Options.Rename.OVERWRITE);
    } catch (UnsupportedFileSystemException e) {
      // A file system that only FileSystem knows: it may refuse to replace a file.
      if (!fs.rename(from, to)) {
        fs.delete(to, false);
        rename(fs, from, to);
      }
    }
  }
}
