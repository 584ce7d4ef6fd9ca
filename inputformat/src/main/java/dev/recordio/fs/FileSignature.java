// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Tells what a file is by its first bytes, so that a wrong file can be called by its name. */
enum FileSignature {
  GZIP("a gzip file (name it .gz and it is read through the codec)", 0x1F, 0x8B),
  ZSTD("a zstd file (name it .zst and it is read through the codec)", 0x28, 0xB5, 0x2F, 0xFD),
  BZIP2("a bzip2 file (name it .bz2 and it is read through the codec)", "BZh"),
  ZIP("a ZIP archive, or NumPy's .npz (pack reads archives)", 'P', 'K', 3, 4),
  JPEG("a JPEG image (pack makes records of images)", 0xFF, 0xD8, 0xFF),
  PNG("a PNG image (pack makes records of images)", 0x89, 'P', 'N', 'G'),
  NPY("a NumPy array", 0x93, 'N', 'U', 'M', 'P', 'Y'),
  SEQUENCE_FILE("a Hadoop SequenceFile (pack reads them)", "SEQ"),
  PARQUET("a Parquet file", "PAR1"),
  ORC("an ORC file", "ORC"),
  AVRO("an Avro file", 'O', 'b', 'j', 1);

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

  /** Returns ", the start of ..." for a file that begins like a known format, else nothing. */
  static String hint(byte[] head, int length) {
    for (FileSignature signature : values()) {
      int size = signature.start.length;
      if (length >= size && Arrays.equals(head, 0, size, signature.start, 0, size)) {
        return ", the start of " + signature.description;
      }
    }
    return "";
  }
}
