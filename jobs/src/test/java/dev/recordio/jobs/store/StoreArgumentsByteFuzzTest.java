// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fuzz.ByteFuzzTest;
import dev.recordio.fuzz.ByteTarget;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Arguments of the commands of stores. */
class StoreArgumentsByteFuzzTest extends ByteFuzzTest {
  @Override
  protected List<ByteTarget> targets() {
    return List.of(
        ByteTarget.of("slice-or-age", 200_000, StoreArgumentsByteFuzzTest::parse)
            .refuses(InvalidSettingException.class));
  }

  private static void parse(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (text.indexOf(':') < 0) {
      StoreCommandConf.millis(text);
      return;
    }
    Ids ids = Ids.Slice.parse(text).of(1000);
    for (long i = 0; i < ids.count(); i++) {
      if (ids.get(i) < 0 || ids.get(i) >= 1000) {
        throw new AssertionError("id " + ids.get(i));
      }
    }
  }
}
