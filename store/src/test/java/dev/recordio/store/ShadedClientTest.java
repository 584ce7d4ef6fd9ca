// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.reader.Readers;
import dev.recordio.testing.Fork;
import dev.recordio.wire.RecordIOFormat;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The library on {@code hadoop-client-api} and {@code hadoop-client-runtime} alone, which have the
 * libraries of Hadoop under other names; pipelines and stores with the Jackson that they declare.
 */
@Tag("deep")
class ShadedClientTest {
  @TempDir Path scratch;

  /** Returns the class path: a class of each jar or folder, and Hadoop's shaded client. */
  private static String classPath(Class<?>... types) throws IOException {
    var entries = new ArrayList<String>();
    try (Stream<Path> jars = Files.list(Path.of("target", "shaded-client"))) {
      jars.map(jar -> jar.toAbsolutePath().toString()).sorted().forEach(entries::add);
    }
    assertTrue(entries.size() >= 4, entries.toString());
    for (Class<?> type : types) {
      entries.add(
          new File(type.getProtectionDomain().getCodeSource().getLocation().getPath()).getPath());
    }
    return entries.stream().collect(Collectors.joining(File.pathSeparator));
  }

  private String run(String classPath, String flow) throws Exception {
    Path folder = scratch.resolve("data");
    Files.createDirectories(folder);
    return Fork.runOn(classPath, Flows.class, "256m", folder, flow, folder).strip();
  }

  @Test
  void theLibraryNeedsNothingElse() throws Exception {
    String classPath = classPath(RecordIOFormat.class, Flows.class);
    assertEquals("written", run(classPath, "write"));
    assertEquals("100 values, 4950 bytes, 0 entries", run(classPath, "records"));
    assertEquals("2 values, 0 bytes, 3 entries", run(classPath, "rows"));
  }

  @Test
  void pipelinesAndStoresNeedJacksonBesides() throws Exception {
    String classPath =
        classPath(
            RecordIOFormat.class,
            Readers.class,
            Store.class,
            Flows.class,
            ObjectMapper.class,
            JsonFactory.class,
            JsonProperty.class);
    run(classPath, "write");
    assertEquals("100 records, a state of 1", run(classPath, "pipeline"));
    assertEquals("generation 1", run(classPath, "create"));
    assertEquals("100 records, 4950 bytes", run(classPath, "gather"));
    assertEquals("generation 2", run(classPath, "append"));
    assertEquals("generation 3", run(classPath, "update"));
    assertEquals("100 records, 4946 bytes", run(classPath, "gather"));
  }
}
