// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.conf.Notes;
import dev.recordio.image.ImageExtensions;
import dev.recordio.jobs.run.error.Printable;
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
 * read without reading the rest. The entries of a compressed tar can only be counted. A tar in an
 * uncompressed tar, as in ImageNet's training set, is a folder of files, which are slices as well.
 */
public final class TarScan {
  private static final String TAR = ".tar";

  private TarScan() {}

  /** Whether {@code path} is a tar by its name, compressed or not. */
  static boolean isTar(Configuration conf, Path path) {
    String name = path.getName().toLowerCase(Locale.ROOT);
    if (name.endsWith(TAR) || name.endsWith(".tgz")) {
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
   * @param opensTars whether a tar in it is a folder, unless tars are wanted by their extension
   * @throws IOException when the archive itself is damaged
   */
  static void scan(
      Configuration conf,
      FileStatus file,
      boolean opensTars,
      SourceErrors errors,
      Selection selection,
      Source.Sink sink)
      throws IOException {
    String archive = file.getPath() + Source.MEMBER;
    String wanted = PackConf.EXTENSIONS.get(conf);
    boolean opens =
        opensTars && (wanted.isEmpty() || !ImageExtensions.parse(wanted).matches("a" + TAR));
    var opened = new long[1];
    walk(
        conf,
        file,
        selection,
        new Members() {
          private boolean isInner;

          @Override
          public void file(Source member) throws IOException {
            boolean tar = member.kind == Source.Kind.SLICE && member.name.endsWith(TAR);
            if (tar && opens && !isInner) {
              opened[0]++;
              inner(member.name, member.offset, member.length);
            } else if (selection.takes(archive, member.memberName())) {
              sink.accept(member);
            }
          }

          /** Passes the members of a member that is a tar, as files of a folder of its name. */
          private void inner(String name, long offset, long size) throws IOException {
            String folder = name.substring(0, name.length() - TAR.length()) + "/";
            isInner = true;
            try {
              walk(
                  () -> new Tar(conf, file.getPath(), file.getLen(), offset, size),
                  true,
                  folder,
                  offset + size,
                  file,
                  selection,
                  this);
            } catch (Tar.Damage e) {
              String reason = "a tar in this member is " + SourceErrors.reason(e);
              errors.reject(archive + name, new IOException(reason, e), sink);
            }
            isInner = false;
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
    if (opened[0] > 0) {
      Notes.say(
          String.format(
              "%s holds %,d %s taken for %s (--exts tar packs the tars themselves)",
              Printable.of(file.getPath().toString()),
              opened[0],
              opened[0] == 1 ? "tar, which is" : "tars, which are",
              opened[0] == 1 ? "a folder of files" : "folders of files"));
    }
  }

  /**
   * Passes the members of a tar: slices of an uncompressed one, numbered entries of a compressed
   * one.
   *
   * @throws IOException when the archive itself is damaged
   */
  public static void walk(Configuration conf, FileStatus file, Selection selection, Members members)
      throws IOException {
    boolean plain = codec(conf, file.getPath()) == null;
    walk(
        () -> new Tar(conf, file.getPath(), file.getLen(), () -> {}),
        plain,
        "",
        plain ? file.getLen() : Long.MAX_VALUE,
        file,
        selection,
        members);
  }

  /** Opens a tar, perhaps again. */
  @FunctionalInterface
  private interface Opening {
    Tar open() throws IOException;
  }

  /**
   * Passes the members of a tar, which may be a member itself.
   *
   * @param folder what their names begin with
   * @param end where the tar ends in the file, if it is not compressed
   */
  private static void walk(
      Opening opening,
      boolean plain,
      String folder,
      long end,
      FileStatus file,
      Selection selection,
      Members members)
      throws IOException {
    String path = file.getPath().toString();
    var source = new Source();
    MemberName.Separators.Names names = selection.separators().of(path, () -> findsSlash(opening));
    try (Tar tar = opening.open()) {
      long ordinal = 0;
      for (TarArchiveEntry entry = tar.next(); entry != null; entry = tar.next(), ordinal++) {
        if (entry.isDirectory()) {
          continue;
        }
        MemberName member = names.of(tar.name()).in(folder);
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
          cut = size <= end - offset ? null : new EOFException("unexpected end");
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

  private static boolean findsSlash(Opening opening) throws IOException {
    try (Tar tar = opening.open()) {
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
