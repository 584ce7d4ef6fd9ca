// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.list;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.jobs.pack.source.FolderWalk;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.SourceFiles;
import dev.recordio.jobs.run.error.Printable;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Which files the lines of a list may name ({@link PackConf#LIST_CONFINE}): lists come from others,
 * and the files they name are read with the user's permissions.
 */
public final class ListBounds {
  private static final String ROOT = "root";
  private static final String FILE_SYSTEM = "file-system";
  private static final String NONE = "none";

  /** A scheme and a slash. A single letter is a Windows drive, not a scheme. */
  private static final Pattern URI_START = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/");

  private final Configuration conf;
  private final Path list;
  private final Path root;
  private final String confine;
  private final Set<Path> fileSystems = new LinkedHashSet<>();

  /** Makes the bounds. */
  ListBounds(Configuration conf, Path list, Path root) {
    this.conf = conf;
    this.list = list;
    this.root = root;
    confine = PackConf.LIST_CONFINE.getChoice(conf);
  }

  /**
   * Returns the file for a path of a line. As in im2rec, an absolute path is not resolved against
   * the root; nor is a URI, even {@code file:/a/b}.
   *
   * @throws MalformedRecordException when the line may not name it
   * @throws IOException when no line may name it
   */
  Path resolve(String text, long offset, long number) throws IOException {
    Path named = named(text);
    // Compares the path that is opened: without "..", which file systems interpret differently.
    URI uri = qualified(named).normalize();
    String expected = wrong(uri);
    if (expected != null) {
      throw new MalformedRecordException(
          "list line that is out of bounds",
          list.toString(),
          offset,
          number,
          expected + " (--allow-outside-root allows others; so does " + PackConf.LIST_CONFINE + ")",
          Printable.of(text));
    }
    var file = new Path(uri.getScheme(), uri.getAuthority(), uri.getPath());
    SourceFiles.refuseWeb(file);
    if (!isOf(root, uri) && !isOf(list, uri)) {
      fileSystems.add(new Path(uri.getScheme(), uri.getAuthority(), Path.SEPARATOR));
    }
    return file;
  }

  /** Whether a path of a line is a URI, and so not resolved against the root. */
  public static boolean isUri(String path) {
    return URI_START.matcher(path).lookingAt();
  }

  /** Whether a path of a line is not resolved against the root. */
  public static boolean isAbsolute(String path) {
    return path.startsWith(Path.SEPARATOR) || isUri(path);
  }

  private Path named(String text) throws IOException {
    try {
      return isUri(text) ? new Path(text) : FolderWalk.child(root, text);
    } catch (IllegalArgumentException e) {
      throw new IOException("no path: " + Printable.of(text), e);
    }
  }

  /** Adds the default authority if a URI has only a scheme, without opening a file system. */
  private URI qualified(Path path) {
    URI uri = path.toUri();
    URI byDefault = FileSystem.getDefaultUri(conf);
    boolean complete = uri.getAuthority() != null || !isScheme(byDefault, uri);
    return complete
        ? uri
        : new Path(byDefault.getScheme(), byDefault.getAuthority(), uri.getPath()).toUri();
  }

  /** Returns what is expected instead, or null. */
  private String wrong(URI uri) {
    boolean above = uri.getPath().equals("/..") || uri.getPath().startsWith("/../");
    if (confine.equals(ROOT) && (above || !isOf(root, uri) || !isBelowRoot(uri.getPath()))) {
      return "a path below " + root;
    }
    if (!confine.equals(NONE) && !isOf(root, uri) && !isOf(list, uri)) {
      return "a path in the file system of " + root + " or of the list";
    }
    return above ? "a path below the root of its file system" : null;
  }

  private boolean isBelowRoot(String path) {
    String folder = root.toUri().normalize().getPath();
    return path.startsWith(folder.endsWith("/") ? folder : folder + "/");
  }

  private boolean isOf(Path path, URI uri) {
    URI own = qualified(path);
    return isScheme(own, uri) && Objects.equals(own.getAuthority(), uri.getAuthority());
  }

  private static boolean isScheme(URI a, URI b) {
    return a.getScheme() != null && a.getScheme().equalsIgnoreCase(b.getScheme());
  }

  /** Returns the roots of the file systems that lines have named, without the list's and root's. */
  Set<Path> fileSystems() {
    return fileSystems;
  }
}
