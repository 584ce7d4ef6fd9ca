// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.bytes.FileSignature;
import dev.recordio.formats.arrayrecord.ArrayRecordReader;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.Printable;
import java.util.Locale;
import java.util.Set;

/**
 * What a file is by its name, where that is a data set or an archive: the bytes of such a file are
 * one record only if the user says so.
 */
public enum DataName {
  RECORDS("a RecordIO file", "reshard, shuffle and append take it"),
  PARQUET("a Parquet file", "--from parquet packs its rows"),
  /** TFRecord, but for indexes of other programs. */
  TFRECORD("a TFRecord file", "--from tfrecord packs its records"),
  ARRAYRECORD("an ArrayRecord file", "--from arrayrecord packs its records"),
  MDS("a shard of MDS", "--from mds packs a folder with its index.json"),
  /** Data sets that nothing here reads. */
  OTHER_DATA("a data set that pack does not read", "make Parquet of it first"),
  ZIP("an archive", "name it as an input to pack what is in it"),
  /** Tars, compressed or not. */
  TAR("an archive", "name it as an input, or use --from webdataset, to pack what is in it"),
  /** Archives that nothing here reads. */
  OTHER_ARCHIVE("an archive that pack does not read", "unpack it first");

  private static final String DOT_TAR = ".tar";
  private static final Set<String> READ = Set.of("gz", "bz2", "zst", "lz4", "snappy", "deflate");
  private static final Set<String> UNREAD = Set.of("xz", "lzma", "lzo", "lz", "z", "br");
  private static final String ON_PURPOSE = "; --from files packs ";

  private final String what;
  private final String advice;

  DataName(String what, String advice) {
    this.what = what;
    this.advice = advice;
  }

  /** Returns what a file is by its name, a path or a member's; null when it is no such thing. */
  public static DataName of(String path) {
    int dot = path.lastIndexOf('.');
    if (dot < 0 || dot < path.lastIndexOf('/')) {
      return null;
    }
    String extension = path.substring(dot + 1).toLowerCase(Locale.ROOT);
    return switch (extension) {
      case "rec" -> RECORDS;
      case "parquet" -> PARQUET;
      case "mds" -> MDS;
      case "arrow", "feather", "orc", "avro" -> OTHER_DATA;
      case "zip" -> ZIP;
      case "tar", "tgz" -> TAR;
      case "7z", "rar", "txz", "tlz", "tbz", "tbz2", "tzst", "taz" -> OTHER_ARCHIVE;
      default -> ofCompressed(path, dot, extension);
    };
  }

  private static DataName ofCompressed(String path, int dot, String extension) {
    if (path.regionMatches(true, dot - DOT_TAR.length(), DOT_TAR, 0, DOT_TAR.length())) {
      return READ.contains(extension) ? TAR : UNREAD.contains(extension) ? OTHER_ARCHIVE : null;
    }
    String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    return TfRecordSamples.hasExtension(name)
        ? TFRECORD
        : ArrayRecordReader.isNamed(name) ? ARRAYRECORD : null;
  }

  /**
   * Checks a file that is named as an input and that no format takes.
   *
   * @param head its first bytes
   * @throws BadInputException when it is a data set or an archive, by its name or content
   */
  static void check(String path, byte[] head) throws BadInputException {
    DataName data = of(path);
    FileSignature signature = FileSignature.of(head, head.length);
    if (data == null && signature != null) {
      data =
          switch (signature) {
            case RECORD_IO -> RECORDS;
            case SEVEN_ZIP, RAR -> OTHER_ARCHIVE;
            default -> null;
          };
    }
    if (data != null) {
      throw new BadInputException(
          Printable.of(path)
              + " is "
              + data.what
              + ": "
              + data.advice
              + ON_PURPOSE
              + "the file as it is",
          null);
    }
  }

  /**
   * Returns the error about files of a folder, or members of an archive, that are data sets or
   * archives.
   *
   * @param first one of them
   * @param count how many there are
   */
  public BadInputException notRecords(Source first, long count) {
    boolean member = first.kind != Source.Kind.FILE;
    String more =
        count == 1
            ? ""
            : String.format(
                Locale.ROOT, " (and %,d more file%s)", count - 1, count == 2 ? "" : "s");
    return new BadInputException(
        Printable.of(first.displayName())
            + " is "
            + what
            + more
            + ": "
            + (member ? "unpack the archive that it is in first" : advice)
            + ON_PURPOSE
            + (count == 1 ? "the file as it is" : "the files as they are"),
        null);
  }
}
