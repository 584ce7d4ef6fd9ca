// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.webdataset;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleTarTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 511, 512, 513, 1024})
  void memberAfterOneOfAnyLengthIsAtItsOffsetAndTheTarIsWhole(int length) throws IOException {
    byte[] first = new byte[length];
    Arrays.fill(first, (byte) 7);
    byte[] second = {9};
    var out = new ByteArrayOutputStream();
    var tar = new SampleTar(out);
    tar.add("first.bin", first, 0, length);
    long offset = tar.add("second.bin", second, 0, 1);
    tar.finish();

    byte[] all = out.toByteArray();
    assertEquals(9, all[(int) offset]);
    assertEquals(0, all.length % (20 * 512), "whole records of a tar");
    try (var in = new TarArchiveInputStream(new ByteArrayInputStream(all))) {
      assertEquals("first.bin", in.getNextEntry().getName());
      assertArrayEquals(first, in.readAllBytes());
      assertEquals("second.bin", in.getNextEntry().getName());
      assertArrayEquals(second, in.readAllBytes());
      assertNull(in.getNextEntry());
    }
  }
}
