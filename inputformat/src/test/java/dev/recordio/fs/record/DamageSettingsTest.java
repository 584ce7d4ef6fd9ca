// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DamageSettingsTest {
  private static final String KEY = "recordio.input.corrupt-record.";

  private final Configuration conf = new Configuration(false);

  private DamageSettings with(String key, String value) {
    conf.set(KEY + key, value);
    return DamageSettings.of(conf);
  }

  @Test
  void nothingSetFails() {
    DamageSettings settings = DamageSettings.of(conf);
    assertEquals(DamagePolicy.FAIL, settings.policy());
    assertEquals(0.5, settings.maxFraction());
    assertEquals(1, settings.minCount());
    assertNull(settings.quarantineFolder());
  }

  @ParameterizedTest
  @CsvSource({"fail, true, false", "skip, false, false", "quarantine, false, true"})
  void policyDecides(String policy, boolean fails, boolean quarantines) {
    DamageSettings settings = with("policy", policy);
    assertEquals(fails, settings.failsFast());
    assertEquals(!fails, settings.passesOver());
    assertEquals(quarantines, settings.quarantines());
  }

  @ParameterizedTest
  @CsvSource({"policy, ignore", "max-fraction, 2", "min-count, few"})
  void invalidValueIsNamed(String key, String value) {
    var e = assertThrows(InvalidSettingException.class, () -> with(key, value));
    assertTrue(e.getMessage().startsWith(KEY + key + " is '" + value), e.getMessage());
  }

  @Test
  void policySetIsRead() {
    for (DamagePolicy policy : DamagePolicy.values()) {
      DamageSettings.setPolicy(conf, policy);
      assertEquals(policy, DamageSettings.of(conf).policy());
    }
    assertEquals("quarantine", conf.get(KEY + "policy"));
    assertEquals(KEY + "policy=skip", DamageSettings.setting(DamagePolicy.SKIP));
  }

  @Test
  void quarantineNeedsFolder() {
    assertDoesNotThrow(with("policy", "skip")::requireQuarantineFolder);
    DamageSettings homeless = with("policy", "quarantine");
    var e = assertThrows(InvalidSettingException.class, homeless::requireQuarantineFolder);
    assertTrue(e.getMessage().startsWith(KEY + "policy is quarantine, but"), e.getMessage());
    assertTrue(e.getMessage().endsWith("set " + KEY + "quarantine-dir"), e.getMessage());
    DamageSettings settings = with("quarantine-dir", "file:/q");
    assertDoesNotThrow(settings::requireQuarantineFolder);
    assertEquals(new Path("file:/q"), settings.quarantineFolder());
  }

  @Test
  void quarantineIsRefused() {
    assertDoesNotThrow(() -> with("policy", "skip").refuseQuarantine("not here"));
    DamageSettings settings = with("policy", "quarantine");
    var e =
        assertThrows(InvalidSettingException.class, () -> settings.refuseQuarantine("not here"));
    assertEquals(KEY + "policy is quarantine; not here", e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "0,   0, 0,   0,  0,   0,   false", // no damage is never too much
    "0.5, 1, 1,   1,  100, 100, false", // half of the records, half of the bytes
    "0.5, 1, 1,   2,  100, 100, true", // more of the records
    "0.5, 1, 9,   1,  100, 101, true", // more of the bytes
    "0.5, 3, 0,   2,  0,   100, false", // fewer than count
    "0.5, 3, 0,   3,  0,   100, true",
    "0,   1, 999, 1,  999, 1,   true", // none accepted
    "1,   1, 0,   9,  0,   99,  false", // all accepted
  })
  void thresholds(
      String maxFraction,
      String minCount,
      long sound,
      long damaged,
      long soundBytes,
      long damagedBytes,
      boolean tooMuch) {
    with("max-fraction", maxFraction);
    DamageSettings settings = with("min-count", minCount);
    assertEquals(tooMuch, settings.isTooMuch(sound, damaged, soundBytes, damagedBytes));
  }

  @Test
  void limitNamesItsKey() {
    assertEquals("at most " + KEY + "max-fraction = 0.25", with("max-fraction", "0.25").limit());
    assertFalse(DamageSettings.FAILING.quarantines());
  }
}
