// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No label, key, payload or class name leads out of the output. */
class ExportPlacesTest extends ExportTestBase {
  private static final float[] LABELS = {
    1f, -3f, -0f, Float.NaN, Float.POSITIVE_INFINITY, Float.MAX_VALUE, Float.MIN_VALUE, 1e9f
  };

  private Path records(int labels) throws IOException {
    Path file = path("in/a.rec");
    Files.createDirectories(file.getParent());
    byte[] content = "../../../etc/passwd\0/x".getBytes();
    try (var writer = RecordFileWriter.create(conf(), LocalFiles.path(file), null)) {
      for (int i = 0; i < labels; i++) {
        int header = ImageRecordHeader.bytes(1);
        byte[] payload = new byte[header + content.length];
        ImageRecordHeader.write(payload, 0, -1L - i, 0, new float[] {LABELS[i]}, 1);
        System.arraycopy(content, 0, payload, header, content.length);
        writer.write(i, payload, 0, payload.length);
      }
    }
    return file;
  }

  private Set<Path> outside() throws IOException {
    try (Stream<Path> files = Files.walk(dir)) {
      return files
          .filter(Files::isRegularFile)
          .map(dir::relativize)
          .filter(path -> !path.startsWith("out"))
          .collect(TreeSet::new, Set::add, Set::addAll);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"folder", "webdataset"})
  void labelsAndKeysNameNothingOutside(String target) throws IOException {
    for (int labels : List.of(2, LABELS.length)) {
      Path file = records(labels);
      Set<Path> before = outside();
      Path out = path("out/" + labels);
      ok("export --to {} {} {}", target, file, out);
      assertEquals(before, outside());
      try (Stream<Path> files = Files.walk(out)) {
        assertTrue(
            files.allMatch(path -> path.getFileName().toString().matches("[A-Za-z0-9._-]+")));
      }
      Files.delete(file);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"../x", "/x", "a/b", "..", ".", "a..b"})
  void suffixesAreLettersAndDigits(String suffix) throws IOException {
    Path file = records(1);
    Set<Path> before = outside();
    error(2, "export --to folder --ext {} {} ./out", suffix, file);
    assertEquals(before, outside());
  }

  @Test
  void classNamesAreNoPaths() throws IOException {
    Path file = records(1);
    Path names = Files.writeString(path("names"), "../../of-a-class\n/etc\n");
    Set<Path> before = outside();
    error(3, "export --to folder --class-names {} {} ./out", names, file);
    assertEquals(before, outside());
    ok("export --to tfrecord --class-names {} {} ./out", names, file);
    assertTrue(Files.notExists(path("../of-a-class")));
    assertTrue(Files.notExists(path("of-a-class")));
  }
}
