// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.images.augment.AugmentOption;
import dev.recordio.reader.stage.Stages;
import dev.recordio.reader.stage.Tail;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class ImageBatchOptionsTest {
  private static final Map<String, String> LEAST = Map.of("shape", "3,4,5", "batch-size", "2");

  private static String refused(String... more) {
    var texts = new TreeMap<>(LEAST);
    for (int i = 0; i < more.length; i += 2) {
      texts.put(more[i], more[i + 1]);
    }
    return assertThrows(InvalidSettingException.class, () -> ImageBatchOptions.of(texts))
        .getMessage();
  }

  @Test
  void defaultsAreThoseOfTheOriginal() {
    ImageBatchOptions options = ImageBatchOptions.of(LEAST);
    assertEquals(2, options.batchSize());
    assertEquals(1, options.labelWidth());
    assertEquals(4, options.threads());
    assertEquals(4, options.prefetch());
    assertEquals(Tail.WRAP, options.tail());
    assertEquals("0/1 equal", options.part() + " " + options.partRule());
    assertEquals(1, options.epochs());
    assertEquals(0, options.seed());
    assertEquals("", options.labels());
    assertFalse(options.shuffles());
    assertFalse(options.skipsErrors());
  }

  @Test
  void keysAndNamesMeanTheSame() {
    var conf = new Configuration(false);
    ImageBatchConf.SHAPE.set(conf, "1,2,3");
    conf.set("recordio.batches.batch-size", "9");
    conf.set("recordio.batches.shuffle", "1");
    conf.set("recordio.batches.tail", "Pad");
    conf.set("recordio.batches.epochs", "inf");
    conf.set("recordio.batches.seed", "-7");
    ImageBatchOptions options = ImageBatchOptions.of(conf);
    assertEquals(9, options.batchSize());
    assertTrue(options.shuffles());
    assertEquals(Tail.PAD, options.tail());
    assertEquals(Stages.INFINITE, options.epochs());
    assertEquals(-7, options.seed());
    assertEquals(2, options.augment().height());
  }

  @Test
  void everyOptionOfAnImageHasAKey() {
    List<String> names =
        Arrays.stream(ImageBatchConf.values()).map(ImageBatchConf::optionName).toList();
    for (AugmentOption option : AugmentOption.values()) {
      assertTrue(names.contains(option.optionName()), option.optionName());
      ImageBatchConf key = ImageBatchConf.valueOf(option.name());
      assertEquals("recordio.batches." + option.optionName(), key.key());
      assertEquals(option.definition().defaultValue(), key.defaultValue());
      assertTrue(key.augments());
      assertEquals(option.definition().defaultValue().equals("false"), key.isFlag());
    }
  }

  @Test
  void allErrorsComeInOneMessage() {
    String message =
        refused("batch-size", "0", "tial", "wrap", "threads", "x", "resize", "-5", "tail", "no");
    for (String part :
        new String[] {"batch-size is '0'", "did you mean tail?", "threads", "resize", "tail is"}) {
      assertTrue(message.contains(part), part + " in " + message);
    }
    assertTrue(refused("batch-size", "").contains("batch-size is required"));
    String without = refused("shape", "", "rand-crop", "true");
    assertTrue(
        without.contains("shape is missing") && without.contains("take no rand-crop"), without);
    assertTrue(refused("part", "2/2").contains("part"));
    assertTrue(refused("batch-size", "16000000", "shape", "3,224,224").contains("at most"));
    assertTrue(refused("batch-size", "16000000", "label-width", "16000000").contains("at most"));
  }
}
