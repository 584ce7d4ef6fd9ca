// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import dev.recordio.bytes.NameText;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.AccessControlException;

/**
 * Lists local folders, with the entries that Hadoop's listing silently omits: those whose names are
 * invalid in the encoding of file names, and those that it cannot access.
 */
public final class LocalNames {
  /** Why an entry with an invalid name can't be read. */
  public static final String REASON =
      "its name is not in "
          + System.getProperty("sun.jnu.encoding", "UTF-8")
          + ", the encoding of file names here: rename it, or choose a locale (LC_ALL) of UTF-8 or"
          + " of its encoding";

  private static final String MISSING = "no such file or directory";
  private static final String DENIED = "permission denied";
  private static final Pattern OF_THE_SYSTEM = Pattern.compile(".* \\((.*)\\)", Pattern.DOTALL);

  private LocalNames() {}

  /** Whether the folders of {@code fs} are local ones. */
  public static boolean isLocal(FileSystem fs) {
    return "file".equals(fs.getUri().getScheme());
  }

  /** Takes an entry. */
  @FunctionalInterface
  public interface Names {
    /**
     * Takes an entry.
     *
     * @param decoded its name, as far as it can be decoded
     * @param escaped its name, with undecodable bytes as hexadecimal numbers
     */
    void accept(String decoded, String escaped) throws IOException;
  }

  /**
   * Lists a folder by the bytes of its names.
   *
   * @param nameless receives each entry whose name cannot be decoded
   * @return how many other entries there are, without files of checksums
   */
  public static long scan(org.apache.hadoop.fs.Path folder, Names nameless) throws IOException {
    long[] named = {0};
    forEach(
        folder,
        (entry, name) -> {
          if (!isDecoded(entry, name)) {
            nameless.accept(name, escaped(entry));
          } else if (!isChecksum(name)) {
            named[0]++;
          }
        });
    return named[0];
  }

  /**
   * Returns the names of a folder's entries, in no order. Nothing else about them is read, which
   * makes it much faster than Hadoop's listing.
   *
   * @throws java.nio.file.NoSuchFileException when there is no such folder
   */
  public static List<String> list(org.apache.hadoop.fs.Path folder) throws IOException {
    var names = new ArrayList<String>();
    forEach(folder, (entry, name) -> names.add(name));
    return names;
  }

  /** Takes an entry of a folder. */
  @FunctionalInterface
  public interface Found {
    /**
     * Takes an entry.
     *
     * @param attributes of the file that a link leads to; null for an entry that cannot be
     *     accessed, such as a dangling link
     */
    void accept(String name, BasicFileAttributes attributes) throws IOException;
  }

  /**
   * Lists a folder with the attributes of its entries, each read once: Hadoop's listing asks the
   * operating system four times for each, which takes longer than reading a small file.
   *
   * @param found receives each entry but files of checksums
   * @param nameless receives each entry whose name cannot be decoded
   * @return whether there are files of checksums
   */
  public static boolean list(org.apache.hadoop.fs.Path folder, Found found, Names nameless)
      throws IOException {
    boolean[] checksums = {false};
    forEach(
        folder,
        (entry, name) -> {
          if (!isDecoded(entry, name)) {
            nameless.accept(name, escaped(entry));
          } else if (isChecksum(name)) {
            checksums[0] = true;
          } else {
            found.accept(name, attributes(entry));
          }
        });
    return checksums[0];
  }

  private static BasicFileAttributes attributes(Path entry) {
    try {
      return Files.readAttributes(entry, BasicFileAttributes.class);
    } catch (IOException e) {
      return null; // whoever needs the file gets the reason when it is opened
    }
  }

  /** Passes on the entries that can't be accessed, such as dangling links. */
  public static void missing(org.apache.hadoop.fs.Path folder, Names names) throws IOException {
    forEach(
        folder,
        (entry, name) -> {
          if (isDecoded(entry, name) && !isChecksum(name) && Files.notExists(entry)) {
            names.accept(name, name);
          }
        });
  }

  /** Whether a name is a link's, wherever that leads. */
  public static boolean isLink(org.apache.hadoop.fs.Path file) throws IOException {
    return Files.isSymbolicLink(path(file));
  }

  /**
   * Returns why a file can't be opened: Java has one exception for all reasons, which says that
   * there is no file.
   *
   * @return the exception itself when there is no file of this name, or a folder
   */
  public static IOException failure(org.apache.hadoop.fs.Path file, FileNotFoundException thrown)
      throws IOException {
    Path path = path(file);
    if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS) || Files.isDirectory(path)) {
      return thrown;
    }
    if (Files.isSymbolicLink(path) && Files.notExists(path)) {
      return new NoSuchFileException(file + " is a link that leads nowhere");
    }
    Matcher system = OF_THE_SYSTEM.matcher(String.valueOf(thrown.getMessage()));
    String reason = system.matches() ? system.group(1).toLowerCase(Locale.ROOT) : "";
    if (reason.equals(MISSING)) {
      return thrown; // somebody has made the file since
    }
    // A file that is removed and made again meanwhile is not readable, as it is not there.
    boolean denied = !Files.isReadable(path) && Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    if (reason.equals(DENIED) || denied) {
      return (IOException) new AccessControlException(DENIED + ": " + file).initCause(thrown);
    }
    return reason.isEmpty() ? thrown : new IOException(reason + ": " + file);
  }

  /** Returns where a folder is, all links followed. */
  public static Path real(org.apache.hadoop.fs.Path folder) throws IOException {
    return path(folder).toRealPath();
  }

  /** Whether a file is one of checksums, which Hadoop does not list, by its name. */
  public static boolean isChecksum(String name) {
    return name.startsWith(".") && name.endsWith(".crc");
  }

  @FunctionalInterface
  private interface Entries {
    void accept(Path entry, String name) throws IOException;
  }

  private static void forEach(org.apache.hadoop.fs.Path folder, Entries entries)
      throws IOException {
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(path(folder))) {
      for (Path entry : stream) {
        entries.accept(entry, entry.getFileName().toString());
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  private static Path path(org.apache.hadoop.fs.Path path) throws IOException {
    try {
      return new File(path.toUri().getPath()).toPath();
    } catch (InvalidPathException e) {
      throw new IOException(REASON, e);
    }
  }

  private static boolean isDecoded(Path entry, String name) {
    if (isAscii(name)) {
      return true; // what cannot be decoded becomes another character
    }
    try {
      return entry.resolveSibling(name).equals(entry);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static boolean isAscii(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) == '?' || name.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  /** A URI has the bytes of a name, some of them percent-encoded. */
  private static String escaped(Path entry) {
    String uri = entry.toUri().getRawPath();
    String name = uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
    ByteBuffer bytes = ByteBuffer.allocate(name.length());
    for (int i = name.lastIndexOf('/') + 1; i < name.length(); i++) {
      boolean number = name.charAt(i) == '%';
      bytes.put(number ? (byte) Integer.parseInt(name, i + 1, i + 3, 16) : (byte) name.charAt(i));
      i += number ? 2 : 0;
    }
    return NameText.ofUtf8(bytes.array(), 0, bytes.position());
  }
}
