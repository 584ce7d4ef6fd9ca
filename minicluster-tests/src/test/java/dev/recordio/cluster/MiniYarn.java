// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * One ResourceManager, one NodeManager and the job history server in this JVM, on top of {@link
 * MiniDfs}. Application masters and tasks are real containers: each a separate JVM, with its log
 * below the module's {@code target/minicluster}, in the folder {@code yarn} of that JVM.
 *
 * <p>All configurable addresses are loopback addresses. Some are not configurable: the
 * NodeManager's ShuffleHandler, and in each application master its web page and the services for
 * the job client and for its tasks, bind ephemeral ports of the wildcard address.
 */
public final class MiniYarn implements AutoCloseable {
  private final MiniDfs dfs;
  private final MiniMRYarnCluster cluster;
  private final File everything;
  private final File hadoopOnly;

  private MiniYarn(MiniDfs dfs, MiniMRYarnCluster cluster, File hadoopOnly) throws IOException {
    this.dfs = dfs;
    this.cluster = cluster;
    File dir = MiniDfs.localDir("classpath");
    this.everything = PathingJar.write(new File(dir, "everything.jar"), entry -> true);
    this.hadoopOnly = hadoopOnly;
  }

  /** Starts YARN over this HDFS; {@link ClusterExtension} calls it once per JVM. */
  static MiniYarn start(MiniDfs dfs) throws IOException {
    Configuration conf = dfs.conf();
    ContainerArchive archive = ContainerArchive.in(MiniDfs.sharedDir("archive"));
    YarnSettings.apply(conf, archive.flags());
    // The mini cluster makes its folders below this one.
    System.setProperty(GenericTestUtils.SYSPROP_TEST_DATA_DIR, MiniDfs.localDir("yarn").getPath());
    MiniMRYarnCluster cluster = new MiniMRYarnCluster("mini");
    cluster.init(conf);
    cluster.start();
    return new MiniYarn(dfs, cluster, archive.jar());
  }

  /** The HDFS below. */
  public MiniDfs dfs() {
    return dfs;
  }

  /** The Hadoop cluster itself. */
  public MiniMRYarnCluster cluster() {
    return cluster;
  }

  /**
   * A new configuration for jobs in containers. The containers have the class path of this JVM: the
   * project's jars, their test classes, the classes of this module. A job needs no jar.
   */
  public Configuration conf() {
    return conf(everything);
  }

  /**
   * A new configuration for jobs in containers that have Hadoop and its dependencies, but nothing
   * of this project: the job's jar ({@code Job.setJar}) must contain all it needs, as on a cluster.
   */
  public Configuration jarOnlyConf() {
    return conf(hadoopOnly);
  }

  private Configuration conf(File classPath) {
    Configuration conf = new YarnConfiguration(cluster.getConfig());
    // Under this flag containers copy the class path of the JVM that launches them.
    conf.setBoolean(YarnConfiguration.IS_MINI_YARN_CLUSTER, false);
    conf.set(YarnConfiguration.YARN_APPLICATION_CLASSPATH, classPath.getPath());
    conf.set("mapreduce.application.classpath", classPath.getPath());
    // The mini cluster opens its own files to all; jobs get the usual default.
    conf.set("fs.permissions.umask-mode", "022");
    return conf;
  }

  /** True for jars of dependencies, false for build folders and jars of this project. */
  static boolean isFromElsewhere(File entry) {
    return entry.isFile() && !entry.getName().startsWith("recordio-hadoop-");
  }

  @Override
  public void close() {
    cluster.stop();
  }
}
