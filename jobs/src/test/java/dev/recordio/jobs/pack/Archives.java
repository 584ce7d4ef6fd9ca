// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.compressors.CompressorException;
import org.apache.commons.compress.compressors.CompressorStreamFactory;

/** Makes archives in memory. */
public final class Archives {
  private Archives() {}

  /** A tar that begins with a folder's own entry; long names in the given mode. */
  public static byte[] tar(Map<String, byte[]> files, int longFileMode) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(bytes, StandardCharsets.UTF_8.name())) {
      tar.setLongFileMode(longFileMode);
      tar.setAddPaxHeadersForNonAsciiNames(longFileMode == TarArchiveOutputStream.LONGFILE_POSIX);
      tar.putArchiveEntry(new TarArchiveEntry("a folder.jpg/"));
      tar.closeArchiveEntry();
      for (var file : files.entrySet()) {
        var entry = new TarArchiveEntry(file.getKey());
        entry.setSize(file.getValue().length);
        tar.putArchiveEntry(entry);
        tar.write(file.getValue());
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  public static byte[] tar(Map<String, byte[]> files) throws IOException {
    return tar(files, TarArchiveOutputStream.LONGFILE_POSIX);
  }

  /** A tar of a file, a link to it of the given kind, and another file. */
  static byte[] tarWithLink(byte kind) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(bytes)) {
      for (String name : new String[] {"a.txt", "link.txt", "z.txt"}) {
        boolean link = name.startsWith("link");
        var entry = link ? new TarArchiveEntry(name, kind) : new TarArchiveEntry(name);
        if (link) {
          entry.setLinkName("a.txt");
        }
        entry.setSize(link ? 0 : 1);
        tar.putArchiveEntry(entry);
        if (!link) {
          tar.write(name.charAt(0));
        }
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  /** Compresses with a commons-compress format: gz or bzip2. */
  public static byte[] compress(String kind, byte[] plain) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (OutputStream out =
        new CompressorStreamFactory().createCompressorOutputStream(kind, bytes)) {
      out.write(plain);
    } catch (CompressorException e) {
      throw new IOException(e);
    }
    return bytes.toByteArray();
  }

  /** A zip of alternating stored and deflated members that begins with a folder's own entry. */
  public static byte[] zip(Map<String, byte[]> files) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipArchiveOutputStream(bytes)) {
      zip.putArchiveEntry(new ZipArchiveEntry("a folder.jpg/"));
      zip.closeArchiveEntry();
      boolean stored = false;
      for (var file : files.entrySet()) {
        var entry = new ZipArchiveEntry(file.getKey());
        entry.setMethod(stored ? ZipEntry.STORED : ZipEntry.DEFLATED);
        if (stored) {
          var crc = new CRC32();
          crc.update(file.getValue());
          entry.setCrc(crc.getValue());
          entry.setSize(file.getValue().length);
        }
        zip.putArchiveEntry(entry);
        new ByteArrayInputStream(file.getValue()).transferTo(zip);
        zip.closeArchiveEntry();
        stored = !stored;
      }
    }
    return bytes.toByteArray();
  }

  /** Changes a two-byte field of member {@code index} in its own header and in the directory. */
  static byte[] patchZip(byte[] zip, int index, int localField, int value) {
    byte[] patched = zip.clone();
    put(patched, nth(patched, index, 3, 4) + localField, value);
    put(patched, nth(patched, index, 1, 2) + localField + 2, value);
    return patched;
  }

  private static void put(byte[] bytes, int at, int value) {
    bytes[at] = (byte) value;
    bytes[at + 1] = (byte) (value >> 8);
  }

  /** The offset of occurrence {@code index}, from 0, of the header PK a b. */
  static int nth(byte[] bytes, int index, int a, int b) {
    int left = index;
    for (int i = 0; i < bytes.length - 4; i++) {
      if (bytes[i] == 'P' && bytes[i + 1] == 'K' && bytes[i + 2] == a && bytes[i + 3] == b) {
        if (left-- == 0) {
          return i;
        }
      }
    }
    throw new AssertionError("no such header");
  }

  static final byte HARD_LINK = TarConstants.LF_LINK;
  static final byte SYMLINK = TarConstants.LF_SYMLINK;
  static final byte FIFO = TarConstants.LF_FIFO;
}
