// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.pack.Archives;
import dev.recordio.jobs.pack.LocalTestBase;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** Where a task puts what it unpacks. */
class UnpackedTarsTest extends LocalTestBase {
  private static List<java.nio.file.Path> list(java.nio.file.Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void archivesAreUnpackedIntoFilesWithoutANameInHadoopsLocalFolders() throws Exception {
    java.nio.file.Path folder = Files.createDirectory(temp.resolve("local dirs"));
    Configuration conf = conf("mapreduce.cluster.local.dir", folder);
    var members = new TreeMap<>(Map.of("a", bytes("A"), "b", bytes("B")));
    var archive = write("a.tar.gz", Archives.compress("gz", Archives.tar(members)));
    var sources = new ArrayList<Source>();
    try (var scan =
        new InputScan(
            conf, new SourceErrors(conf), new Selection(conf), new InputScan.Foreign() {})) {
      scan.inputs(
          List.of(archive),
          s -> {
            var copy = new Source().set(s.kind, s.path, s.name, s.offset, s.length, s.tag, s.size);
            copy.fileLength = s.fileLength;
            copy.modified = s.modified;
            sources.add(0, copy);
          });
    }
    var payload = new PayloadBuilder();
    try (var reader = new SourceReader(conf, () -> {})) {
      for (Source source : sources) {
        payload.begin(0);
        reader.read(source, payload);
        assertEquals(
            source.name.toUpperCase(java.util.Locale.ROOT),
            new String(payload.bytes(), 0, payload.length()));
      }
      assertTrue(list(folder).isEmpty(), "its file has no name: a kill leaves nothing");
    }
    assertTrue(list(folder).isEmpty());
  }
}
