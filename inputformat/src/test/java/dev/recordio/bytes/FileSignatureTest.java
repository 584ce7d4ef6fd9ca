// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bytes;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileSignatureTest {
  private static byte[] head(byte[] start) {
    return Arrays.copyOf(start, FileSignature.HEAD_BYTES); // zeros after it
  }

  @ParameterizedTest
  @CsvSource({
    "0a23d7ce, RECORD_IO",
    "fd377a585a00, XZ",
    "5d000080, LZMA",
    "894c5a4f000d0a1a0a, LZOP",
    "04224d18, LZ4",
    "ff060000734e61507059, SNAPPY",
    "377abcaf271c, SEVEN_ZIP",
    "526172211a0700, RAR",
    "894844460d0a1a0a, HDF5",
    "4152524f57310000, ARROW",
    "800495, PICKLE_4",
    "8003, PICKLE_3",
    "50415231, PARQUET",
    "83af70d10d884a3f, ARRAY_RECORD",
    "d0cf11e0a1b11ae1, OLE",
    "1f9d90, COMPRESS",
    "89504e47, PNG"
  })
  void bytesThatAreNoTextAreNamed(String hex, FileSignature expected) {
    byte[] head = head(HexFormat.of().parseHex(hex));
    assertSame(expected, FileSignature.of(head, head.length));
    assertSame(expected, FileSignature.ofNoText(head, head.length));
    assertFalse(FileSignature.isText(head, head.length));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE html><html>",
        "<!doctype HTML>",
        "<HTML>",
        "\n \r\n<!DOCTYPE html>",
        "\ufeff<html>",
        "<?xml version=\"1.0\"?><Error><Code>NoSuchKey</Code>",
        "MATLAB 5.0 MAT-file, Platform: GLNXA64",
        "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab\nsize 12345\n"
      })
  void textThatIsNeverRowsIsNamed(String text) {
    byte[] head = text.getBytes(StandardCharsets.UTF_8);
    assertTrue(FileSignature.ofNoText(head, head.length).hint().startsWith(", the start of a"));
    assertFalse(FileSignature.isText(head, head.length));
  }

  /** The name of the first member comes first, and may be longer than what is looked at as text. */
  @ParameterizedTest
  @ValueSource(ints = {3, 90})
  void tarIsNamedByTheHeaderOfItsFirstMember(int nameLength) {
    byte[] head = new byte[FileSignature.HEAD_BYTES];
    Arrays.fill(head, 0, nameLength, (byte) '1');
    System.arraycopy("ustar".getBytes(StandardCharsets.US_ASCII), 0, head, 257, 5);
    assertSame(FileSignature.TAR, FileSignature.ofNoText(head, head.length));
    assertNull(FileSignature.ofNoText(head, 261), "the mark is cut off");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1 1:2\n", "ORC 1:2\n", "PAR1,2\n", "BZh 3\n", "SEQ\n", "7z 1\n", "]\n"})
  void textMayBeginWithLettersOfASignature(String text) {
    byte[] head = text.getBytes(StandardCharsets.UTF_8);
    assertNull(FileSignature.ofNoText(head, head.length));
    assertTrue(FileSignature.isText(head, head.length));
  }

  @Test
  void marksOfTextAreNotLookedForBeyondWhatIsRead() {
    byte[] head = "version https://git-lfs.github.com/spec/v1".getBytes(StandardCharsets.UTF_8);
    assertNull(FileSignature.of(head, 20));
  }
}
