// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Reads the entries of a tar. Those of a plain tar become slices of it, which tasks read without
 * looking at the rest; those of a compressed one can only be counted.
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

  private static CompressionCodec codec(Configuration conf, Path path) {
    return path.getName().toLowerCase(Locale.ROOT).endsWith(".tgz")
        ? ReflectionUtils.newInstance(GzipCodec.class, conf)
        : new CompressionCodecFactory(conf).getCodec(path);
  }

  /** Opens a tar for reading from its beginning. */
  static TarArchiveInputStream open(Configuration conf, Path path) throws IOException {
    InputStream in = path.getFileSystem(conf).open(path);
    try {
      CompressionCodec codec = codec(conf, path);
      InputStream plain = codec == null ? in : codec.createInputStream(in);
      return new TarArchiveInputStream(plain, StandardCharsets.UTF_8.name());
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /** Passes every regular file of {@code archive} to {@code sink}. */
  static void scan(Configuration conf, Path archive, SourceErrors errors, Source.Sink sink)
      throws IOException {
    boolean plain = codec(conf, archive) == null;
    String path = archive.toString();
    var source = new Source();
    try (TarArchiveInputStream tar = open(conf, archive)) {
      long ordinal = 0;
      for (TarArchiveEntry entry = tar.getNextEntry();
          entry != null;
          entry = tar.getNextEntry(), ordinal++) {
        if (!entry.isFile()) {
          continue;
        }
        String name = entry.getName();
        long size = entry.getSize();
        if (entry.isSparse()) {
          errors.unreadable(
              source, path + "!" + name, new IOException("sparse tar entries are not understood"));
        } else if (plain) {
          source.set(Source.Kind.SLICE, path, name, tar.getBytesRead(), size, 0, size);
        } else {
          source.set(Source.Kind.TAR_ENTRY, path, name, 0, size, ordinal, size);
        }
        sink.accept(source);
      }
    }
  }
}
