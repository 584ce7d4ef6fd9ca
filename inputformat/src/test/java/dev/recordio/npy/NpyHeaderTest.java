// SPDX-License-Identifier: Apache-2.0
package dev.recordio.npy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers against the files of {@code fixtures/npy}, which NumPy wrote ({@code make.py}). */
class NpyHeaderTest {
  /** A file and what NumPy says of it: name, type, bytes of an item, shape. */
  record Saved(String name, String type, int bytes, long[] shape) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Saved> saved() throws IOException {
    String table = new String(file("names.tsv"), StandardCharsets.UTF_8);
    return table
        .lines()
        .map(line -> line.split("\t", -1))
        .map(
            cells ->
                new Saved(
                    cells[0],
                    cells[1],
                    Integer.parseInt(cells[2]),
                    Arrays.stream(cells[3].split(","))
                        .filter(axis -> !axis.isEmpty())
                        .mapToLong(Long::parseLong)
                        .toArray()))
        .toList();
  }

  private static boolean hasMembers(Saved saved) {
    return saved.type.startsWith("[");
  }

  static List<Saved> simple() throws IOException {
    return saved().stream().filter(saved -> !hasMembers(saved)).toList();
  }

  static List<Saved> withMembers() throws IOException {
    return saved().stream().filter(NpyHeaderTest::hasMembers).toList();
  }

  private static byte[] file(String name) throws IOException {
    try (InputStream in = NpyHeaderTest.class.getResourceAsStream("/fixtures/npy/" + name)) {
      return in.readAllBytes();
    }
  }

  private static NpyHeader read(byte[] file) throws IOException {
    NpyHeader header = NpyHeader.read(new ByteArrayInputStream(file), file.length, "x.npy");
    header.requireFits(file.length, "x.npy");
    return header;
  }

  @ParameterizedTest
  @MethodSource("withMembers")
  void refusesTypesWithMembersAndSaysWhatToSave(Saved saved) throws IOException {
    byte[] file = file(saved.name + ".npy");
    var refused = assertThrows(MalformedRecordException.class, () -> read(file));
    assertTrue(
        refused.getMessage().contains("save each field of a structured" + " array"),
        refused.getMessage());
    assertEquals(1, refused.getMessage().lines().count(), refused.getMessage());
    assertThrows(IllegalArgumentException.class, () -> NpyType.parse(saved.type));
  }

  @ParameterizedTest
  @MethodSource("simple")
  void readsAndWritesAsNumPyDoes(Saved saved) throws IOException {
    byte[] file = file(saved.name + ".npy");
    NpyHeader header = read(file);
    assertEquals(saved.type, header.type().text());
    assertEquals(saved.bytes, header.type().bytes());
    assertArrayEquals(saved.shape, header.lengthsFrom(0));
    assertEquals(saved.name.equals("fortran"), header.isFortranOrder());
    byte[] start = Arrays.copyOf(file, (int) header.dataOffset());
    assertArrayEquals(
        start, NpyText.encode(header.type(), header.isFortranOrder(), header.lengthsFrom(0)));
    assertEquals(header.type(), NpyType.parse(saved.type));
  }

  @ParameterizedTest
  @MethodSource("simple")
  void refusesEveryTruncation(Saved saved) throws IOException {
    byte[] file = file(saved.name + ".npy");
    for (int length = 0; length < file.length; length++) {
      byte[] cut = Arrays.copyOf(file, length);
      assertThrows(MalformedRecordException.class, () -> read(cut));
      // The file is as long as listed, but ends earlier when it is read.
      var in = new ByteArrayInputStream(cut, 0, Math.min(length, 20));
      assertThrows(MalformedRecordException.class, () -> NpyHeader.read(in, file.length, "x.npy"));
    }
    assertThrows(MalformedRecordException.class, () -> read(Arrays.copyOf(file, file.length + 1)));
  }

