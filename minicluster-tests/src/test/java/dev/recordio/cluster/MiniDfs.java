// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import dev.recordio.jobs.testing.LocalJobs;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.test.GenericTestUtils;

/**
 * One NameNode and three DataNodes in this JVM, listening on the loopback address, with their data
 * below the module's build folder.
 *
 * <p>Blocks of files that tests write here are {@value #BLOCK_SIZE} bytes unless they ask for
 * another size: any multiple of {@value #BYTES_PER_CHECKSUM} from {@value #MIN_BLOCK_SIZE} bytes
 * on. Files that others write, a job's jar for one, have blocks of {@value #OTHERS_BLOCK_SIZE}. The
 * NameNode ignores damaged and missing replicas (its redundancy monitor sleeps), so the state made
 * by a test does not change until the test changes it.
 */
public final class MiniDfs implements AutoCloseable {
  /** Number of DataNodes. */
  public static final int DATA_NODES = 3;

  /** Block size in bytes of {@link #write(Path, byte[])}. */
  public static final int BLOCK_SIZE = 4096;

  /** Block size in bytes where the writer says nothing; each block costs its writer time. */
  public static final int OTHERS_BLOCK_SIZE = 1 << 16;

  /** Smallest block size in bytes that the NameNode accepts. */
  public static final int MIN_BLOCK_SIZE = 512;

  /** Bytes under one checksum; block sizes are multiples of it. */
  public static final int BYTES_PER_CHECKSUM = 512;

  /** Default number of replicas of a block. */
  public static final int REPLICATION = 2;

  /** The DataNodes' host names, so that locality can be tested; clients use addresses. */
  private static final String[] HOSTS = {"datanode-0", "datanode-1", "datanode-2"};

  private static final File ALL = new File("target/minicluster").getAbsoluteFile();

  /** Each test JVM of a build has its own cluster, in the folder that the build specifies. */
  private static final File BASE = new File(ALL, System.getProperty("test.fork", "fork-1"));

  private static final int REPORT_MILLIS = 60_000;

  private final MiniDFSCluster cluster;
  private final DistributedFileSystem fs;
  private final HdfsFaults faults;

  private MiniDfs(MiniDFSCluster cluster) throws IOException {
    this.cluster = cluster;
    this.fs = cluster.getFileSystem();
    this.faults = new HdfsFaults(cluster, fs);
  }

  /** Formats and starts the file system; {@link ClusterExtension} calls it once per JVM. */
  static MiniDfs start() throws IOException {
    LocalJobs.shareFileSystem();
    Configuration conf = new Configuration();
    conf.setInt("dfs.blocksize", OTHERS_BLOCK_SIZE);
    conf.setInt("dfs.namenode.fs-limits.min-block-size", MIN_BLOCK_SIZE);
    conf.setInt("dfs.bytes-per-checksum", BYTES_PER_CHECKSUM);
    conf.setInt("dfs.replication", REPLICATION);
    conf.set("hadoop.tmp.dir", localDir("tmp").getPath());
    // A writer that comes before the DataNodes' report of its last block waits this long (ms), then
    // twice as long, and so on; with the usual 400 it would at most ends of blocks and files.
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 2);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 12);
    // A client that has tried all replicas waits up to this long (ms) before the next round.
    conf.setInt("dfs.client.retry.window.base", 10);
    conf.setInt("dfs.heartbeat.interval", 1);
    conf.setInt("dfs.namenode.redundancy.interval.seconds", 3600);
    conf.setInt("dfs.block.scanner.volume.bytes.per.second", 0);
    return new MiniDfs(
        new MiniDFSCluster.Builder(conf, localDir("dfs"))
            .numDataNodes(DATA_NODES)
            .hosts(HOSTS)
            .build());
  }

  /** An empty local folder of this name below the build folder. */
  static File localDir(String name) throws IOException {
    File dir = new File(BASE, name);
    if (!FileUtil.fullyDelete(dir) && dir.exists() || !dir.mkdirs()) {
      throw new IOException("cannot make an empty folder " + dir);
    }
    return dir;
  }

  /** The local folder of this name that all test JVMs of a build share; it may not exist. */
  static File sharedDir(String name) {
    return new File(ALL, name);
  }

  /** The Hadoop cluster itself. */
  public MiniDFSCluster cluster() {
    return cluster;
  }

  /** The file system, shared by all tests: do not close it. */
  public DistributedFileSystem fs() {
    return fs;
  }

  /** Damage and failures to order. */
  public HdfsFaults faults() {
    return faults;
  }

  /** A new client configuration with this HDFS as the default file system. */
  public Configuration conf() {
    return new Configuration(cluster.getConfiguration(0));
  }

  /** A new configuration for jobs in this JVM (LocalJobRunner) over this HDFS. */
  public Configuration localJobConf() {
    Configuration conf = conf();
    conf.set("mapreduce.framework.name", "local");
    conf.setInt("mapreduce.client.completion.pollinterval", 10);
    conf.setInt("mapreduce.client.progressmonitor.pollinterval", 10);
    return conf;
  }

  /** An empty HDFS folder of this name, fully qualified; files of an earlier test are removed. */
  public Path freshDir(String name) throws IOException {
    Path dir = fs.makeQualified(new Path("/tests", name));
    fs.delete(dir, true);
    if (!fs.mkdirs(dir)) {
      throw new IOException("cannot make " + dir);
    }
    return dir;
  }

  /** Writes a file in blocks of {@link #BLOCK_SIZE} with {@link #REPLICATION} replicas. */
  public Path write(Path file, byte[] content) throws IOException {
    return write(file, content, BLOCK_SIZE, REPLICATION);
  }

  /**
   * Writes or overwrites a file and returns its path.
   *
   * @param blockSize bytes, a multiple of {@link #BYTES_PER_CHECKSUM}, at least {@link
   *     #MIN_BLOCK_SIZE}
   * @param replication replicas of each block, 1 to {@link #DATA_NODES}
   */
  public Path write(Path file, byte[] content, int blockSize, int replication) throws IOException {
    try (FSDataOutputStream out =
        fs.create(file, true, BYTES_PER_CHECKSUM * 8, (short) replication, blockSize)) {
      out.write(content);
    }
    awaitReplicas(file, replication);
    return file;
  }

  /** A file is closed when one DataNode has reported each block; the others' reports may lag. */
  private void awaitReplicas(Path file, int replication) throws IOException {
    try {
      GenericTestUtils.waitFor(() -> hasReplicas(file, replication), 2, REPORT_MILLIS);
    } catch (TimeoutException e) {
      throw new IOException("DataNodes have not reported all replicas of " + file, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while DataNodes reported " + file, e);
    }
  }

  private boolean hasReplicas(Path file, int replication) {
    try {
      for (BlockLocation block : fs.getFileBlockLocations(file, 0, Long.MAX_VALUE)) {
        if (block.getNames().length != replication) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a whole file. */
  public byte[] read(Path file) throws IOException {
    try (FSDataInputStream in = fs.open(file)) {
      return in.readAllBytes();
    }
  }

  @Override
  public void close() {
    cluster.shutdown(true);
  }
}
