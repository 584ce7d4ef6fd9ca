// SPDX-License-Identifier: Apache-2.0
package dev.recordio.kerberos;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.LocalJobRunner;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;
import org.apache.hadoop.security.Credentials;

/**
 * Hadoop's local runner, which notes the tokens of each job that is submitted to it. Hadoop finds
 * it as a service, before its own.
 */
public final class SubmittedTokens extends ClientProtocolProvider {
  private static final List<Set<String>> JOBS = new ArrayList<>();

  /** Returns the services of the tokens of each job since the last call, in their order. */
  static synchronized List<Set<String>> take() {
    List<Set<String>> taken = List.copyOf(JOBS);
    JOBS.clear();
    return taken;
  }

  private static synchronized void note(Credentials tokens) {
    Set<String> services = new TreeSet<>();
    tokens.getAllTokens().forEach(token -> services.add(token.getService().toString()));
    JOBS.add(services);
  }

  @Override
  public ClientProtocol create(Configuration conf) throws IOException {
    if (!conf.get("mapreduce.framework.name", "local").equals("local")) {
      return null;
    }
    return new LocalJobRunner(conf) {
      @Override
      public JobStatus submitJob(JobID id, String folder, Credentials tokens) throws IOException {
        note(tokens);
        return super.submitJob(id, folder, tokens);
      }
    };
  }

  @Override
  public ClientProtocol create(InetSocketAddress address, Configuration conf) {
    return null;
  }

  @Override
  public void close(ClientProtocol runner) {}
}
