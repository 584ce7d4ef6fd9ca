// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.fs.stream.Files;
import dev.recordio.fs.stream.UnpackedStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.util.Progressable;

/** A tar, compressed or not, entry by entry. Only an end mark ends it. */
final class Tar implements Closeable {
  private static final int BLOCK = 512;

  private static final String HEADER = "the header of a member";

  private final String path;
  private final TarBytes bytes;
  private final long base; // of the offsets, in the uncompressed bytes of the file
  private final TarArchiveInputStream entries;
  private final MemberName.Decoder names;
  private TarArchiveEntry entry;
  private MemberName name; // of the entry

  /**
   * Opens a tar.
   *
   * @param length of the file, as it was listed
   * @param progress called for every mebibyte that is decompressed
   */
  Tar(Configuration conf, Path path, long length, Progressable progress) throws IOException {
    this(conf, path, opened(conf, path, length, progress), 0);
  }

  /**
   * Opens a tar that is a member of an uncompressed one.
   *
   * @param length of the file, as it was listed
   * @param from the offset of the member's content in the file
   * @param size of the content
   */
  Tar(Configuration conf, Path path, long length, long from, long size) throws IOException {
    this(
        conf,
        path,
        TarBytes.ofPlain(new ArchiveFile(conf, path, length, from, from + size), () -> {}),
        from);
  }

  private Tar(Configuration conf, Path path, TarBytes bytes, long base) {
    this.path = path.toString();
    this.bytes = bytes;
    this.base = base;
    // The block size is the size of a header: with more, bytes after the end mark would be skipped
    // unchecked.
    // In Latin-1 the characters of a name are its bytes.
    entries = new TarArchiveInputStream(bytes, BLOCK, BLOCK, StandardCharsets.ISO_8859_1.name());
    names = new MemberName.Decoder(conf);
  }

  private static TarBytes opened(Configuration conf, Path path, long length, Progressable progress)
      throws IOException {
    CompressionCodec codec = TarScan.codec(conf, path);
    return codec == null
        ? TarBytes.ofPlain(new ArchiveFile(conf, path, length), progress)
        : TarBytes.ofUnpacked(
            unpacked(conf, path, length, codec),
            progress,
            new ArchiveFile.Limit(conf, path, length));
  }

  private static InputStream unpacked(
      Configuration conf, Path path, long length, CompressionCodec codec) throws IOException {
    return UnpackedStream.openWhole(
        Files.open(SourceFiles.of(conf, path), path, Files.Reading.WHOLE), path, length, codec);
  }

  /**
   * Moves to the next entry.
   *
   * @return null after the last one
   * @throws Damage when the archive is damaged, or ends without an end mark
   */
  TarArchiveEntry next() throws IOException {
    String last = entry == null ? null : name.text();
    long header = base;
    try {
      if (entry != null) {
        bytes.passOver(entry.isSparse() ? 0 : entry.getSize());
        entries.skip(Long.MAX_VALUE);
      }
      header = base + (entries.getBytesRead() + BLOCK - 1) / BLOCK * BLOCK;
      bytes.beginHeader();
      entry = entries.getNextEntry();
    } catch (IOException | RuntimeException e) {
      if (bytes.hasFailed()) {
        throw e;
      }
      throw new Damage(path, "damaged", header, HEADER, "none", last);
    }
    bytes.endHeader();
    if (entry == null && !bytes.isMarked()) {
      throw new Damage(
          path, "cut short", base + bytes.position(), "a block of zeros", "the end", last);
    } else if (entry == null && !bytes.isZeroToEnd()) {
      String more =
          "data (tars that were put one after the other have to be taken apart, or joined by tar -A)";
      throw new Damage(
          path,
          "more after its end",
          base + bytes.position(),
          "zeros to the end of the file",
          more,
          last);
    } else if (entry != null && !entry.isCheckSumOK()) {
      throw new Damage(path, "damaged", header, HEADER, "one with a wrong checksum", last);
    }
    name = entry == null ? null : decodedName();
    return entry;
  }

  MemberName name() {
    return name;
  }

  /** The name of an extended header is UTF-8 by the standard. */
  private MemberName decodedName() {
    String text = entry.getName();
    MemberName ascii = names.ofAscii(text);
    if (ascii != null) {
      return ascii;
    }
    byte[] path = bytes.paxPath();
    if (path == null) {
      return names.of(text.getBytes(StandardCharsets.ISO_8859_1), false);
    }
    int from = 0; // as the library does
    while (from < path.length && path[from] == '/') {
      from++;
    }
    return names.of(Arrays.copyOfRange(path, from, path.length), true);
  }

  /** Returns the content of the current entry of a compressed tar. */
  InputStream content() {
    return entries;
  }

  /** Returns the offset, in the uncompressed bytes, of the content of the current entry. */
  long contentOffset() {
    return base + entries.getBytesRead();
  }

  @Override
  public void close() throws IOException {
    entries.close();
  }

  /** A tar whose members can't be found any more. */
  static final class Damage extends IOException {
    private static final long serialVersionUID = 1L;

    private final String archive;

    /**
     * @param archive the tar, which may be one of the tars of an input
     * @param last the member before, or null
     */
    Damage(String archive, String what, long offset, String expected, String found, String last) {
      super(
          what
              + " at offset "
              + offset
              + ": expected "
              + expected
              + ", found "
              + found
              + (last == null ? "" : ", after the member " + last));
      this.archive = archive;
    }

    String archive() {
      return archive;
    }
  }
}
