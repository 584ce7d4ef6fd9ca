// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fuzz.ByteFuzzTest;
import dev.recordio.fuzz.ByteTarget;
import dev.recordio.spark.sparse.VectorOptions;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.task.LibraryKeys;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Options of Spark's sources. */
class OptionByteFuzzTest extends ByteFuzzTest {
  private final Configuration defaults = new Configuration(false);

  @Override
  protected List<ByteTarget> targets() {
    return List.of(
        ByteTarget.of("vector-options", 100_000, this::read)
            .refuses(InvalidSettingException.class)
            .refuses(IllegalArgumentException.class)); // of Hadoop, for an empty key
  }

  /** Lines of options, {@code name=value}, which Spark sets as keys, too. */
  private void read(byte[] bytes) {
    var conf = new Configuration(defaults);
    var options = new HashMap<String, String>();
    for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n")) {
      String[] parts = line.split("=", 2);
      if (parts.length == 2) {
        options.put(parts[0], parts[1]);
        conf.set(parts[0], parts[1]);
      }
    }
    Configuration adapted = VectorOptions.with(conf, options);
    if (VectorOptions.areOn(adapted)) {
      VectorOptions.size(adapted);
    }
    LibraryKeys.ALL.forEach(key -> key.get(adapted));
    Stream.of(StoreConf.values()).forEach(key -> key.get(adapted));
  }
}
