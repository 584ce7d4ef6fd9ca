// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pairs;

import dev.recordio.jobs.RecordIO;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The program, which begins when a line is written to it: so several can be started together. */
public final class PairMain {
  private PairMain() {}

  /**
   * Loads what takes longest, says so, waits, and runs the program.
   *
   * @param args a file of settings, a path of the file system that is used, and a command line
   */
  public static void main(String[] args) throws Exception {
    var conf = new Configuration();
    conf.addResource(new Path(args[0]));
    new Path(args[1]).getFileSystem(conf).close();
    var line = new ArrayList<String>(List.of(args[2], "-conf", args[0]));
    line.addAll(Arrays.asList(args).subList(3, args.length));
    System.out.println("ready");
    System.in.read();
    RecordIO.main(line.toArray(new String[0]));
  }
}
