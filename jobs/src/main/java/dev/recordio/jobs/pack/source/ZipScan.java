// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.fs.stream.Files;
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

/** Reads the directory of a zip: its members become stored or deflated slices of the archive. */
final class ZipScan {
  /** Deflate expands a byte to at most this many. */
  private static final long MAX_INFLATED = 1032;

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
    try (var channel =
        new SeekableFile(Files.open(fs, file, Files.Reading.PIECES), file.getLen())) {
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
    var source = new Source();
    try (ZipFile zip = open(channel)) {
      Enumeration<ZipArchiveEntry> entries = zip.getEntriesInPhysicalOrder();
      while (entries.hasMoreElements()) {
        ZipArchiveEntry entry = entries.nextElement();
        if (!entry.isDirectory()) {
          set(source, file, entry, errors);
          sink.accept(source);
        }
      }
    }
  }

  private static ZipFile open(SeekableFile channel) throws IOException {
    try {
      return ZipFile.builder().setSeekableByteChannel(channel).get();
    } catch (IOException e) { // which may have no message except that it can't read
      Throwable why = e.getCause() instanceof IOException ? e.getCause() : e;
      throw new IOException("no sound zip: " + why.getMessage(), e);
    }
  }

  private static void set(
      Source source, FileStatus file, ZipArchiveEntry entry, SourceErrors errors)
      throws IOException {
    String path = file.getPath().toString();
    String name = entry.getName();
    long offset = entry.getDataOffset();
    long bytes = entry.getCompressedSize();
    long size = entry.getSize();
    String wrong = wrong(entry, file.getLen());
    if (wrong != null) {
      errors.unreadable(source, path + "!" + name, new IOException(wrong));
    } else {
      boolean stored = entry.getMethod() == ZipEntry.STORED;
      var kind = stored ? Source.Kind.STORED : Source.Kind.DEFLATED;
      source.set(kind, path, name, offset, bytes, entry.getCrc(), stored ? bytes : size).in(file);
    }
  }

  private static String wrong(ZipArchiveEntry entry, long archiveLength) {
    if (entry.isUnixSymlink()) {
      return "links are not unpacked";
    }
    if (entry.getGeneralPurposeBit().usesEncryption()) {
      return "it is encrypted";
    }
    if (entry.getMethod() != ZipEntry.STORED && entry.getMethod() != ZipEntry.DEFLATED) {
      return "compression method " + entry.getMethod() + " is not understood";
    }
    if (entry.getDataOffset() < 0 || entry.getCompressedSize() < 0 || entry.getSize() < 0) {
      return "its place and sizes are not known";
    }
    if (entry.getCompressedSize() > archiveLength - entry.getDataOffset()) {
      return "damaged: it would end outside the archive";
    }
    boolean stored = entry.getMethod() == ZipEntry.STORED;
    return stored || entry.getSize() / MAX_INFLATED <= entry.getCompressedSize()
        ? null
        : "damaged: " + entry.getCompressedSize() + " bytes can't inflate to " + entry.getSize();
  }
}