  @Test
  void saysHowMuchIsMissing() throws IOException {
    byte[] file = file("f4.npy");
    var cut =
        assertThrows(
            MalformedRecordException.class, () -> read(Arrays.copyOf(file, file.length - 10)));
    assertEquals(
        "cut .npy file: x.npy at offset 142: expected 24 bytes of items: <f4 (2, 3), found 14"
            + " bytes after the header: 10 bytes are missing, the file was cut",
        cut.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"f4", "fortran", "big", "s5", "time", "v2", "v3"})
  void aFlippedBitIsAnErrorOrInTheType(String name) throws IOException {
    byte[] file = file(name + ".npy");
    NpyHeader sound = read(file);
    String text = new String(file, StandardCharsets.ISO_8859_1);
    int begin = text.indexOf("'descr': ") + "'descr': ".length();
    int end = text.indexOf(", 'fortran_order'");
    for (int at = 0; at < sound.dataOffset(); at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] flipped = file.clone();
        flipped[at] ^= (byte) (1 << bit);
        NpyHeader header;
        try {
          header = read(flipped);
        } catch (MalformedRecordException e) {
          assertTrue(e.offset() >= 0 && e.offset() <= file.length, e.getMessage());
          continue;
        }
        boolean inType = begin <= at && at < end;
        if (!inType) {
          assertEquals(sound.toString(), header.toString(), "at " + at + " bit " + bit);
        }
        assertEquals(sound.dataBytes(), header.dataBytes());
      }
    }
  }

  @Test
  void readsVersions2And3() throws IOException {
    for (String name : List.of("v2.npy", "v3.npy")) {
      NpyHeader header = read(file(name));
      assertEquals("<i4 (3,)", header.toString());
      assertEquals(128, header.dataOffset());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = "objects.npy")
  void refusesPythonObjects(String name) throws IOException {
    byte[] file = file(name);
    var refused = assertThrows(MalformedRecordException.class, () -> read(file));
    assertTrue(refused.found().contains("Python objects"), refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, -1)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': [3]}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4)}",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': (3,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), 'more': 1}",
        "{'descr': '<f4', 'descr': '<f4', 'shape': (3,)}",
        "{'descr': '<f4', 'fortran_order': False}",
        "{'descr': 'f4x', 'fortran_order': False, 'shape': (3,)}",
        "{'descr': 4, 'fortran_order': False, 'shape': (3,)}",
        "{'descr': [], 'fortran_order': False, 'shape': (3,)}",
        "{'descr': [('a', '<f4'), ('a', '<f4')], 'fortran_order': False, 'shape': (3,)}",
        "{'descr': [('a', '<f4', (2000000000, 2000000000, 2000000000))],"
            + " 'fortran_order': False, 'shape': (0,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)} import os",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1+2,)}",
        "{'descr': '<f4, 'fortran_order': False, 'shape': (3,)}",
        "['descr']",
        "",
      })
  void refusesOtherTexts(String text) {
    byte[] file = new byte[10 + text.length() + 12];
    byte[] start = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (byte) text.length(), 0};
    System.arraycopy(start, 0, file, 0, start.length);
    System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, file, 10, text.length());
    assertThrows(MalformedRecordException.class, () -> read(file));
  }

  @Test
  void refusesDeepNestingWithoutOverflow() {
    String deep = "(".repeat(100_000);
    assertThrows(
        MalformedRecordException.class,
        () ->
            PythonLiteral.parse(
                deep.getBytes(StandardCharsets.US_ASCII), StandardCharsets.US_ASCII, 0));
  }

  @Test
  void readsWhatPython2Wrote() throws IOException {
    byte[] header = NpyHeader.vector("<f4", 3);
    String text = new String(header, StandardCharsets.ISO_8859_1).replace("(3,), ", "(3L,),");
    NpyHeader read =
        NpyHeader.read(
            new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)), 1000, "x.npy");
    assertEquals("<f4 (3,)", read.toString());
    assertFalse(read.isFortranOrder());
  }
}
