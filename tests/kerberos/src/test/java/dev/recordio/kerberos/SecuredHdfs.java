// SPDX-License-Identifier: Apache-2.0
package dev.recordio.kerberos;

import java.io.File;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/**
 * A NameNode and a DataNode that let in nobody without a ticket or a token: block tokens, SASL for
 * blocks, too.
 */
final class SecuredHdfs implements AutoCloseable {
  private static final String DEFAULT_PORT = "127.0.0.1:0";

  private final MiniDFSCluster cluster;

  private SecuredHdfs(MiniDFSCluster cluster) {
    this.cluster = cluster;
  }

  /** Formats and starts it with its data in a folder; {@code /data} is the user's. */
  static SecuredHdfs start(Kdc kdc, File dir) throws IOException {
    var conf = new HdfsConfiguration();
    settings(kdc).forEach(conf::set);
    conf.set("dfs.namenode.keytab.file", kdc.keytab().getPath());
    conf.set("dfs.datanode.keytab.file", kdc.keytab().getPath());
    conf.set("dfs.web.authentication.kerberos.principal", kdc.web());
    conf.set("dfs.web.authentication.kerberos.keytab", kdc.keytab().getPath());
    conf.set("dfs.http.policy", "HTTP_ONLY");
    conf.set("ignore.secure.ports.for.testing", "true");
    conf.set("dfs.datanode.address", DEFAULT_PORT);
    conf.set("dfs.datanode.http.address", DEFAULT_PORT);
    conf.set("dfs.datanode.ipc.address", DEFAULT_PORT);
    conf.set("dfs.replication", "1");
    conf.setInt("dfs.heartbeat.interval", 1);
    var hdfs =
        new SecuredHdfs(
            new MiniDFSCluster.Builder(conf, dir)
                .numDataNodes(1)
                .checkDataNodeAddrConfig(true)
                .build());
    FileSystem fs = hdfs.cluster.getFileSystem();
    fs.mkdirs(new Path("/data"));
    fs.setOwner(new Path("/data"), Kdc.USER, Kdc.USER);
    fs.mkdirs(new Path("/user/" + Kdc.USER));
    fs.setOwner(new Path("/user/" + Kdc.USER), Kdc.USER, Kdc.USER);
    return hdfs;
  }

  /** What clients and daemons set, as administrators distribute it. */
  static Map<String, String> settings(Kdc kdc) {
    return Map.of(
        "hadoop.security.authentication", "kerberos",
        "hadoop.security.authorization", "true",
        "dfs.namenode.kerberos.principal", kdc.daemons(),
        "dfs.datanode.kerberos.principal", kdc.daemons(),
        "dfs.block.access.token.enable", "true",
        "dfs.data.transfer.protection", "authentication");
  }

  /** Returns the address, such as hdfs://localhost:1234. */
  String uri() {
    return cluster.getURI().toString();
  }

  /** Returns the name under which a token for it is kept, such as 127.0.0.1:1234. */
  String tokenService() {
    return "127.0.0.1:" + cluster.getNameNodePort();
  }

  /** Returns the configuration of the daemons. */
  Configuration conf() {
    return cluster.getConfiguration(0);
  }

  @Override
  public void close() {
    cluster.shutdown(true);
  }
}
