// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.LocalNames;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The ways to create a file if nobody else has. {@code FileSystem.create} without overwriting is
 * none: on local files and on S3A two writers may win, and on HDFS readers see unfinished files.
 */
public enum PublishWay {
  /** The one that fits the file system. */
  AUTO,
  /** An upload that fails when the object exists: S3A of Hadoop 3.4.2 and later. */
  CONDITIONAL,
  /** A hard link to a finished file: local files. */
  LINK,
  /** {@code FileContext}'s rename without overwriting, which HDFS does in one step. */
  RENAME,
  /** None. */
  REFUSE;

  /** What the committers of S3A begin the names of folders with whose files are not yet visible. */
  private static final String MAGIC = "__magic";

  /** S3A's exception for status 501; Hadoop's module of S3A need not be there. */
  private static final String UNSUPPORTED = "AWSUnsupportedFeatureException";

  private static final Set<String> RENAMES = Set.of("hdfs", "ofs", "abfs", "abfss");

  /**
   * Returns the publisher of a folder's files.
   *
   * @param folder the folder, or one above; need not exist
   * @param key the key that sets the way, for messages
   * @throws InvalidSettingException when files are not published there; the message names the key
   */
  public Publisher publisher(Configuration conf, Path folder, String key) throws IOException {
    FileSystem fs = folder.getFileSystem(conf);
    Path path = fs.makeQualified(folder);
    for (String name : path.toUri().getPath().split(Path.SEPARATOR)) {
      if (name.startsWith(MAGIC)) {
        throw new InvalidSettingException(
            path
                + " is below "
                + name
                + ", a folder of S3A's committers: nothing is written there");
      }
    }
    PublishWay way = this == AUTO ? fitting(fs, path) : this;
    String reason = way.objection(fs, path);
    if (reason != null) {
      String asked = this == AUTO ? "" : "=" + name().toLowerCase(Locale.ROOT);
      throw new InvalidSettingException(
          "no file below " + path + " can be created if absent: " + key + asked + ": " + reason);
    }
    return way.on(conf, fs);
  }

  /**
   * Returns the publisher of files that need not outlive a crash of the machine, such as claims. It
   * is there on every file system: where no way is known to be safe, of two writers at the same
   * moment both may win, as {@code FileSystem.create} without overwriting lets them.
   */
  public static Publisher ofClaims(Configuration conf, Path folder) throws IOException {
    FileSystem fs = folder.getFileSystem(conf);
    PublishWay way = fitting(fs, fs.makeQualified(folder));
    return switch (way) {
      case CONDITIONAL -> ifKnown(way.on(conf, fs), new PlainCreate(fs));
      case LINK -> new LocalLinks(false);
      case AUTO -> new PlainCreate(fs);
      default -> way.on(conf, fs);
    };
  }

  /** Conditional uploads are known to S3A, and need not be to the object store. */
  private static Publisher ifKnown(Publisher conditional, Publisher other) {
    return (file, bytes) -> {
      try {
        return conditional.publish(file, bytes);
      } catch (IOException e) {
        if (e.getClass().getSimpleName().equals(UNSUPPORTED)) {
          return other.publish(file, bytes);
        }
        throw e;
      }
    };
  }

  /**
   * Publishes by {@code FileSystem.create} without overwriting, where no better way is known: it
   * refuses a file that is there, but of two writers at the same moment both may win.
   */
  private record PlainCreate(FileSystem fs) implements Publisher {
    @Override
    public boolean publish(Path file, byte[] bytes) throws IOException {
      FSDataOutputStream out;
      try {
        out = Files.create(fs, file);
      } catch (FileAlreadyExistsException e) {
        return false;
      }
      try {
        Files.write(out, bytes);
        out.close();
      } catch (IOException | RuntimeException e) {
        fs.delete(file, false); // it is this writer's, and not whole
        throw e;
      }
      return true;
    }
  }

  /**
   * Publishes by an upload that the object store refuses if the object exists ({@code
   * If-None-Match: *}). Where it exists, S3A fails with an exception of its own (status 412), and
   * not at once: as any other failure it leaves to the caller to look.
   *
   * @param fs has the path capability {@link Files#CONDITIONAL_CREATE}
   */
  record ConditionalCreate(FileSystem fs) implements Publisher {
    @Override
    public boolean publish(Path file, byte[] bytes) throws IOException {
      FSDataOutputStream out;
      try {
        out = Files.createConditionally(fs, file);
      } catch (FileAlreadyExistsException e) {
        return false;
      } catch (IllegalArgumentException e) {
        throw new IOException(fs.getUri() + " does not create files conditionally", e);
      }
      // A close after a failed write would upload what was written so far.
      Files.write(out, bytes);
      out.close();
      return true;
    }
  }

  private Publisher on(Configuration conf, FileSystem fs) {
    return switch (this) {
      case CONDITIONAL -> new ConditionalCreate(fs);
      case LINK -> new LocalLinks(true);
      default -> new RenameIfAbsent(conf, fs);
    };
  }

  private static PublishWay fitting(FileSystem fs, Path path) throws IOException {
    if (fs.hasPathCapability(path, Files.CONDITIONAL_CREATE)) {
      return CONDITIONAL;
    }
    if (LocalNames.isLocal(fs)) {
      return LINK;
    }
    return RENAMES.contains(scheme(fs, path)) ? RENAME : AUTO;
  }

  /** Returns why this way is wrong for a folder; null when it is not known to be. */
  private String objection(FileSystem fs, Path path) throws IOException {
    String scheme = scheme(fs, path);
    return switch (this) {
      case AUTO ->
          "for files of "
              + scheme
              + " no way is known to be safe; set rename if its rename"
              + " without overwriting is one atomic step";
      case REFUSE -> "this setting refuses all";
      case CONDITIONAL ->
          fs.hasPathCapability(path, Files.CONDITIONAL_CREATE)
              ? null
              : scheme + " has not the capability " + Files.CONDITIONAL_CREATE;
      case LINK -> LocalNames.isLocal(fs) ? null : scheme + " has no hard links";
      case RENAME ->
          scheme.equals("file") || scheme.equals("s3a")
              ? "a rename of " + scheme + " may replace the file of another writer"
              : null;
    };
  }

  /** Returns the scheme of the file system that has the files: that below a view, too. */
  private static String scheme(FileSystem fs, Path path) throws IOException {
    if (!fs.getUri().getScheme().equals("viewfs")) {
      return fs.getUri().getScheme();
    }
    Path there = path;
    while (there.getParent() != null && !fs.exists(there)) {
      there = there.getParent();
    }
    return fs.resolvePath(there).toUri().getScheme();
  }
}
