// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SampleTest {
  @Test
  void exactHeadersAreUsedOnlyWhileTheyAgree() {
    Map<String, Boolean> cases = new LinkedHashMap<>();
    String vector = "01000000" + "00000000" + "1400000000000000" + "0000000000000000" + "00004040";
    cases.put(vector, true);
    cases.put(vector.replace("14", "15"), false); // another key
    cases.put(vector.replace("4040", "8040"), false); // another label
    cases.put(vector + "00", false); // something follows
    cases.put(vector.substring(2), false);
    cases.put(vector.replace("01", "02"), false);
    cases.put("no header", false);
    cases.put("", false);
    for (var one : cases.entrySet()) {
      Sample sample = new Sample();
      sample.setKey(20);
      sample.addLabel(3);
      sample.setHeader(one.getKey());
      assertEquals(one.getValue(), sample.headerOr(0) != null, one.getKey());
    }
    var nan = new Sample();
    nan.addLabel(Float.NaN);
    byte[] header = HexFormat.of().parseHex("000000000100c0ff" + "00".repeat(16));
    nan.setHeader(header);
    assertArrayEquals(header, nan.headerOr(0));
  }
}
