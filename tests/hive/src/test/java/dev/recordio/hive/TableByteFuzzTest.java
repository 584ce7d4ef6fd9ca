// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fuzz.ByteFuzzTest;
import dev.recordio.fuzz.ByteTarget;
import dev.recordio.hive.store.StoreSerDe;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;

/** What users write as properties of Hive's tables. */
class TableByteFuzzTest extends ByteFuzzTest {
  private final Configuration conf = new Configuration();

  @Override
  protected List<ByteTarget> targets() {
    return List.of(
        hive("hive-records", RecordIOSerDe::new),
        hive("hive-rows", LibSVMSerDe::new),
        hive("hive-store", StoreSerDe::new));
  }

  /** Lines of properties of a table, {@code name=value}. */
  private ByteTarget hive(String name, Supplier<RowSerDe> serDe) {
    return ByteTarget.of(name, 20_000, bytes -> initialize(serDe.get(), bytes))
        .corpus("hive")
        .refuses(InvalidSettingException.class)
        .refuses(SerDeException.class);
  }

  private void initialize(RowSerDe serDe, byte[] bytes) throws SerDeException {
    var table = new Properties();
    new String(bytes, StandardCharsets.UTF_8)
        .lines()
        .map(line -> line.split("=", 2))
        .filter(parts -> parts.length == 2)
        .forEach(parts -> table.setProperty(parts[0], parts[1]));
    requireOfHive(table);
    serDe.initialize(conf, table, null);
  }

  /** Columns and types are Hive's own, which reads them first. */
  private void requireOfHive(Properties table) throws SerDeException {
    try {
      new StoreSerDe() {
        @Override
        protected StructObjectInspector begin(Configuration conf, Properties table) {
          return null;
        }
      }.initialize(conf, table, null);
    } catch (RuntimeException e) {
      throw new SerDeException(e);
    }
  }
}
