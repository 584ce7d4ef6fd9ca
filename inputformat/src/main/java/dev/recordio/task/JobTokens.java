// SPDX-License-Identifier: Apache-2.0
package dev.recordio.task;

import dev.recordio.fs.record.DamageSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Delegation tokens for the file systems that the tasks of a job use. On a cluster with Kerberos
 * tasks have no ticket of the user's: a file system for which the client got no token is closed to
 * them.
 *
 * <p>Hadoop itself gets the tokens of the default file system, and of the output of jobs whose
 * format extends its own.
 */
public final class JobTokens {
  private static final String RESOURCE_MANAGER = "yarn.resourcemanager.principal";

  private JobTokens() {}

  /**
   * Adds a token for each file system of the paths, and for the file system of damaged ranges,
   * unless the credentials have one for it. Nothing happens without Kerberos.
   *
   * @param conf of the job; a job of local tasks is given a renewer, which Hadoop requires
   * @param credentials of the job
   * @param paths what tasks read and write: files, folders and globs
   * @throws IOException when a file system refuses, for instance since the user has no ticket
   */
  public static void obtain(Configuration conf, Credentials credentials, Collection<Path> paths)
      throws IOException {
    if (!UserGroupInformation.isSecurityEnabled()) {
      return;
    }
    setLocalRenewer(conf);
    var all = new ArrayList<>(paths);
    Path quarantine = DamageSettings.of(conf).quarantineFolder();
    if (quarantine != null) {
      all.add(quarantine);
    }
    TokenCache.obtainTokensForNamenodes(credentials, all.toArray(Path[]::new), conf);
  }

  /**
   * Tokens are renewed by the ResourceManager. Where tasks run in this process there may be none,
   * and the user takes its place: otherwise Hadoop refuses to ask for tokens.
   */
  private static void setLocalRenewer(Configuration conf) throws IOException {
    boolean local =
        MRConfig.LOCAL_FRAMEWORK_NAME.equals(
            conf.get(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME));
    if (local && conf.getTrimmed(RESOURCE_MANAGER, "").isEmpty()) {
      conf.set(RESOURCE_MANAGER, UserGroupInformation.getCurrentUser().getUserName());
    }
  }
}
