// SPDX-License-Identifier: Apache-2.0
package dev.recordio.conf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class PayloadTypeTest {
  private static PayloadType ofBinaryOrImage(String value) {
    var conf = new Configuration(false);
    conf.set("recordio.payload", value);
    return PayloadType.of(conf, PayloadType.BINARY, PayloadType.IMAGE);
  }

  @Test
  void wordsAreReadInAnyCase() {
    assertEquals(PayloadType.IMAGE, ofBinaryOrImage("Image"));
    assertEquals(PayloadType.BINARY, ofBinaryOrImage(""));
    var conf = new Configuration(false);
    conf.set("recordio.payload", "text");
    assertEquals(PayloadType.TEXT, PayloadType.of(conf, PayloadType.values()));
  }

  @Test
  void anEngineRefusesWhatItHasNoColumnsFor() {
    var e = assertThrows(InvalidSettingException.class, () -> ofBinaryOrImage("Text"));
    assertEquals("recordio.payload is 'Text'; it takes one of binary, image", e.getMessage());
    e = assertThrows(InvalidSettingException.class, () -> ofBinaryOrImage("jpeg"));
    assertEquals("recordio.payload is 'jpeg'; it takes one of binary, image, text", e.getMessage());
  }
}
