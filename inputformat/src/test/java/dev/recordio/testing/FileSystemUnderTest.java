// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A file system that tests run on: the abstract test classes use only these methods of it. */
public interface FileSystemUnderTest {
  /** Returns a new configuration, which a test may change. */
  Configuration conf();

  /** Returns a folder of the file system that is this test's own. */
  Path testDir() throws IOException;

  /** Returns the file system of {@link #testDir}. */
  default FileSystem fs() throws IOException {
    return testDir().getFileSystem(conf());
  }

  /** Returns a path in the test's folder, qualified. */
  default Path path(String name) throws IOException {
    return fs().makeQualified(new Path(testDir(), name));
  }

  /** Writes a file in the test's folder. */
  default Path write(String name, byte[] bytes) throws IOException {
    Path file = path(name);
    try (OutputStream out = fs().create(file, true)) {
      out.write(bytes);
    }
    return file;
  }

  /** Writes a file of text, as UTF-8. */
  default Path write(String name, String text) throws IOException {
    return write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Copies a file of the fixtures into the test's folder, where it gets the same name. */
  default Path copy(String fixture) throws IOException {
    return write(fixture, ExpectedRecords.bytes(fixture));
  }

  /** Returns a file's bytes. */
  default byte[] read(Path file) throws IOException {
    try (FSDataInputStream in = fs().open(file)) {
      return in.readAllBytes();
    }
  }

  /** Returns a file's text. */
  default String readText(Path file) throws IOException {
    return new String(read(file), StandardCharsets.UTF_8);
  }
}
