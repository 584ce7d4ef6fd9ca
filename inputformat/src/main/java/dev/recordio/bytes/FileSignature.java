// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bytes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Recognizes a file's format by its first bytes, so that errors can name it. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
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
  /** ZIP, and npz. */
  ZIP("a ZIP archive, or NumPy's .npz (pack reads archives)", 'P', 'K', 3, 4),
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
  /** ORC. */
  ORC("an ORC file", "ORC"),
  /** Avro. */
  AVRO("an Avro file", 'O', 'b', 'j', 1),
  /** UTF-16, little-endian. */
  UTF_16LE("UTF-16 text (convert it to UTF-8)", 0xFF, 0xFE),
  /** UTF-16, big-endian. */
  UTF_16BE("UTF-16 text (convert it to UTF-8)", 0xFE, 0xFF);

  /** How many bytes of a file identify its format. */
  public static final int HEAD_BYTES = 64;

  private static final byte[] UTF_8_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final String description;
  private final byte[] start;

  FileSignature(String description, int... start) {
    this.description = description;
    this.start = new byte[start.length];
    for (int i = 0; i < start.length; i++) {
      this.start[i] = (byte) start[i];
    }
  }

  FileSignature(String description, String start) {
    this.description = description;
    this.start = start.getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns the format of a file with these first bytes; null when it is none of these. */
  public static FileSignature of(byte[] head, int length) {
    for (FileSignature signature : values()) {
      int size = signature.start.length;
      if (length >= size && Arrays.equals(head, 0, size, signature.start, 0, size)) {
        return signature;
      }
    }
    return null;
  }

  /**
   * Returns the format of a file that should be text; null when it may be text. Text may begin with
   * a signature of letters, such as "ORC": it is not text when a control character is near.
   */
  public static FileSignature ofNoText(byte[] head, int length) {
    FileSignature signature = of(head, length);
    return signature != null && isBinary(head, Math.min(length, HEAD_BYTES)) ? signature : null;
  }

  /**
   * Whether a file with these first bytes may be text: no control character is near, and its first
   * byte is ASCII or begins a UTF-8 byte order mark.
   */
  public static boolean isText(byte[] head, int length) {
    boolean mark =
        length >= UTF_8_MARK.length
            && Arrays.equals(head, 0, UTF_8_MARK.length, UTF_8_MARK, 0, UTF_8_MARK.length);
    return mark || !isBinary(head, Math.min(length, HEAD_BYTES));
  }

  private static boolean isBinary(byte[] head, int length) {
    if (head[0] < 0) {
      return true;
    }
    for (int i = 0; i < length; i++) {
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
