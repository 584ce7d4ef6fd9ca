// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.ConfKey;
import dev.recordio.jobs.ConfKeys;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Sampled;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A command begins only when every key, used or not, has a valid value. */
@Tag("deep")
class SettingsTest {
  private static final List<String> VALUES =
      List.of(
          "",
          " ",
          "-1",
          "0",
          "9223372036854775807",
          "99999999999999999999",
          "2g",
          "1e400",
          "NaN",
          "nope",
          "1 2");

  private static final class Body extends Command {
    @Override
    protected ExitCode run() {
      return ExitCode.OK;
    }
  }

  private static Recordio run(String key, String value) {
    var table = new CommandTable(() -> ConfKeys.ALL).add("do", "do it", Body::new);
    return Recordio.of(table, "do", "-D" + key + "=" + value);
  }

  private static List<ConfKey> keys() {
    return ConfKeys.ALL;
  }

  @ParameterizedTest
  @MethodSource("keys")
  void everyKeyTakesAValueOrTheCommandLineIsRefused(ConfKey key) {
    int step = Sampled.step(3, 1); // other values for each key
    for (int i = Math.floorMod(key.key().hashCode(), step); i < VALUES.size(); i += step) {
      String value = VALUES.get(i);
      Recordio run = run(key.key(), value);
      if (run.code() == 0) {
        assertEquals("", run.err(), key + "='" + value + "'");
      } else {
        assertEquals(2, run.code(), run.err());
        assertTrue(
            run.err().startsWith("recordio: " + key + " is '" + value + "'; it takes "), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "recordio.threads, -1 2147483648 1k",
    "recordio.info.job-above, -1 nope",
    "recordio.pack.shards, -1 1000001",
    "recordio.pack.shard-size, 0 -1",
    "recordio.pack.header, nope",
    "recordio.pack.on-error, quarantine",
    "recordio.arrange.shards, -1 99999999999999999999",
    "recordio.arrange.shard-size, 0",
    "recordio.arrange.seed, 9223372036854775808 x",
    "recordio.split.group-by, label",
    "recordio.split.stratify, 1",
    "recordio.sample.count, -2",
    "recordio.sample.fraction, -2 1.5 NaN 1e-999999999",
    "recordio.csr.to, nope",
    "recordio.csr.shard-rows, -1",
    "recordio.csr.shard-size, -1",
    "recordio.csr.segment-size, 0",
    "recordio.csr.memory, -1",
    "recordio.csr.side-files, nope",
    "recordio.csr.rowblock.index-type, u16",
    "recordio.index.keys, nope"
  })
  void isRefused(String key, String values) {
    for (String value : values.split(" ")) {
      Recordio run = run(key, value).ended(2, key + "=" + value);
      assertTrue(run.err().startsWith("recordio: " + key + " is '" + value + "'"), run.err());
    }
  }

  @Test
  void anEmptyValueIsTheDefault() {
    for (ConfKey key : ConfKeys.ALL) {
      assertEquals(0, run(key.key(), "").code(), key.key());
      assertEquals(0, run(key.key(), key.defaultValue()).code(), key.key());
    }
  }
}
