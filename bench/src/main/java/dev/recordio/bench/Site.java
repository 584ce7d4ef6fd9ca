// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import dev.recordio.bench.harness.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** A folder for the files of one stage; closing it removes it with its files. */
final class Site implements Closeable {
  private final java.nio.file.Path local;
  private final Configuration conf;
  private final Path folder;
  private MiniDFSCluster hdfs;
  private ObjectStore store;

  /**
   * Makes a folder.
   *
   * @param parent a local folder, or null for the system's temporary folder
   * @param definitions keys and values to set
   */
  Site(Storage storage, java.nio.file.Path parent, Map<String, String> definitions)
      throws IOException {
    local =
        parent == null
            ? Files.createTempDirectory("recordio-bench")
            : Files.createTempDirectory(parent, "recordio-bench");
    try {
      if (storage == Storage.HDFS) {
        hdfs = startHdfs();
        conf = new Configuration(hdfs.getConfiguration(0));
        folder = hdfs.getFileSystem().makeQualified(new Path("/bench"));
        hdfs.getFileSystem().mkdirs(folder);
      } else if (storage == Storage.S3A) {
        store = new ObjectStore();
        conf = store.conf();
        folder = store.bucket();
      } else {
        conf = storage.local();
        folder = new Path(local.toUri());
      }
    } catch (IOException | RuntimeException | Error e) {
      close();
      throw e;
    }
    definitions.forEach(conf::set);
  }

  private MiniDFSCluster startHdfs() throws IOException {
    var settings = new HdfsConfiguration();
    settings.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, local.resolve("hdfs").toString());
    return new MiniDFSCluster.Builder(settings).numDataNodes(1).build();
  }

  Configuration conf() {
    return conf;
  }

  Path folder() {
    return folder;
  }

  @Override
  public void close() throws IOException {
    try {
      if (hdfs != null) {
        hdfs.shutdown(true);
      }
      if (store != null) {
        store.close();
      }
    } finally {
      FileUtil.fullyDelete(local.toFile());
    }
  }
}
