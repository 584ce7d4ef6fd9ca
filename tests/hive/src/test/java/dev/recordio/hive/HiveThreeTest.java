// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The unchanged jar with the classes of Hive 3.1 instead of Hive 4's. */
class HiveThreeTest {
  private static final String HIVE = "org.apache.hadoop.hive.";
  private static URLClassLoader three;

  @BeforeAll
  static void load() throws IOException {
    var urls = new ArrayList<URL>();
    try (var jars = Files.list(Path.of("target", "hive3"))) {
      for (Path jar : jars.toList()) {
        urls.add(jar.toUri().toURL());
      }
    }
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!entry.contains(
          File.separator + "org" + File.separator + "apache" + File.separator + "hive")) {
        urls.add(Path.of(entry).toUri().toURL());
      }
    }
    three = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  @AfterAll
  static void close() throws IOException {
    three.close();
  }

  private static Class<?> load(String name) throws ClassNotFoundException {
    return Class.forName(name, true, three);
  }

  private static Object serDe(String name, Properties table, boolean withPartition)
      throws Exception {
    Class<?> conf = load("org.apache.hadoop.conf.Configuration");
    Class<?> type = load(HIVE + "serde2.AbstractSerDe");
    Object serDe = load("dev.recordio.hive." + name).getConstructor().newInstance();
    Object settings = conf.getConstructor().newInstance();
    if (withPartition) {
      type.getMethod("initialize", conf, Properties.class, Properties.class)
          .invoke(serDe, settings, table, null);
    } else {
      type.getMethod("initialize", conf, Properties.class).invoke(serDe, settings, table);
    }
    return serDe;
  }

  private static Properties table(String columns, String types) {
    var table = new Properties();
    table.setProperty("columns", columns);
    table.setProperty("columns.types", types);
    return table;
  }

  @Test
  void itsClassesAreThoseOfHive31() throws Exception {
    URL from =
        load(HIVE + "serde2.AbstractSerDe").getProtectionDomain().getCodeSource().getLocation();
    assertTrue(from.getPath().endsWith("hive-exec-3.1.3.jar"), from.getPath());
  }

  @Test
  void serDesBeginBothWays() throws Exception {
    Properties records = table("data,key", "binary:bigint");
    Properties rows = table("label,features", "double:map<bigint,float>");
    for (boolean withPartition : new boolean[] {true, false}) {
      Object serDe = serDe("RecordIOSerDe", records, withPartition);
      Object inspector =
          load(HIVE + "serde2.AbstractSerDe").getMethod("getObjectInspector").invoke(serDe);
      Object type =
          load(HIVE + "serde2.objectinspector.ObjectInspector")
              .getMethod("getTypeName")
              .invoke(inspector);
      assertEquals("struct<data:binary,key:bigint>", type);
      assertNotNull(serDe("LibSVMSerDe", rows, withPartition));
      var e =
          assertThrows(
              InvocationTargetException.class,
              () -> serDe("LibSVMSerDe", table("label", "string"), withPartition));
      assertTrue(e.getCause().getMessage().contains("found label string"), e.getCause()::toString);
    }
  }

  @Test
  void formatsAreFoundByNameAndTheirClassesLink() throws Exception {
    var names = new ArrayList<String>();
    for (Object format : ServiceLoader.load(load(HIVE + "ql.io.StorageFormatDescriptor"), three)) {
      if (format.getClass().getName().startsWith("dev.recordio.")) {
        names.add(format.getClass().getSimpleName());
        for (String method : List.of("getInputFormat", "getOutputFormat", "getSerde")) {
          String type = (String) format.getClass().getMethod(method).invoke(format);
          assertNotNull(load(type).getConstructor().newInstance());
        }
      }
    }
    assertEquals(3, names.size(), names::toString);
    assertNotNull(load("dev.recordio.hive.IndexInserted").getConstructor().newInstance());
  }
}
