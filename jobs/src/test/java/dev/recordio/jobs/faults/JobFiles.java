// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.faults;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** All files below a folder, by their path in it. */
public final class JobFiles {
  private final TreeMap<String, byte[]> files = new TreeMap<>();

  private JobFiles() {}

  /** Reads the files below a folder; none when it is missing. */
  public static JobFiles of(FileSystem fs, Path folder) throws IOException {
    var read = new JobFiles();
    Path root = fs.makeQualified(folder);
    if (fs.exists(root)) {
      RemoteIterator<? extends org.apache.hadoop.fs.FileStatus> all = fs.listFiles(root, true);
      while (all.hasNext()) {
        Path file = all.next().getPath();
        try (FSDataInputStream in = fs.open(file)) {
          read.files.put(
              file.toUri().getPath().substring(root.toUri().getPath().length() + 1),
              comparable(file.getName(), in.readAllBytes()));
        }
      }
    }
    return read;
  }

  /**
   * Folders and times of the input differ from place to place, and committers of object stores
   * write a report.
   */
  private static byte[] comparable(String name, byte[] bytes) {
    if (name.equals("_SUCCESS")) {
      return new byte[0];
    }
    return name.equals("_csr.json")
        ? new String(bytes, StandardCharsets.UTF_8)
            .replaceAll("\"(hdfs|file):[^\"]*/", "\"")
            .replaceAll("(\"mtime\" ?: ?)\\d+", "$1")
            .getBytes(StandardCharsets.UTF_8)
        : bytes;
  }

  /** Returns their paths. */
  public List<String> names() {
    return List.copyOf(files.keySet());
  }

  /** Checks that these are the same files with the same bytes. */
  public void assertSame(JobFiles actual) {
    assertEquals(names(), actual.names());
    files.forEach((name, bytes) -> assertArrayEquals(bytes, actual.files.get(name), name));
  }

  /** Returns these without files that readers do not see, and what nobody has moved yet. */
  public JobFiles withoutHidden() {
    var seen = new JobFiles();
    files.forEach(
        (name, bytes) -> {
          if (isSeen(name)) {
            seen.files.put(name, bytes);
          }
        });
    return seen;
  }

  private static boolean isSeen(String name) {
    return !name.startsWith("_temporary/")
        && !name.startsWith("_resume/") // what pack goes on from
        && !name.substring(name.lastIndexOf('/') + 1).startsWith(".");
  }

  /**
   * Checks that nothing here looks complete: no file but those that a committer has not moved yet,
   * and hidden ones.
   */
  public void assertNothingLooksComplete() {
    assertEquals(List.of(), withoutHidden().names());
  }
}
