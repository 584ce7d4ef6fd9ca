// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Murmur3Test {
  /** What {@code sklearn.utils.murmurhash3_32(text, 0)} returns. */
  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "a, 1009084850",
    "ab, -1681926305",
    "foo, -156908512",
    "abc=, 980009920",
    "abcde, -392455434",
    "straße=中, 1162691119",
    "c14=05hupv54, -2147483648",
    "The quick brown fox jumps over the lazy dog, 776992547"
  })
  void isTheHashOfScikitLearn(String text, int hash) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertEquals(hash, Murmur3.hash(bytes, bytes.length));
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 5);
    longer[bytes.length] = 'x';
    assertEquals(hash, Murmur3.hash(longer, bytes.length));
  }
}
