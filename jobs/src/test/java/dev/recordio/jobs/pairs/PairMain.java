// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pairs;

import dev.recordio.jobs.RecordIO;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** The program, which begins when a line is written to it: so several can be started together. */
public final class PairMain {
  private PairMain() {}

  /** Loads what takes longest, says so, waits, and runs the program. */
  public static void main(String[] args) throws Exception {
    FileSystem.getLocal(new Configuration()).close();
    System.out.println("ready");
    System.in.read();
    RecordIO.main(args);
  }
}
