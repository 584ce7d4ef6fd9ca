// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.jobs.run.error.JobFailedException;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * The name of this machine, whose address Hadoop asks for when it submits a job, to its local
 * runner, too. There is none on a machine that was named and not entered in {@code /etc/hosts}.
 */
final class OwnName {
  private OwnName() {}

  /**
   * Validates that the name has an address.
   *
   * @throws JobFailedException if it has none: Hadoop's own error does not say whose name it is
   */
  static void check() throws JobFailedException {
    try {
      InetAddress.getLocalHost();
    } catch (UnknownHostException e) {
      throw new JobFailedException(
          "the name of this machine has no address, which Hadoop needs to run a job ("
              + e.getMessage()
              + "): add the line '127.0.1.1 NAME' to /etc/hosts");
    }
  }
}
