// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static dev.recordio.testing.ObjectStore.uri;

import dev.recordio.testing.ObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** An object store for the tests of a class, and its objects by their names or addresses. */
abstract class S3aTestBase {
  @TempDir static Path temp;
  @AutoClose static ObjectStore store;

  @BeforeAll
  static void start() throws Exception {
    store = new ObjectStore(temp.resolve("store.log"));
  }

  static org.apache.hadoop.fs.Path hadoopPath(String name) {
    return new org.apache.hadoop.fs.Path(name.startsWith("s3a:") ? name : uri(name));
  }

  static FileSystem fs() throws IOException {
    return hadoopPath("").getFileSystem(store.conf());
  }

  static void put(String name, byte[] bytes) throws IOException {
    try (var out = fs().create(hadoopPath(name))) {
      out.write(bytes);
    }
  }

  static byte[] get(String name) throws IOException {
    try (InputStream in = fs().open(hadoopPath(name))) {
      return in.readAllBytes();
    }
  }

  static List<String> names(String folder) throws IOException {
    var names = new ArrayList<String>();
    for (var status : fs().listStatus(hadoopPath(folder))) {
      names.add(status.getPath().getName());
    }
    names.sort(null);
    return names;
  }

  /** Returns how many renames and copies were requested so far. */
  static List<Long> copies() throws IOException {
    return List.of(
        ObjectStore.count(fs(), "op_rename"), ObjectStore.count(fs(), "object_copy_requests"));
  }

  /** Returns a configuration with a committer that uploads, or with Hadoop's own, "file". */
  static Configuration committing(String committer) {
    Configuration conf = store.conf();
    if (!committer.equals("file")) {
      conf.set("fs.s3a.committer.name", committer);
      conf.set(
          "mapreduce.outputcommitter.factory.scheme.s3a",
          "org.apache.hadoop.fs.s3a.commit.S3ACommitterFactory");
    }
    return conf;
  }
}
