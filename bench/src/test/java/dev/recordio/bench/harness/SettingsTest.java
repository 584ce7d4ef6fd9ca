// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTest {
  private final List<String> notes = new ArrayList<>();
  private final Settings settings =
      new Settings(1, List.of(), List.of(), List.of(), List.of(), 1, Map.of(), notes::add);

  @Test
  void aMissingPeerIsNotedWithItsError() {
    String trace = "python3 ended with 1: Traceback\n  File x\nModuleNotFoundError: No sklearn\n";
    settings.missing("sklearn", new IOException(trace));
    settings.missing("libdmlc", new IOException("Cannot run program g++"));
    assertEquals(
        List.of(
            "sklearn: not available: ModuleNotFoundError: No sklearn",
            "libdmlc: not available: Cannot run program g++"),
        notes);
  }
}
