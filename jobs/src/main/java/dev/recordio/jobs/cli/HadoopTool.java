// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.local.OwnLocalFileSystem;
import dev.recordio.jobs.run.output.Interruption;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** Runs a command under Hadoop's ToolRunner, which reads the generic options. */
final class HadoopTool extends Configured implements Tool {
  private static final String SITE = "recordio-site.xml";

  private final Command command;
  private ExitCode exitCode;

  private HadoopTool(Command command) {
    this.command = command;
  }

  /**
   * Returns the work that comes before a command runs: its configuration and, in a process of its
   * own, what the process shares.
   *
   * @param base the configuration to start from, or null for Hadoop's own; never changed
   * @param ownProcess whether the process runs only one command
   * @param ahead whether the work begins at once, in a thread of its own: it takes as long as
   *     parsing the command's options, which needs none of it
   */
  static FutureTask<Configuration> prepare(Configuration base, boolean ownProcess, boolean ahead) {
    var work = new FutureTask<>(() -> configuration(base, ownProcess));
    if (ahead) {
      var thread = new Thread(work, "prepare");
      thread.setDaemon(true); // bad usage ends the process at once
      thread.start();
    }
    return work;
  }

  private static Configuration configuration(Configuration base, boolean ownProcess)
      throws IOException {
    Configuration conf = base == null ? new Configuration() : new Configuration(base);
    if (conf.getResource(SITE) != null) {
      conf.addResource(SITE);
    }
    if (ownProcess) {
      setUp(conf);
    }
    return conf;
  }

  /**
   * Runs a command.
   *
   * @param prepared made by {@link #prepare}, and run here unless a thread runs it
   * @param generic generic options and their values
   */
  static ExitCode run(FutureTask<Configuration> prepared, Command command, List<String> generic)
      throws Exception {
    prepared.run();
    Configuration conf;
    try {
      conf = prepared.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (Exception) e.getCause();
    }
    checkFiles(generic);
    HadoopTool tool = new HadoopTool(command);
    ToolRunner.run(conf, tool, generic.toArray(new String[0]));
    return tool.exitCode;
  }

  /**
   * Sets up what the process shares, in the order in which Hadoop parses its XML least often.
   * Hadoop parses all defaults again for each {@link Configuration} that it creates, and for each
   * one already read when a class that adds defaults, such as HDFS's, is loaded. So what needs only
   * the core's defaults is loaded first, and the login uses our configuration before it is read.
   */
  private static void setUp(Configuration conf) throws IOException {
    Interruption.ofProcess().awaitsJobs();
    FileSystem.getGlobalStorageStatistics();
    UserGroupInformation.setConfiguration(conf);
    OwnLocalFileSystem.install(conf);
  }

  /** Rejects a {@code -conf} that Hadoop would ignore silently, or fail on with a stack trace. */
  private static void checkFiles(List<String> generic) throws IOException {
    for (int i = 0; i + 1 < generic.size(); i += 2) {
      String word = generic.get(i + 1);
      if (!generic.get(i).equals("-conf")) {
        continue;
      }
      var file = new File(new Path(word).toUri().getPath()); // a local file, as in Hadoop
      if (!file.isFile()) {
        throw new UsageException("-conf names no file: " + word);
      }
      try (InputStream in = new FileInputStream(file)) {
        XMLInputFactory factory = XMLInputFactory.newInstance();
        // Only whether it is XML is looked for; Hadoop, which reads it next, refuses other
        // entities.
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        XMLStreamReader xml = factory.createXMLStreamReader(in);
        while (xml.hasNext()) {
          xml.next();
        }
      } catch (XMLStreamException e) {
        throw new UsageException(
            "-conf "
                + word
                + " is no configuration file: "
                + e.getMessage().replaceAll("\\s*\\R\\s*", "; "));
      }
    }
  }

  @Override
  public int run(String[] notGeneric) throws Exception {
    if (notGeneric.length > 0) {
      throw new UsageException("Hadoop takes no option " + String.join(" ", notGeneric));
    }
    exitCode = command.runWith(getConf());
    return exitCode.code();
  }
}
