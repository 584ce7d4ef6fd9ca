// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilePathsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:/a/b/c.rec",
        "hdfs://host:8020/a/c.rec",
        "s3a://bucket/c.rec",
        "/c.rec",
        "/a b/%41#?/c.rec",
        "a/c.rec",
        "c.rec"
      })
  void pathsAreThoseThatHadoopMakes(String file) {
    var path = new Path(file);
    assertEquals(new Path(path.getParent(), "d e.idx"), FilePaths.beside(path, "d e.idx"));
    assertEquals(new Path(path, "d%41#.idx"), FilePaths.in(path, "d%41#.idx"));
  }

  @ParameterizedTest
  @CsvSource({"hdfs://host/, hdfs://host/a", "file:///, file:/a", "s3a://bucket, s3a://bucket/a"})
  void entriesOfARoot(String root, String entry) {
    assertEquals(new Path(entry), FilePaths.in(new Path(root), "a"));
  }

  @Test
  void colonIsPartOfAName() {
    var file = new Path("file:/f/a:b.rec");
    assertEquals("file:/f/a:b.idx", FilePaths.beside(file, "a:b.idx").toString());
    assertEquals(file, FilePaths.in(file.getParent(), "a:b.rec"));
    assertEquals("a:b.idx", FilePaths.beside(new Path("c"), "a:b.idx").getName());
  }
}
