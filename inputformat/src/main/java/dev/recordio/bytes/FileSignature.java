// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bytes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Recognizes a file's format by its first bytes, so that errors can name it. */
public enum FileSignature {
  /** RecordIO: the magic word. */
  RECORD_IO(
      "a RecordIO file (row blocks in records are read with the format rowblock, SageMaker's with"
          + " sagemaker)",
      0x0A,
      0x23,
      0xD7,
      0xCE),
  /** XGBoost's binary DMatrix: 0xffffab01. */
  DMATRIX("a binary DMatrix (XGBoost itself loads it)", 0x01, 0xAB, 0xFF, 0xFF),
  /** Gzip. */
  GZIP("a gzip file (name it .gz and it is read through the codec)", 0x1F, 0x8B),
  /** Zstandard. */
  ZSTD("a zstd file (name it .zst and it is read through the codec)", 0x28, 0xB5, 0x2F, 0xFD),
  /** Bzip2. */
  BZIP2("a bzip2 file (name it .bz2 and it is read through the codec)", "BZh"),
  /** Xz. */
  XZ("an xz file (unpack it: xz -d)", 0xFD, '7', 'z', 'X', 'Z', 0),
  /** What lzma wrote before xz, with its usual settings. */
  LZMA("an lzma file (unpack it: xz -d)", 0x5D, 0, 0),
  /** Lzop. */
  LZOP("an lzop file (unpack it: lzop -d)", 0x89, 'L', 'Z', 'O', 0),
  /** The frames of lz4; what Hadoop's codec writes is another format. */
  LZ4("an lz4 frame (unpack it: lz4 -d)", 0x04, 0x22, 0x4D, 0x18),
  /** The frames of Snappy; what Hadoop's codec writes is another format. */
  SNAPPY("a framed Snappy file (unpack it)", 0xFF, 6, 0, 0, 's', 'N', 'a', 'P', 'p', 'Y'),
  /** ZIP, and npz. */
  ZIP("a ZIP archive, or NumPy's .npz (pack reads archives)", 'P', 'K', 3, 4),
  /** Tar; its mark is in the header of the first member. */
  TAR("a tar archive (pack reads archives; unpack rows first)", Mark.at(257, "ustar")),
  /** 7-Zip. */
  SEVEN_ZIP("a 7-Zip archive (unpack it first)", '7', 'z', 0xBC, 0xAF, 0x27, 0x1C),
  /** RAR. */
  RAR("a RAR archive (unpack it first)", 'R', 'a', 'r', '!', 0x1A, 7),
  /** JPEG. */
  JPEG("a JPEG image (pack makes records of images)", 0xFF, 0xD8, 0xFF),
  /** PNG. */
  PNG("a PNG image (pack makes records of images)", 0x89, 'P', 'N', 'G'),
  /** NumPy's array. */
  NPY("a NumPy array", 0x93, 'N', 'U', 'M', 'P', 'Y'),
  /** Hadoop's SequenceFile. */
  SEQUENCE_FILE("a Hadoop SequenceFile (pack reads them)", "SEQ"),
  /** Parquet. */
  PARQUET("a Parquet file", "PAR1"),
  /** ArrayRecord, and other files of Riegeli: the hash of their first block's header. */
  ARRAY_RECORD(
      "an ArrayRecord file (pack and verify read them)",
      0x83,
      0xAF,
      0x70,
      0xD1,
      0x0D,
      0x88,
      0x4A,
      0x3F),
  /** ORC. */
  ORC("an ORC file", "ORC"),
  /** Avro. */
  AVRO("an Avro file", 'O', 'b', 'j', 1),
  /** HDF5. */
  HDF5("an HDF5 file", 0x89, 'H', 'D', 'F', 0x0D, 0x0A, 0x1A, 0x0A),
  /** Arrow's files, Feather's second version included. */
  ARROW("an Arrow file", 'A', 'R', 'R', 'O', 'W', '1', 0, 0),
  /** Python's pickle, of protocol 4, the default from Python 3.8 on. */
  PICKLE_4("a Python pickle", 0x80, 4, 0x95),
  /** Python's pickle, of protocol 5. */
  PICKLE_5("a Python pickle", 0x80, 5, 0x95),
  /** Python's pickle, of protocol 3. */
  PICKLE_3("a Python pickle", 0x80, 3),
  /** Python's pickle, of protocol 2. */
  PICKLE_2("a Python pickle", 0x80, 2),
  /** What Git has in place of a file that Git LFS keeps. */
  LFS_POINTER(
      "a pointer of Git LFS, not the file itself (git lfs pull brings it)",
      Mark.ofText("version https://git-lfs.github.com/spec/")),
  /** HTML, such as the error page of a server in place of a file. */
  HTML("a web page (the download failed)", Mark.ofText("<!doctype html")),
  /** HTML without its first line. */
  HTML_BARE("a web page (the download failed)", Mark.ofText("<html")),
  /** XML, such as the error of an object store in place of a file. */
  XML("an XML document (an error of a server in place of a file?)", Mark.ofText("<?xml")),
  /** Excel's files of before 2007, and others of that kind. */
  OLE("an Excel or Word file of before 2007 (save it as CSV)", 0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1),
  /** What the oldest compress wrote. */
  COMPRESS("a file of compress (unpack it: uncompress)", 0x1F, 0x9D),
  /** MATLAB's matrices, whose header is text. */
  MATLAB("a MATLAB file (save it as text)", Mark.ofText("matlab 5.0 mat-file")),
  /** UTF-16, little-endian. */
  UTF_16LE("UTF-16 text (convert it to UTF-8)", 0xFF, 0xFE),
  /** UTF-16, big-endian. */
  UTF_16BE("UTF-16 text (convert it to UTF-8)", 0xFE, 0xFF);

