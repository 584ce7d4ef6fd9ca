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
 * Reads the entries of a tar. Those of an uncompressed tar become slices of it, which tasks read
 * without reading the rest; those of a compressed one can only be counted.
 */
final class TarScan {
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

  /**
   * Passes every regular file of {@code archive} to {@code sink}, and links and the like as
   * unreadable sources: an empty record would be wrong.
   *
   * @throws IOException when the archive itself is damaged
   */
  static void scan(Configuration conf, FileStatus file, SourceErrors errors, Source.Sink sink)
      throws IOException {
    Path archive = file.getPath();
    boolean plain = codec(conf, archive) == null;
    long length = file.getLen();
    String path = archive.toString();
    var source = new Source();
    try (var tar = new Tar(conf, archive, length, () -> {})) {
      long ordinal = 0;
      for (TarArchiveEntry entry = tar.next(); entry != null; entry = tar.next(), ordinal++) {
        if (entry.isDirectory()) {
          continue;
        }
        String name = entry.getName();
        long size = entry.getSize();
        IOException cut = null;
        if (!isRegular(entry)) {
          errors.unreadable(
              source,
              path + "!" + name,
              new IOException("links and sparse files are not unpacked"));
        } else if (plain) {
          long offset = tar.contentOffset();
          source.set(Source.Kind.SLICE, path, name, offset, size, 0, size).in(file);
          cut = size <= length - offset ? null : new EOFException("unexpected end");
        } else {
          source.set(Source.Kind.TAR_ENTRY, path, name, 0, size, ordinal, size).in(file);
          cut = passOver(tar.content(), size);
        }
        if (cut != null) {
          String reason = "what comes behind is lost too: " + SourceErrors.reason(cut);
          errors.unreadable(
              source,
              path + "!" + name,
              SourceErrors.isInterruption(cut) ? cut : new IOException(reason, cut));
        }
        sink.accept(source);
        if (cut != null) {
          return;
        }
      }
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
