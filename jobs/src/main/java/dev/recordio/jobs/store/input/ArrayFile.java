// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.pack.source.SourceFiles;
import dev.recordio.jobs.pack.source.ZipMember;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.npy.NpyHeader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;

/**
 * An array in a {@code .npy} file, or in one that is a member of a {@code .npz}. Its header has
 * been read, and its items are all there.
 *
 * @param member where it is in the zip; null for a {@code .npy} file of its own
 */
record ArrayFile(FileStatus file, ZipMember member, NpyHeader header) {
  private static final String NPY = ".npy";
  private static final int MAX_LISTED = 20;

  static ArrayFile ofNpy(Configuration conf, FileStatus file) throws IOException {
    String name = file.getPath().toString();
    FileSystem fs = file.getPath().getFileSystem(conf);
    try (FSDataInputStream in = Files.open(fs, file, Files.Reading.PIECES)) {
      NpyHeader header = NpyHeader.read(in, file.getLen(), name);
      header.requireFits(file.getLen(), name);
      return new ArrayFile(file, null, header);
    }
  }

  /**
   * Opens a member of an archive.
   *
   * @param wanted its name, with or without {@code .npy}
   * @throws BadInputException when there is none of that name; the message has the names
   */
  static ArrayFile ofNpz(Configuration conf, FileStatus file, String wanted) throws IOException {
    var names = new ArrayList<String>();
    var found = new ArrayList<ZipMember>();
    try {
      ZipMember.each(
          conf,
          file,
          member -> {
            String name = member.name().text();
            names.add(name);
            if (name.equals(wanted) || name.equals(wanted + NPY)) {
              found.add(member);
            }
          });
    } catch (IOException e) {
      throw new BadInputException("can't read " + file.getPath() + ": " + e.getMessage(), e);
    }
    if (found.isEmpty()) {
      throw new BadInputException(
          file.getPath() + " has no member " + wanted + ": it has " + listed(names), null);
    }
    // As in Python, the last of several members of a name counts.
    ZipMember member = found.get(found.size() - 1);
    String name = file.getPath() + "#" + member.name();
    if (member.wrong() != null) {
      throw new BadInputException("can't read " + name + ": " + member.wrong(), null);
    }
    try (InputStream in = new MemberStream(conf, file, member)) {
      NpyHeader header = NpyHeader.read(in, member.size(), name);
      header.requireFits(member.size(), name);
      return new ArrayFile(file, member, header);
    }
  }

  private static String listed(List<String> names) {
    if (names.isEmpty()) {
      return "none";
    }
    String first =
        String.join(
            ", ",
            names.stream()
                .limit(MAX_LISTED)
                .map(n -> n.endsWith(NPY) ? n.substring(0, n.length() - NPY.length()) : n)
                .toList());
    int more = names.size() - MAX_LISTED;
    return more > 0 ? first + " and " + more + " more" : first;
  }

  /** Returns the name for errors. */
  String name() {
    return file.getPath() + (member == null ? "" : "#" + member.name());
  }

  /** Returns the offset in the file of the first item, unless it is deflated. */
  long base() {
    return (member == null ? 0 : member.offset()) + header.dataOffset();
  }

  boolean isDeflated() {
    return member != null && member.deflated();
  }

  /** Returns the number of rows. */
  long rows() {
    return header.length(0);
  }

  /** Returns the bytes of a row; 2^63-1 if it has more, as rows of an empty array may. */
  long rowBytes() {
    long[] lengths = header.lengthsFrom(1);
    if (Arrays.stream(lengths).anyMatch(length -> length == 0)) {
      return 0;
    }
    long bytes = header.type().bytes();
    for (long length : lengths) {
      bytes = bytes > Long.MAX_VALUE / length ? Long.MAX_VALUE : bytes * length;
    }
    return bytes;
  }

  /** Whether the items of a row are not side by side. */
  boolean isTransposed() {
    return header.isFortranOrder() && rowBytes() != header.type().bytes();
  }

  /** Returns an error about a file that no longer is what it was. */
  MalformedRecordException changed(long offset, String expected, String found) {
    return new MalformedRecordException(
        "changed or damaged array", name(), offset, -1, expected, found);
  }

  /**
   * Returns the rows.
   *
   * @param from the first that will be read
   */
  Rows open(Configuration conf, long from) throws IOException {
    if (isTransposed()) {
      return TransposedRows.open(conf, this, from);
    }
    if (member != null && (from == 0 || isDeflated())) {
      return new Rows.InMember(conf, this);
    }
    FileSystem fs = SourceFiles.of(conf, file.getPath());
    long start = base() + from * rowBytes();
    long end = base() + header.dataBytes();
    var in = Files.open(fs, file, Files.Reading.SEQUENTIAL, start, end);
    return Rows.inFile(in, base(), rowBytes(), this::changed);
  }
}
