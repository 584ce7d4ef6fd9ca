// SPDX-License-Identifier: Apache-2.0
package dev.recordio.kerberos;

import java.io.File;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Two secured HDFS of one realm. In {@link #conf} neither is the default file system, for which
 * Hadoop itself would get a token.
 */
final class SecuredHadoop implements AutoCloseable {
  private static final File BASE = new File("target/kerberos").getAbsoluteFile();

  private final Kdc kdc;
  private final SecuredHdfs near;
  private final SecuredHdfs far;
  private final UserGroupInformation user;

  private SecuredHadoop(Kdc kdc, SecuredHdfs near, SecuredHdfs far) throws IOException {
    this.kdc = kdc;
    this.near = near;
    this.far = far;
    this.user = kdc.login();
  }

  /** Starts them; {@link SecuredExtension} calls it once per JVM. */
  static SecuredHadoop start() throws Exception {
    Kdc kdc = Kdc.start(folder("kdc"));
    var conf = new HdfsConfiguration();
    SecuredHdfs.settings(kdc).forEach(conf::set);
    UserGroupInformation.setConfiguration(conf);
    UserGroupInformation.loginUserFromKeytab(kdc.daemons(), kdc.keytab().getPath());
    return new SecuredHadoop(
        kdc, SecuredHdfs.start(kdc, folder("near")), SecuredHdfs.start(kdc, folder("far")));
  }

  /** Returns an empty local folder below the build folder. */
  static File folder(String name) throws IOException {
    var dir = new File(BASE, name);
    if (!FileUtil.fullyDelete(dir) && dir.exists() || !dir.mkdirs()) {
      throw new IOException("cannot make an empty folder " + dir);
    }
    return dir;
  }

  Kdc kdc() {
    return kdc;
  }

  SecuredHdfs near() {
    return near;
  }

  SecuredHdfs far() {
    return far;
  }

  /** Returns a new configuration of a client, whose jobs run with Hadoop's local runner. */
  Configuration conf() throws IOException {
    var conf = new HdfsConfiguration();
    SecuredHdfs.settings(kdc).forEach(conf::set);
    conf.set("mapreduce.framework.name", "local");
    conf.set("mapreduce.job.cache.archives", ""); // none; yet Hadoop's runner has such jobs
    conf.set("hadoop.tmp.dir", new File(BASE, "tmp").getPath());
    return conf;
  }

  /** Does something as the user, who has a ticket. */
  <T> T asUser(PrivilegedExceptionAction<T> action) throws IOException, InterruptedException {
    return user.doAs(action);
  }

  /** Does something as a user of that name who has these tokens, and no ticket. */
  static <T> T withTokens(Credentials tokens, PrivilegedExceptionAction<T> action)
      throws IOException, InterruptedException {
    UserGroupInformation bearer = UserGroupInformation.createRemoteUser(Kdc.USER);
    bearer.addCredentials(tokens);
    return bearer.doAs(action);
  }

  /** Returns tokens of the user's for file systems. */
  Credentials tokens(SecuredHdfs... all) throws IOException, InterruptedException {
    return asUser(
        () -> {
          var tokens = new Credentials();
          for (SecuredHdfs hdfs : all) {
            new Path(hdfs.uri()).getFileSystem(conf()).addDelegationTokens(Kdc.USER, tokens);
          }
          return tokens;
        });
  }

  /** Copies a local file or folder into a new folder of the user's, and returns its address. */
  String put(SecuredHdfs hdfs, String folder, java.nio.file.Path source)
      throws IOException, InterruptedException {
    return asUser(
        () -> {
          var target = new Path(hdfs.uri() + "/data/" + folder + "/" + source.getFileName());
          FileSystem fs = target.getFileSystem(conf());
          fs.mkdirs(target.getParent());
          fs.copyFromLocalFile(new Path(source.toUri()), target);
          return target.toString();
        });
  }

  /** Copies a folder of the user's to a new local one. */
  void get(String source, java.nio.file.Path target) throws IOException, InterruptedException {
    asUser(
        () -> {
          var path = new Path(source);
          path.getFileSystem(conf()).copyToLocalFile(path, new Path(target.toUri()));
          return null;
        });
  }

  @Override
  public void close() {
    for (AutoCloseable part : List.of(far, near, kdc)) {
      try {
        part.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
