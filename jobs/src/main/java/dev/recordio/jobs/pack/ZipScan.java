// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.io.IOException;
import java.util.Enumeration;
import java.util.Locale;
import java.util.zip.ZipEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
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
  static void scan(Configuration conf, FileStatus file, SourceErrors errors, Source.Sink sink)
      throws IOException {
    Path archive = file.getPath();
    FileSystem fs = SourceFiles.of(conf, archive);
    try (var channel = new SeekableFile(fs.open(archive), file.getLen())) {
      try {
        scan(channel, file, errors, sink);
      } catch (IOException e) {
        throw channel.failure() == null ? e : channel.failure();
      }
    }
  }

  private static void scan(
      SeekableFile channel, FileStatus file, SourceErrors errors, Source.Sink sink)
      throws IOException {
    String path = file.getPath().toString();
    var source = new Source();
    try (ZipFile zip = ZipFile.builder().setSeekableByteChannel(channel).get()) {
      Enumeration<ZipArchiveEntry> entries = zip.getEntriesInPhysicalOrder();
      while (entries.hasMoreElements()) {
        ZipArchiveEntry entry = entries.nextElement();
        if (!entry.isDirectory()) {
          set(source, path, entry, errors);
          source.in(file);
          sink.accept(source);
        }
      }
    }
  }

  private static void set(Source source, String path, ZipArchiveEntry entry, SourceErrors errors)
      throws IOException {
    String name = entry.getName();
    long offset = entry.getDataOffset();
    long bytes = entry.getCompressedSize();
    long size = entry.getSize();
    String wrong = wrong(entry);
    if (wrong != null) {
      errors.unreadable(source, path + "!" + name, new IOException(wrong));
    } else {
      boolean stored = entry.getMethod() == ZipEntry.STORED;
      var kind = stored ? Source.Kind.STORED : Source.Kind.DEFLATED;
      source.set(kind, path, name, offset, bytes, entry.getCrc(), stored ? bytes : size);
    }
  }

  private static String wrong(ZipArchiveEntry entry) {
    if (entry.isUnixSymlink()) {
      return "links are not unpacked";
    }
    if (entry.getGeneralPurposeBit().usesEncryption()) {
      return "it is encrypted";
    }
    if (entry.getMethod() != ZipEntry.STORED && entry.getMethod() != ZipEntry.DEFLATED) {
      return "compression method " + entry.getMethod() + " is not understood";
    }
    return entry.getDataOffset() < 0 || entry.getCompressedSize() < 0 || entry.getSize() < 0
        ? "its place and sizes are not known"
        : null;
  }
}
