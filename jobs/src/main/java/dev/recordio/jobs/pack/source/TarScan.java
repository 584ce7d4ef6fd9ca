// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Reads the entries of a tar. The entries of an uncompressed tar become slices of it, which tasks
 * read without reading the rest. The entries of a compressed tar can only be counted.
 */
public final class TarScan {
  private TarScan() {}

  /** Whether {@code path} is a tar by its name, compressed or not. */
  static boolean isTar(Configuration conf, Path path) {
    String name = path.getName().toLowerCase(Locale.ROOT);
    if (name.endsWith(".tar") || name.endsWith(".tgz")) {
      return true;
    }
    int dot = name.lastIndexOf('.');
    return dot > 0 && name.substring(0, dot).endsWith(".tar") && codec(conf, path) != null;
  }

  /** Returns the codec of a compressed tar by its name; null for an uncompressed one. */
  static CompressionCodec codec(Configuration conf, Path path) {
    return path.getName().toLowerCase(Locale.ROOT).endsWith(".tgz")
        ? ReflectionUtils.newInstance(GzipCodec.class, conf)
        : new CompressionCodecFactory(conf).getCodec(path);
  }

  /** Takes the members of a tar, in order. Folders are left out. */
  public interface Members {
    /**
     * Takes a regular file.
     *
     * @param file where its content is; reused
     */
    void file(Source file) throws IOException;

    /** Takes a link, a device, a sparse file. */
    void other(MemberName name) throws IOException;

    /** Takes the last member: the archive ends in its content. */
    void cut(MemberName name, IOException why) throws IOException;
  }

  /**
   * Passes every selected regular file of {@code archive} to {@code sink}, and links and the like
   * as unreadable sources: an empty record would be wrong.
   *
   * @throws IOException when the archive itself is damaged
   */
  static void scan(
      Configuration conf,
      FileStatus file,
      SourceErrors errors,
      Selection selection,
      Source.Sink sink)
      throws IOException {
    String archive = file.getPath() + "!";
    walk(
        conf,
        file,
        selection,
        new Members() {
          @Override
          public void file(Source member) throws IOException {
            if (selection.takes(archive, member.memberName())) {
              sink.accept(member);
            }
          }

          @Override
          public void other(MemberName name) throws IOException {
            if (selection.takes(archive, name)) {
              reject(name, new IOException("links, devices and sparse files are not unpacked"));
            }
          }

          @Override
          public void cut(MemberName name, IOException why) throws IOException {
            String reason =
                SourceErrors.reason(why) + " in this member; what follows it is lost too";
            reject(name, SourceErrors.isInterruption(why) ? why : new IOException(reason, why));
          }

          private void reject(MemberName name, IOException why) throws IOException {
            errors.reject(archive + name, why, sink);
          }
        });
  }

  /**
   * Passes the members of a tar: slices of an uncompressed one, numbered entries of a compressed
   * one.
   *
   * @throws IOException when the archive itself is damaged
   */
  public static void walk(Configuration conf, FileStatus file, Selection selection, Members members)
      throws IOException {
    Path archive = file.getPath();
    boolean plain = codec(conf, archive) == null;
    long length = file.getLen();
    String path = archive.toString();
    var source = new Source();
    MemberName.Separators.Names names =
        selection.separators().of(path, () -> findsSlash(conf, file));
    try (var tar = new Tar(conf, archive, length, () -> {})) {
      long ordinal = 0;
      for (TarArchiveEntry entry = tar.next(); entry != null; entry = tar.next(), ordinal++) {
        if (entry.isDirectory()) {
          continue;
        }
        MemberName member = names.of(tar.name());
        if (member.text().endsWith("/")) {
          continue; // a folder, by a backslash
        }
        if (!isRegular(entry)) {
          members.other(member);
          continue;
        }
        long size = entry.getSize();
        IOException cut;
        if (plain) {
          long offset = tar.contentOffset();
          source.set(Source.Kind.SLICE, path, member.text(), offset, size, 0, size).in(file);
          cut = size <= length - offset ? null : new EOFException("unexpected end");
        } else {
          source.set(Source.Kind.TAR_ENTRY, path, member.text(), 0, size, ordinal, size).in(file);
          cut = passOver(tar.content(), size);
        }
        if (cut != null) {
          members.cut(member, cut);
          return;
        }
        members.file(source.named(member));
      }
    }
  }

  private static boolean findsSlash(Configuration conf, FileStatus file) throws IOException {
    try (var tar = new Tar(conf, file.getPath(), file.getLen(), () -> {})) {
      boolean found = false;
      for (TarArchiveEntry entry = tar.next(); entry != null && !found; entry = tar.next()) {
        found = !entry.isDirectory() && tar.name().text().indexOf('/') >= 0;
      }
      return found;
    }
  }

  private static boolean isRegular(TarArchiveEntry entry) {
    boolean special =
        entry.isLink()
            || entry.isSymbolicLink()
            || entry.isFIFO()
            || entry.isCharacterDevice()
            || entry.isBlockDevice();
    return entry.isFile() && !special && !entry.isSparse();
  }

  /** Returns the error that occurred, or null. */
  private static IOException passOver(InputStream content, long size) {
    try {
      content.skipNBytes(size);
      return null;
    } catch (IOException e) {
      return e;
    }
  }
}
