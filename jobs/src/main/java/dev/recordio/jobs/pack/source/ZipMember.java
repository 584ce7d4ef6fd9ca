// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import java.io.IOException;
import java.util.Enumeration;
import java.util.Locale;
import java.util.zip.ZipEntry;
import org.apache.commons.compress.archivers.zip.UnicodePathExtraField;
import org.apache.commons.compress.archivers.zip.UnixStat;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * A file in a zip.
 *
 * @param name its name there, with slashes
 * @param offset where its stored bytes begin in the archive
 * @param length how many these are
 * @param size how many bytes it has
 * @param deflated whether the stored bytes are deflated; else they are the file's own
 * @param crc the CRC-32 of its bytes
 * @param wrong why it can't be read; null if nothing is known against it
 */
public record ZipMember(
    MemberName name,
    long offset,
    long length,
    long size,
    boolean deflated,
    long crc,
    String wrong) {
  /** Deflate expands a byte to at most this many. */
  private static final long MAX_INFLATED = 1032;

  /** Takes the members of an archive, in order. */
  @FunctionalInterface
  public interface Sink {
    void accept(ZipMember member) throws IOException;
  }

  /** Passes every file of an archive to {@code sink}, in the order they are stored. */
  public static void each(Configuration conf, FileStatus file, Sink sink) throws IOException {
    Path path = file.getPath();
    try (var archive = new ArchiveFile(conf, path, file.getLen())) {
      try {
        var limit = new ArchiveFile.Limit(conf, path, file.getLen());
        each(archive, limit, new MemberName.Decoder(conf), sink);
      } catch (IOException e) {
        throw archive.failure() == null ? e : archive.failure();
      }
    }
  }

  private static void each(
      ArchiveFile archive, ArchiveFile.Limit limit, MemberName.Decoder names, Sink sink)
      throws IOException {
    try (ZipFile zip = open(archive)) {
      Enumeration<ZipArchiveEntry> entries = zip.getEntriesInPhysicalOrder();
      long end = 0;
      long unpacked = 0;
      while (entries.hasMoreElements()) {
        ZipArchiveEntry entry = entries.nextElement();
        MemberName name = name(entry, names);
        if (!name.text().endsWith("/")) {
          ZipMember member = of(entry, name, archive.size(), end);
          if (member.wrong() == null) {
            end = member.offset() + member.length();
            unpacked += member.size();
            limit.check(unpacked);
          }
          sink.accept(member);
        }
      }
    }
  }

  /** Whether a file is a zip by its name. */
  static boolean isZip(Path path) {
    return path.getName().toLowerCase(Locale.ROOT).endsWith(".zip");
  }

  /**
   * Passes every selected member as a source, in the order they are stored: a stored or deflated
   * slice of the archive.
   */
  static void scan(
      Configuration conf,
      FileStatus file,
      SourceErrors errors,
      Selection selection,
      Source.Sink sink)
      throws IOException {
    var source = new Source();
    String path = file.getPath().toString();
    MemberName.Separators.Names names =
        selection.separators().of(path, () -> findsSlash(conf, file));
    each(
        conf,
        file,
        member -> {
          MemberName name = names.of(member.name);
          if (name.text().endsWith("/") || !selection.takes(path + "!", name)) {
            return;
          }
          if (member.wrong != null) {
            errors.reject(path + "!" + name, new IOException(member.wrong), sink);
            return;
          }
          Source.Kind kind = member.deflated ? Source.Kind.DEFLATED : Source.Kind.STORED;
          source.set(
              kind, path, name.text(), member.offset, member.length, member.crc, member.size);
          sink.accept(source.in(file).named(name));
        });
  }

  private static boolean findsSlash(Configuration conf, FileStatus file) throws IOException {
    boolean[] found = {false};
    each(conf, file, member -> found[0] |= member.name.text().indexOf('/') >= 0);
    return found[0];
  }

  private static ZipFile open(ArchiveFile archive) throws IOException {
    try {
      return ZipFile.builder().setSeekableByteChannel(archive).get();
    } catch (IOException e) { // which may have no message except that it can't read
      Throwable why = e.getCause() instanceof IOException ? e.getCause() : e;
      throw new IOException("no sound zip: " + why.getMessage(), e);
    }
  }

  /** The library's name has lost the bytes that are not UTF-8. */
  private static MemberName name(ZipArchiveEntry entry, MemberName.Decoder names) {
    MemberName ascii = names.ofAscii(entry.getName());
    if (ascii != null) {
      return ascii;
    }
    byte[] bytes = entry.getRawName();
    boolean utf8 = entry.getGeneralPurposeBit().usesUTF8ForNames();
    if (entry.getNameSource() == ZipArchiveEntry.NameSource.UNICODE_EXTRA_FIELD
        && entry.getExtraField(UnicodePathExtraField.UPATH_ID) instanceof UnicodePathExtraField p) {
      bytes = p.getUnicodeName();
      utf8 = true;
    }
    MemberName name = names.of(bytes, utf8);
    boolean fat = entry.getPlatform() == ZipArchiveEntry.PLATFORM_FAT;
    return fat && name.hasBackslash() && name.text().indexOf('/') < 0 ? name.withSlashes() : name;
  }

  private static ZipMember of(
      ZipArchiveEntry entry, MemberName name, long archiveLength, long free) {
    boolean deflated = entry.getMethod() != ZipEntry.STORED;
    long length = entry.getCompressedSize();
    return new ZipMember(
        name,
        entry.getDataOffset(),
        length,
        deflated ? entry.getSize() : length,
        deflated,
        entry.getCrc(),
        wrong(entry, archiveLength, free));
  }

  /**
   * Returns why a member can't be read, or null.
   *
   * @param free where the stored bytes of the members before it end
   */
  private static String wrong(ZipArchiveEntry entry, long archiveLength, long free) {
    int kind = entry.getUnixMode() & UnixStat.FILE_TYPE_FLAG; // 0 where it is not of Unix
    if (kind != 0 && kind != UnixStat.FILE_FLAG) {
      return "links and devices are not unpacked";
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
    if (entry.getDataOffset() < free) {
      return "damaged: it overlaps the member before it, which ends at offset " + free;
    }
    boolean stored = entry.getMethod() == ZipEntry.STORED;
    return stored || entry.getSize() / MAX_INFLATED <= entry.getCompressedSize()
        ? null
        : "damaged: " + entry.getCompressedSize() + " bytes can't inflate to " + entry.getSize();
  }
}
