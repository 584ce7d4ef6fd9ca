// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.mapreduce.RecordIOInputFormat;
import java.net.URI;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;

/** Prepares a job as a user of a cluster with Kerberos, and prints the services of its tokens. */
public final class TokenMain {
  private TokenMain() {}

  /** The local file system under the scheme "tokens", which needs a token to be read. */
  public static final class TokenFileSystem extends RawLocalFileSystem {
    private URI uri; // requested before it is set

    @Override
    public void initialize(URI name, Configuration conf) throws java.io.IOException {
      uri = URI.create("tokens://" + name.getAuthority());
      super.initialize(name, conf);
    }

    @Override
    public URI getUri() {
      return uri == null ? URI.create("tokens:///") : uri;
    }

    @Override
    public String getScheme() {
      return "tokens";
    }

    @Override
    public String getCanonicalServiceName() {
      return uri.toString();
    }

    @Override
    public Token<?> getDelegationToken(String renewer) {
      var token = new Token<TokenIdentifier>();
      token.setService(new Text(uri.toString()));
      return token;
    }
  }

  /** Takes a list and an output, or the input of a job that reads records, and a quarantine. */
  public static void main(String[] args) throws Exception {
    System.setProperty("java.security.krb5.realm", "EXAMPLE");
    System.setProperty("java.security.krb5.kdc", "localhost");
    var conf = new Configuration();
    conf.set("hadoop.tmp.dir", System.getProperty("java.io.tmpdir"));
    conf.set("hadoop.security.authentication", "kerberos");
    conf.set("yarn.resourcemanager.principal", "rm/localhost@EXAMPLE");
    conf.set("fs.tokens.impl", TokenFileSystem.class.getName());
    UserGroupInformation.setConfiguration(conf);
    UserGroupInformation.setLoginUser(UserGroupInformation.createRemoteUser("user"));
    if (args[0].endsWith(".lst")) {
      PackConf.LIST.set(conf, args[0]);
      PackConf.LIST_CONFINE.set(conf, "none");
      try (var job = new PackJob(conf, List.of(), new Path(args[1]))) {
        print(job.job().getCredentials());
      }
    } else {
      RecordIOConf.CORRUPT_POLICY.set(conf, "quarantine");
      RecordIOConf.CORRUPT_QUARANTINE_DIR.set(conf, args[1]);
      Job job = Job.getInstance(conf);
      RecordIOInputFormat.setInput(job, args[0]);
      new RecordIOInputFormat().getSplits(job);
      print(job.getCredentials());
    }
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  private static void print(Credentials credentials) {
    credentials.getAllTokens().stream()
        .map(token -> token.getService().toString())
        .sorted()
        .forEach(System.out::println);
  }
}