  /** How many bytes of a file identify its format. */
  public static final int HEAD_BYTES = 264;

  /** Text has no control character among so many first bytes. */
  private static final int NEAR = 64;

  private static final byte[] UTF_8_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private static final FileSignature[] ALL = values();

  private final String description;
  private final Mark mark;

  FileSignature(String description, int... start) {
    this(description, Mark.ofBytes(start));
  }

  FileSignature(String description, String start) {
    this(description, new Mark(0, start.getBytes(StandardCharsets.US_ASCII), false));
  }

  FileSignature(String description, Mark mark) {
    this.description = description;
    this.mark = mark;
  }

  /**
   * The bytes that identify a format.
   *
   * @param offset where they are; text may have blanks, line ends and a byte order mark before them
   * @param bytes in lower case, where they are letters that may be capital ones
   * @param sure whether text with these bytes is this format too
   */
  private record Mark(int offset, byte[] bytes, boolean sure) {
    static Mark ofBytes(int... start) {
      var bytes = new byte[start.length];
      for (int i = 0; i < start.length; i++) {
        bytes[i] = (byte) start[i];
      }
      return new Mark(0, bytes, false);
    }

    static Mark at(int offset, String letters) {
      return new Mark(offset, letters.getBytes(StandardCharsets.US_ASCII), true);
    }

    static Mark ofText(String start) {
      return at(0, start);
    }

    boolean isIn(byte[] head, int length) {
      int from = sure && offset == 0 ? textStart(head, length) : offset;
      if (length < from + bytes.length) {
        return false;
      }
      for (int i = 0; i < bytes.length; i++) {
        byte found = head[from + i];
        if (found != bytes[i] && !(sure && Character.toLowerCase(found) == bytes[i])) {
          return false;
        }
      }
      return true;
    }
  }

  private static int textStart(byte[] head, int length) {
    int p = isMarked(head, length) ? UTF_8_MARK.length : 0;
    while (p < length && head[p] >= 0 && head[p] <= ' ') {
      p++;
    }
    return p;
  }

  private static boolean isMarked(byte[] head, int length) {
    return length >= UTF_8_MARK.length
        && Arrays.equals(head, 0, UTF_8_MARK.length, UTF_8_MARK, 0, UTF_8_MARK.length);
  }

  /** Returns the format of a file with these first bytes; null when it is none of these. */
  public static FileSignature of(byte[] head, int length) {
    for (FileSignature signature : ALL) {
      if (signature.mark.isIn(head, length)) {
        return signature;
      }
    }
    return null;
  }

  /**
   * Returns the format of a file that should be text; null when it may be text. Text may begin with
   * a signature of letters, such as "ORC": it is not text when a control character is near. A web
   * page is text, but no rows.
   */
  public static FileSignature ofNoText(byte[] head, int length) {
    FileSignature signature = of(head, length);
    return signature != null && (signature.mark.sure() || isBinary(head, length))
        ? signature
        : null;
  }

  /**
   * Whether a file with these first bytes may be text: no control character is near, its first byte
   * is ASCII or begins a UTF-8 byte order mark, and it is not {@link #ofNoText}.
   */
  public static boolean isText(byte[] head, int length) {
    return ofNoText(head, length) == null && (isMarked(head, length) || !isBinary(head, length));
  }

  private static boolean isBinary(byte[] head, int length) {
    if (head[0] < 0) {
      return true;
    }
    for (int i = 0; i < Math.min(length, NEAR); i++) {
      if (head[i] >= 0 && head[i] < ' ' && head[i] != '\t' && !LineSearch.isLineEnd(head[i])) {
        return true;
      }
    }
    return false;
  }

  /** Returns ", the start of ..." for a file that begins like a known format, else nothing. */
  public static String hint(byte[] head, int length) {
    FileSignature signature = of(head, length);
    return signature == null ? "" : signature.hint();
  }

  /** Returns ", the start of ...". */
  public String hint() {
    return ", the start of " + description;
  }
}
