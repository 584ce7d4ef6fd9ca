// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.io.IOException;
import java.util.Collections;
import java.util.Locale;
import java.util.zip.ZipEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads the directory of a zip: its members become slices, stored or deflated, of the archive. */
final class ZipScan {
  private ZipScan() {}

  /** Whether {@code path} is a zip by its name. */
  static boolean isZip(Path path) {
    return path.getName().toLowerCase(Locale.ROOT).endsWith(".zip");
  }

  /** Passes every member of {@code archive} to {@code sink}, in the order they are stored. */
  static void scan(Configuration conf, Path archive, SourceErrors errors, Source.Sink sink)
      throws IOException {
    FileSystem fs = archive.getFileSystem(conf);
    String path = archive.toString();
    var source = new Source();
    long length = fs.getFileStatus(archive).getLen();
    try (var channel = new SeekableFile(fs.open(archive), length);
        ZipFile zip = ZipFile.builder().setSeekableByteChannel(channel).get()) {
      for (ZipArchiveEntry entry : Collections.list(zip.getEntriesInPhysicalOrder())) {
        if (entry.isDirectory() || entry.isUnixSymlink()) {
          continue;
        }
        String name = entry.getName();
        long offset = entry.getDataOffset();
        long bytes = entry.getCompressedSize();
        if (entry.getGeneralPurposeBit().usesEncryption()) {
          errors.unreadable(source, path + "!" + name, new IOException("it is encrypted"));
        } else if (entry.getMethod() == ZipEntry.STORED) {
          source.set(Source.Kind.SLICE, path, name, offset, bytes, 0, bytes);
        } else if (entry.getMethod() == ZipEntry.DEFLATED) {
          source.set(
              Source.Kind.DEFLATED, path, name, offset, bytes, entry.getCrc(), entry.getSize());
        } else {
          errors.unreadable(
              source,
              path + "!" + name,
              new IOException("compression method " + entry.getMethod() + " is not understood"));
        }
        sink.accept(source);
      }
    }
  }
}
